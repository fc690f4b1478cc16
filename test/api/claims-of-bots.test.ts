/** A bot that another account holds with its token: how its owner gets it back (`decisions.md`, Bots). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiStage, openApiStage, owner } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
  await stage.service.accounts.open({ ...owner, accountId: 502 });
});
afterAll(() => stage.close());

/** A bot of the platform's that the first account has added with its token. */
async function heldBot(botId: number) {
  const username = `held${String(botId)}_bot`;
  const token = `${String(botId)}:the-first-token-of-it`;
  const { platform, service, accountId } = stage;
  await platform.bots({ token, username, first_name: 'Held' });
  const { apiKey } = await service.bots.add(accountId, { token, settings: {} });
  return { botId, username, token, apiKey };
}

async function add(token: string) {
  const access = await stage.service.accounts.revealKey(502, 'access');
  return stage.post('/bots', access, { action: 'add', bot_token: token });
}

it('is told how to get it back, and has it once the old token is revoked', async () => {
  const { botId, username, token, apiKey } = await heldBot(7100);
  const refused = await add(token);
  expect(refused.http).toBe(409);
  expect(refused.body['message']).toMatch(/^Bot 7100 \(@held7100_bot\) is held by another account/);
  expect(refused.body['message']).toMatch(/revoked .* add it here with the new token/);

  const fresh = '7100:a-new-token-after-the-revocation';
  await stage.platform.bots({ token: fresh, username, first_name: 'Held' });
  const given = await add(fresh);
  expect(given.http).toBe(200);
  expect(await stage.store.bots.find(botId)).toMatchObject({ accountId: 502, hasToken: true });
  expect((await stage.post('/get-balance', apiKey)).http, 'the old Bot Key').toBe(401);
});

it('is not had by a new token while the platform does not say that the old one is refused', async () => {
  const { botId, username, token } = await heldBot(7101);
  const fresh = '7101:a-new-token-after-the-revocation';
  await stage.platform.bots({ token: fresh, username, first_name: 'Held' });
  await stage.platform.faults({ token, kind: '500', times: 20 });
  expect((await add(fresh)).http).toBe(409);
  expect(await stage.store.bots.find(botId)).toMatchObject({ accountId: stage.accountId });
});

it('is not had when its holder gave the new token meanwhile', async () => {
  const { botId, username } = await heldBot(7102);
  const fresh = '7102:a-new-token-after-the-revocation';
  await stage.platform.bots({ token: fresh, username, first_name: 'Held' });
  await stage.service.bots.update(stage.accountId, botId, { token: fresh, settings: {} });
  expect((await add(fresh)).http).toBe(409);
  expect(await stage.store.bots.find(botId)).toMatchObject({ accountId: stage.accountId });
});
