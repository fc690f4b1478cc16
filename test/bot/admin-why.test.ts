/** `admin why`: of each running order, whether this user of this bot can be shown it, and if not, the first reason. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listed, requestRecord } from '../contract/makers.js';
import { admin, stubAdminEnvironment } from './admin-stage.js';
import { addOrder, openServiceStage, type ServiceStage, setScene } from './service-stage.js';

const EMMA = 302;
const DAY_MS = 86_400_000;

let stage: ServiceStage;
let botId: number;

beforeEach(async () => {
  stage = await openServiceStage();
  ({ botId } = await setScene(stage));
  await stage.store.contacts.answer({ botId, userId: EMMA, chatId: EMMA }, 'yes', Date.now());
  stubAdminEnvironment(stage);
  // Which lists orders as the stage does.
  vi.stubEnv('RANKING', 'smoothed');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

function why(userId: number): Promise<string> {
  return admin('why', '--bot', String(botId), '--user', String(userId));
}

it('names each running order, and the first reason against it', async () => {
  const first = await addOrder(stage, 'gardening_one');
  const second = await addOrder(stage, 'gardening_two');
  expect(await why(EMMA)).toBe(
    `language: ru (assumed)\nOrder  Times liked  Can be shown  Code  Why not\n-----  -----------  ------------  ----  -------\n    ${String(first.orderId)}            1  yes\n    ${String(second.orderId)}            1  yes\n2 running order(s).\n`,
  );
  await stage.store.memberships.observe([
    { userId: EMMA, resourceId: String(second.chatId), state: 'in', updateId: 1, atMs: Date.now() },
  ]);
  const reasons = await why(EMMA);
  expect(reasons).toMatch(new RegExp(`^ +${String(first.orderId)} +1 {2}yes$`, 'm'));
  expect(reasons).toMatch(new RegExp(`^ +${String(second.orderId)} +1 {2}no +member {2}\\w`, 'm'));
});

it('says which language it goes by, and who told what is known', async () => {
  const atMs = Date.UTC(2026, 0, 15, 12);
  await stage.store.audience.learn(EMMA, { languageCode: 'uk' }, atMs, { language: 'getChatMember' });
  const answered = await why(EMMA);
  expect(answered).toContain('language: uk\n');
  expect(answered).toContain('language  getChatMember  2026-01-15 12:00\n');
});

it('remembers for a week what the user left alone, where rankings learn', async () => {
  vi.stubEnv('RANKING', 'learned');
  const orders = [
    await addOrder(stage, 'gardening_one'),
    await addOrder(stage, 'gardening_two'),
    await addOrder(stage, 'gardening_three'),
  ];
  for (const [at, daysAgo] of [3, 8].entries()) {
    const nowMs = Date.now() - daysAgo * DAY_MS;
    const impressions = [listed(orders[at]!.orderId)];
    const isFirst = at === 0;
    await stage.store.sponsors.record(
      EMMA,
      requestRecord({ botId, nowMs, impressions, notesUser: isFirst, isFirstForBot: isFirst }),
    );
  }
  const liked = await why(EMMA);
  for (const [at, times] of ['0.5', '1', '1'].entries())
    expect(liked).toMatch(new RegExp(`^ +${String(orders[at]!.orderId)} +${times} {2}yes$`, 'm'));
});
