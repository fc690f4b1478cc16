/** A user's request context is read twice at most while nothing of it changes, over either database. */
import { expect, test, vi } from 'vitest';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import { createRequestContexts } from '../../core/sponsors/request-contexts.js';
import { BOT, listed, populate, requestRecord } from './makers.js';
import { contract, START_MS, type Stage } from './run.js';

const USER = 42;
const LIFE_MS = 60_000;

const settings = parseSettings({
  BOT_TOKEN: '123456:abcdefghijk',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});

/** How requests read, and how often the store was asked. */
async function reading({ store }: Stage, sponsors: Store['sponsors'] = store.sponsors) {
  const asked = vi.spyOn(sponsors, 'requestContext');
  const contexts = createRequestContexts(
    { store: { ...store, sponsors }, settings },
    { learns: () => false },
  );
  const bot = await store.bots.find(BOT);
  if (bot === null) throw new Error('A bot was expected.');
  // The first look of a process takes all users for changed.
  await sponsors.contextMark(USER);
  const read = async (nowMs = START_MS) => contexts.read(bot, USER, nowMs, await sponsors.contextMark(USER));
  return { read, asked };
}

/** The order that stands in the user's list. */
async function pin({ store }: Stage, lifeMs = LIFE_MS): Promise<number> {
  const { orderId } = await populate(store);
  const slots = [{ kind: 'order', orderId } as const];
  const until = { pinnedAtMs: START_MS, expiresAtMs: START_MS + lifeMs };
  const what = { pin: { mode: 'subscribe', slots, ...until } as const, impressions: [listed(orderId)] };
  await store.sponsors.record(USER, requestRecord(what));
  return orderId;
}

contract('request contexts', (stage) => {
  test('are read twice at most while nothing of the user changes', async () => {
    const orderId = await pin(stage());
    const { read, asked } = await reading(stage());
    const first = await read();
    await read();
    const again = await read();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(again.pin).toEqual(first.pin);
    expect((await again.impressions()).map((impression) => impression.orderId)).toEqual([orderId]);
  });

  test('are read again once another process has written of the user', async () => {
    await pin(stage());
    const elsewhere = await stage().open();
    const { read, asked } = await reading(stage());
    await read();
    expect((await read()).user?.languageCode).not.toBe('de');
    await elsewhere.audience.learn(USER, { languageCode: 'de' }, START_MS);
    expect((await read()).user?.languageCode).toBe('de');
    expect(asked).toHaveBeenCalledTimes(3);
  });

  test('are read again once the list has ended', async () => {
    await pin(stage());
    const { read, asked } = await reading(stage());
    await read();
    expect((await read()).pin).not.toBeNull();
    expect((await read(START_MS + LIFE_MS)).pin).toBeNull();
    expect(asked).toHaveBeenCalledTimes(3);
  });

  test('bring no impression that is too old by now', async () => {
    const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
    await pin(stage(), 2 * attributionMs);
    const { read, asked } = await reading(stage());
    await read();
    expect(await (await read()).impressions()).toHaveLength(1);
    expect(await (await read(START_MS + attributionMs + 1)).impressions()).toHaveLength(0);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('of a user without a list are read each time', async () => {
    await populate(stage().store);
    const { read, asked } = await reading(stage());
    await read();
    await read();
    await read();
    expect(asked).toHaveBeenCalledTimes(3);
  });

  test('whose impressions could not be read are read again', async () => {
    await pin(stage());
    const { sponsors } = stage().store;
    let isBroken = true;
    const { read } = await reading(stage(), {
      ...sponsors,
      requestContext: async (...asked) => {
        const failing = isBroken ? Promise.reject(new Error('the disk is full')) : null;
        failing?.catch(() => undefined);
        const context = await sponsors.requestContext(...asked);
        return failing === null ? context : { ...context, impressions: () => failing };
      },
    });
    await read();
    await expect((await read()).impressions()).rejects.toThrow('the disk is full');
    isBroken = false;
    expect(await (await read()).impressions()).toHaveLength(1);
  });
});
