/** What moderators see of the service's own state. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moderatorId } from '../cases/stage.js';
import { type ApiStage, openApiStage, owner } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

it('everything that waits for a worker is listed, deferred updates too', async () => {
  const { service, store, botId } = stage;
  await service.accounts.open({ ...owner, accountId: moderatorId });
  const key = await service.accounts.revealKey(moderatorId, 'access');
  const agoMs = Date.now() - 60_000;
  await store.updates.defer(botId, { updateId: 1, body: '{}', queue: '-1:1', happenedAtMs: agoMs }, agoMs);
  const { body } = await stage.post('/moderation', key, { action: 'status' });
  const { outboxes } = body['result'] as { outboxes: { name: string; waiting: number }[] };
  expect(outboxes.map(({ name, waiting }) => [name, waiting])).toEqual([
    ['blocks', 0],
    ['notices', 0],
    ['reports', 0],
    ['webhooks', 0],
    ['updates', 1],
  ]);
});
