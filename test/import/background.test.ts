/** An import that a person begins in the cabinet: work of the store, which no tab and no process has to stay for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pino } from 'pino';
import { type ImportBounds, startImportRunner } from '../../api/imports/runner.js';
import { openApiStage, owner } from '../api/stage.js';
import type { Body } from '../fuzz/order-bodies.js';
import { type Both, openBoth, reachesInside } from './stage.js';

let both: Both;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  both = await openBoth(reachesInside);
}, 60_000);
afterAll(() => both.close());

const begin = (isReal: boolean, more: Body = {}) =>
  both.here.post('/imports', both.here.keys.access, {
    action: 'begin',
    address: `${both.there.url}/`,
    access_key: both.there.keys.access,
    statistics_token: both.there.keys.statistics,
    is_real: isReal ? 1 : 0,
    ...more,
  });

const state = async () => {
  const { body } = await both.here.post('/imports', both.here.keys.access, { action: 'state', limit: 100 });
  return (body['result'] as { import: Body | null }).import;
};

/** Runs until the import has ended. */
async function finish(bounds?: ImportBounds): Promise<Body> {
  const runner = startImportRunner(both.here.service, log, bounds);
  await expect.poll(state, { timeout: 20_000 }).toMatchObject({ ended_at: expect.any(String) as string });
  await runner.stop();
  return (await state()) ?? {};
}

const addThere = async (id: number, name: string) => {
  const bot = { bot_id: id, bot_name: name, bot_nickname: `${name}_bot` };
  expect((await both.there.post('/bots', both.there.keys.access, { action: 'add', ...bot })).http).toBe(200);
};

const known = async (botId: number) =>
  both.here.service.bots.info(owner.accountId, botId).then(
    ({ bot }) => bot.isOn,
    () => null,
  );

it('says what would come, takes it over, and says the same again', async () => {
  await addThere(7_401, 'shown');
  expect((await begin(false)).http).toBe(200);
  expect(await state()).toMatchObject({ ended_at: null, comes: 0 });
  expect((await begin(true)).body).toMatchObject({ code: 409, faults: [{ topic: 'import_under_way' }] });
  const looked = await finish();
  expect(looked).toMatchObject({ is_real: false, fault: null, address: both.there.url });
  expect(await known(7_401)).toBeNull();
  await begin(true);
  const done = await finish();
  expect(done['items']).toEqual(looked['items']);
  expect(done['items']).toContainEqual({
    key: 'bot 7401',
    what: 'bot',
    name: 'shown_bot',
    outcome: 'comes',
    note: { message: 'without its token', faults: [{ topic: 'import_no_token' }] },
  });
  expect(await known(7_401)).toBe(false);
});

it('goes on in another process where one was killed, and still says what came', async () => {
  await addThere(7_402, 'killed');
  await begin(true);
  const { service, clock, store } = both.here;
  // A process takes a part, and dies: its lease is all that is left of it.
  const job = await service.imports.claim('dead');
  const { bots } = service;
  await bots.add(owner.accountId, {
    botId: 7_402,
    name: 'killed',
    nickname: 'killed_bot',
    isOn: false,
    settings: {},
  });
  const step = { key: 'bot 7402', what: 'bot', name: 'killed_bot', outcome: 'comes', note: null } as const;
  expect(await job?.note(step, 0)).toBe(true);
  expect(await service.imports.claim('other'), 'while the lease lasts').toBeNull();
  clock.pass(5 * 60_000 + 1);
  const done = await finish();
  expect(done).toMatchObject({ fault: null });
  expect(done['items']).toContainEqual(expect.objectContaining({ key: 'bot 7402', outcome: 'comes' }));
  expect(await job?.note(step, 0), 'the dead one comes back').toBe(false);
  expect((await store.imports.last(owner.accountId))?.keysCipher, 'the keys are gone').toBeNull();
});

it('ends with what to do where the other service refuses the key or cannot be reached', async () => {
  await begin(false, { access_key: 'sg_access_wrong' });
  expect(await finish()).toMatchObject({ fault: { faults: [{ topic: 'import_key_refused' }] } });
  await begin(false, { address: 'http://127.0.0.1:9' });
  const { fault } = (await finish()) as { fault: Body };
  expect(fault).toMatchObject({ faults: [{ topic: 'import_unreachable' }] });
  expect(JSON.stringify(fault)).not.toContain(both.there.keys.access);
});

it('asks no address of a private network', async () => {
  const stage = await openApiStage();
  try {
    const asked = { action: 'begin', address: both.there.url, access_key: 'sg_access_x' };
    const { body } = await stage.post('/imports', stage.keys.access, asked);
    expect(body).toMatchObject({ code: 422, faults: [{ topic: 'address_scheme', field: 'address' }] });
    const inside = { ...asked, address: 'https://127.0.0.1' };
    expect((await stage.post('/imports', stage.keys.access, inside)).body).toMatchObject({
      faults: [{ topic: 'address_not_allowed', field: 'address' }],
    });
    const signal = AbortSignal.timeout(5_000);
    await expect(stage.service.imports.fetch(`${both.there.url}/filters`, { signal })).rejects.toThrow(
      'may not be called',
    );
  } finally {
    await stage.close();
  }
});

it.each([
  { botId: 7_403, withinMs: 60_000, items: 1 },
  { botId: 7_404, withinMs: 0, items: 1_000 },
])('ends within its bounds, and keeps what came: %o', async ({ botId, ...bounds }) => {
  await addThere(botId, `bounded_${String(botId)}`);
  await begin(false);
  expect(await finish(bounds)).toMatchObject({ fault: { faults: [{ topic: 'import_too_long' }] } });
});
