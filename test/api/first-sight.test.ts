/** Who a new user is: how often the platform is asked, by whom, and what becomes of late and missing answers. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  stage = await openStage(emulator, { SPONSORS_DEADLINE_MS: '600' });
  scene = new Scene(stage);
  await scene.open();
  for (const happening of [
    { publisher_bot: 'recipes_bot' },
    { user: 'ivan', is: { language_code: 'uk', username: 'ivan_the_first' } },
  ])
    await scene.happen(happening);
  return () => stage.close();
});

const userId = () => Number(scene.names.get('ivan', 'id'));

async function ask(more: object = {}) {
  const response = await fetch(`${stage.url}/get-sponsors`, {
    method: 'POST',
    headers: { Auth: String(scene.names.get('recipes_bot', 'key')) },
    body: JSON.stringify({ user_id: userId(), chat_id: userId(), get_links: 1, ...more }),
  });
  return (await response.json()) as { message: string };
}

/** Questions to the platform about who ivan is. */
async function questions(): Promise<string[]> {
  const calls = await stage.platform.calls({ bot: 'recipes_bot' });
  return calls
    .map(({ method }) => method)
    .filter((method) => method === 'getChat' || method === 'getChatMember')
    .sort();
}

const IN_UKRAINIAN = 'Можна продовжувати: підписуватися ні на що не потрібно.';
const ASSUMED = 'Можно продолжать: подписываться ни на что не нужно.';

it('is asked once, by the bot’s own token, and kept with who told it', async () => {
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ message }) => message)).toEqual([IN_UKRAINIAN, IN_UKRAINIAN]);
  expect(await questions()).toEqual(['getChat', 'getChatMember']);
  await ask();
  await ask({ action: 'newtask' });
  await stage.service.audience.idle();
  expect(await questions(), 'known users are not asked about').toHaveLength(2);
  const known = await stage.store.audience.knowledgeOf(userId());
  expect(known.map(({ value, source }) => [value, source])).toEqual([
    ['bio', 'getChat'],
    ['language', 'getChatMember'],
    ['names', 'getChat'],
    ['premium', 'getChatMember'],
  ]);
  for (const { atMs } of known) expect(Math.abs(stage.clock.now() - atMs)).toBeLessThan(60_000);
});

it('is not asked where the bot says both name and language, and only for the language where it says the name', async () => {
  await ask({ first_name: 'Ivan', language_code: 'de' });
  expect(await questions()).toEqual([]);
  await scene.happen({ user: 'vera', is: { language_code: 'uk' } });
  const vera = Number(scene.names.get('vera', 'id'));
  const { message } = await ask({ user_id: vera, chat_id: vera, first_name: 'Vera' });
  expect(message).toBe(IN_UKRAINIAN);
  expect(await questions()).toEqual(['getChatMember']);
});

it('that comes too late for the answer is learnt behind it', async () => {
  await stage.platform.faults({ method: 'getChatMember', kind: 'latency', latency_ms: 2_000, times: 1 });
  const begunAtMs = performance.now();
  expect((await ask()).message).toBe(ASSUMED);
  expect(performance.now() - begunAtMs, 'the deadline holds').toBeLessThan(2_000);
  await stage.service.audience.idle();
  expect((await ask()).message).toBe(IN_UKRAINIAN);
});

it('is asked again an hour after the platform refused to say it', async () => {
  await stage.platform.faults({ method: 'getChatMember', kind: '400', times: 1 });
  await stage.platform.faults({ method: 'getChat', kind: '400', times: 1 });
  expect((await ask()).message).toBe(ASSUMED);
  await ask();
  expect(await questions()).toHaveLength(2);
  await scene.happen({ wait: '61 minutes' });
  expect((await ask()).message).toBe(IN_UKRAINIAN);
});
