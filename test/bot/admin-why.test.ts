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
    `language: ru (assumed)\norder ${String(first.orderId)}: can be shown\norder ${String(second.orderId)}: can be shown\n2 running order(s).\n`,
  );
  await stage.store.memberships.observe([
    { userId: EMMA, resourceId: String(second.chatId), state: 'in', updateId: 1, atMs: Date.now() },
  ]);
  const reasons = await why(EMMA);
  expect(reasons).toContain(`order ${String(first.orderId)}: can be shown\n`);
  expect(reasons).toMatch(new RegExp(`order ${String(second.orderId)}: member\\. \\w`));
});

it('says which language it goes by, and who told what is known', async () => {
  const atMs = Date.UTC(2026, 0, 15, 12);
  await stage.store.audience.learn(EMMA, { languageCode: 'uk' }, atMs, { language: 'getChatMember' });
  const answered = await why(EMMA);
  expect(answered).toContain('language: uk\n');
  expect(answered).toContain('known: language by getChatMember, 2026-01-15T12:00:00.000Z\n');
});
