/** `admin why`: of each running order, whether this user of this bot can be shown it, and if not, the first reason. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admin, stubAdminEnvironment } from './admin-stage.js';
import { addOrder, openServiceStage, type ServiceStage, setScene } from './service-stage.js';

const EMMA = 302;

let stage: ServiceStage;
let botId: number;

beforeEach(async () => {
  stage = await openServiceStage();
  ({ botId } = await setScene(stage));
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
    `language: ru (assumed)\nOrder  Can be shown  Code  Why not\n-----  ------------  ----  -------\n    ${String(first.orderId)}  yes\n    ${String(second.orderId)}  yes\n2 running order(s).\n`,
  );
  await stage.store.memberships.observe([
    { userId: EMMA, resourceId: String(second.chatId), state: 'in', updateId: 1, atMs: Date.now() },
  ]);
  const reasons = await why(EMMA);
  expect(reasons).toMatch(new RegExp(`^ +${String(first.orderId)} {2}yes$`, 'm'));
  expect(reasons).toMatch(new RegExp(`^ +${String(second.orderId)} {2}no +member {2}\\w`, 'm'));
});

it('says which language it goes by, and who told what is known', async () => {
  const atMs = Date.UTC(2026, 0, 15, 12);
  await stage.store.audience.learn(EMMA, { languageCode: 'uk' }, atMs, { language: 'getChatMember' });
  const answered = await why(EMMA);
  expect(answered).toContain('language: uk\n');
  expect(answered).toContain('language  getChatMember  2026-01-15 12:00\n');
});
