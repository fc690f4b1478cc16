/** What the platform posts to the api: let in by its secret alone, stored before it is told so, and once. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
let polling: ApiStage;
let secret: string;

beforeAll(async () => {
  const settings = {
    CHECKER_TOKENS: '910:first-checker-first-checker',
    UPDATES: 'webhook',
    PUBLIC_URL: 'https://sponsors.example.org',
    ADDRESS_REQUESTS_PER_MINUTE: '60',
  };
  [stage, polling] = await Promise.all([openApiStage(settings), openApiStage()]);
  secret = stage.service.updates.webhook()?.secretToken ?? '';
}, 60_000);
afterAll(async () => {
  await Promise.all([stage.close(), polling.close()]);
});

const post = (to: ApiStage, body: unknown, token: string | null = secret) =>
  to.ask('/platform/updates', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === null ? {} : { 'X-Telegram-Bot-Api-Secret-Token': token }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const waiting = async () => (await stage.service.updates.waiting(500)).map(({ updateId }) => updateId);
const forget = async () => stage.service.updates.done(await waiting());
/** No test leaves an update to the next. */
afterEach(forget);

it('names an address of ours, and a secret that the platform takes and no other bot has', () => {
  expect(stage.service.updates.webhook()?.url).toBe('https://sponsors.example.org/platform/updates');
  expect(secret).toMatch(/^[\w-]{32,256}$/);
});

it('an update is stored when the answer comes; one that comes again is answered alike, and stored once', async () => {
  const update = { update_id: 41, message: { text: 'Привет' } };
  for (let time = 1; time <= 3; time += 1) expect(await post(stage, update)).toMatchObject({ http: 200 });
  expect(await stage.service.updates.waiting(500)).toEqual([{ updateId: 41, body: JSON.stringify(update) }]);
  await forget();
  expect((await post(stage, update)).http).toBe(200);
  expect(await waiting()).toEqual([]);
});

it('nobody but the platform is let in, nor anybody while updates are polled', async () => {
  const update = { update_id: 42 };
  for (const wrong of [null, '', 'guess', secret.slice(1), `${secret}a`])
    expect((await post(stage, update, wrong)).http, String(wrong)).toBe(401);
  expect((await post(polling, update, polling.service.updates.webhook()?.secretToken ?? secret)).http).toBe(
    404,
  );
  expect(await waiting()).toEqual([]);
});

it('the platform is not limited by its address, and may send what is larger than bots may', async () => {
  const large = { update_id: 1_000, message: { text: 'x'.repeat(200_000) } };
  expect((await post(stage, large)).http).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, at) => post(stage, { update_id: 1_001 + at })),
  );
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]));
  await forget();
  expect((await post(stage, { update_id: 1, message: { text: 'x'.repeat(1_100_000) } })).http).toBe(413);
});

it('what has no id is refused', async () => {
  for (const odd of [{}, { update_id: '7' }, { update_id: 1.5 }, { update_id: null }])
    expect((await post(stage, odd)).http, JSON.stringify(odd)).toBe(422);
  expect((await post(stage, '{"update_id":')).http).toBe(400);
});

it('the secret tells which of our bots is meant: each has its own updates, though ids are the same', async () => {
  const checker = stage.service.updates.of(910);
  const own = checker.webhook();
  expect(own?.url).toBe(stage.service.updates.webhook()?.url);
  expect(own?.secretToken).not.toBe(secret);
  await forget();
  expect((await post(stage, { update_id: 77, message: { text: 'of the operator bot' } })).http).toBe(200);
  expect((await post(stage, { update_id: 77, chat_member: {} }, own?.secretToken)).http).toBe(200);
  expect(await waiting()).toEqual([77]);
  expect(await checker.waiting(10)).toEqual([{ updateId: 77, body: '{"update_id":77,"chat_member":{}}' }]);
  await checker.done([77]);
  expect(await waiting()).toEqual([77]);
  expect((await post(polling, { update_id: 78 }, own?.secretToken)).http).toBe(404);
});
