/** Who can be blocked by a moderator: neither themselves nor an administrator. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Emulator, moderatorId, openEmulator, openStage, type Stage } from '../cases/stage.js';

const ADMINISTRATOR = 2_001;
const SECOND_ADMINISTRATOR = 2_002;
const PERSON = 2_003;

let emulator: Emulator;
let stage: Stage;

beforeEach(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, {
    MODERATOR_IDS: `${String(moderatorId)},${String(ADMINISTRATOR)}`,
    ADMIN_IDS: `${String(ADMINISTRATOR)},${String(SECOND_ADMINISTRATOR)}`,
  });
  for (const accountId of [moderatorId, ADMINISTRATOR, SECOND_ADMINISTRATOR, PERSON])
    await stage.service.accounts.open({ accountId, firstName: 'Somebody', username: '', language: 'en' });
});
afterEach(async () => {
  await stage.close();
  await emulator.close();
});

it.each([
  { blocks: moderatorId, blocked: moderatorId, isAllowed: false },
  { blocks: moderatorId, blocked: ADMINISTRATOR, isAllowed: false },
  { blocks: moderatorId, blocked: PERSON, isAllowed: true },
  { blocks: ADMINISTRATOR, blocked: ADMINISTRATOR, isAllowed: false },
  { blocks: ADMINISTRATOR, blocked: SECOND_ADMINISTRATOR, isAllowed: true },
  { blocks: ADMINISTRATOR, blocked: moderatorId, isAllowed: true },
  { blocks: PERSON, blocked: moderatorId, isAllowed: false },
  // At the terminal everything is in reach.
  { blocks: null, blocked: ADMINISTRATOR, isAllowed: true },
])('$blocks blocks $blocked: $isAllowed', async ({ blocks, blocked, isAllowed }) => {
  const { accounts } = stage.service;
  const isBlocked = async () => (await accounts.profile(blocked)).account.isBlocked;
  const blocking = accounts.block(blocks, blocked, 'Fraud.');
  if (isAllowed) await blocking;
  else await expect(blocking).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await isBlocked()).toBe(isAllowed);
  // What is blocked can be let go by the same.
  if (!isAllowed) return;
  await accounts.unblock(blocks, blocked);
  expect(await isBlocked()).toBe(false);
});

it('no block is without a reason, and the latest counts', async () => {
  const { accounts } = stage.service;
  for (const reason of ['', '  ', 'x'.repeat(501)])
    await expect(accounts.block(null, PERSON, reason)).rejects.toMatchObject({ topic: 'reason_length' });
  expect((await accounts.profile(PERSON)).account.isBlocked).toBe(false);
  await accounts.block(null, PERSON, 'Bought subscribers.');
  await accounts.unblock(null, PERSON);
  await accounts.block(null, PERSON, 'Bought subscribers again.');
  expect(await accounts.whyBlocked(PERSON)).toBe('Bought subscribers again.');
});
