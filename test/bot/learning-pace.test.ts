/** The pace of calls against a platform whose limits are not told: learnt, kept over restarts, shared by processes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlatformAdapter, type PlatformAdapter } from '../../core/adapters/platform/index.js';
import { usualBounds } from '../../core/adapters/platform/pace-rules.js';
import { openServiceStage, type ServiceStage } from './service-stage.js';
import { operatorToken } from './stage.js';

let stage: ServiceStage;
let chatId: number;

beforeEach(async () => {
  stage = await openServiceStage();
  chatId = (await stage.client.chats({ type: 'channel', title: 'News', username: 'news' })).id;
});

afterEach(() => stage.close());

/** Another process, as the platform and the store see it. */
function adapter(process: string): PlatformAdapter {
  return createPlatformAdapter({
    apiRoot: stage.emulator.url,
    operatorToken,
    operatorShare: {},
    bounds: usualBounds,
    paces: { store: stage.store.paces, process },
  });
}

const count = (platform: PlatformAdapter, patienceMs: number) =>
  platform.memberCount(operatorToken, chatId, { deadlineMs: Date.now() + 5_000, patienceMs });

const learnt = async () =>
  (await stage.store.paces.read([Number(operatorToken.split(':', 1)[0])])).find(
    ({ lane }) => lane === 'membership',
  );

const paceOf = (platform: PlatformAdapter) =>
  platform.paces()[0]?.paces.find(({ lane }) => lane === 'membership');

const refusals = async () =>
  (await stage.client.calls({ token: operatorToken, method: 'getChatMemberCount' })).filter(
    (call) => call.error_code === 429,
  ).length;

it('falls at a refusal to less than it called with; another process rests with it, and one that starts later goes on from there', async () => {
  const [one, other] = [adapter('one'), adapter('other')];
  await count(other, 0);
  await stage.client.limits({ buckets: { members: { per_second: 1, burst: 5, retry_after: 2 } } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => count(one, 0)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  // Eight calls a second are less than a quarter of what it may: 0.7 of that quarter.
  expect(paceOf(one)?.perSecond).toBe(17.5);
  await stage.until(async () => (await learnt())?.perSecond === 17.5);
  const refused = await refusals();
  // The other process hears of it with its next exchange.
  await stage.until(async () => {
    await count(other, 0);
    return (paceOf(other)?.perSecond ?? 0) <= 17.5;
  });
  expect(await count(one, 0)).toMatchObject({ ok: false, failure: { kind: 'limited' } });
  expect(await count(other, 0)).toMatchObject({ ok: false, failure: { kind: 'limited' } });
  expect(await refusals(), 'those that were under way before it heard').toBeLessThan(refused + 200);
  const later = adapter('later');
  await stage.until(async () => {
    await stage.store.health.beat('test', Date.now());
    return paceOf(later)?.perSecond !== 100;
  });
  expect(paceOf(later)).toMatchObject({ perSecond: (await learnt())?.perSecond });
});

it('grows while nothing is refused and it is what holds calls back, and not while there is room', async () => {
  const one = adapter('one');
  for (let call = 0; call < 20; call += 1) await count(one, 0);
  expect(paceOf(one)?.perSecond).toBe(100);
  await Promise.all(Array.from({ length: 60 }, () => count(one, 1_000)));
  const grown = paceOf(one)?.perSecond ?? 0;
  expect(grown).toBeGreaterThan(100);
  expect(grown).toBeLessThan(110);
});
