/** Many accounts behind one device or address: all of them are suspicious, not only the one that crosses the line. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSuspicious } from '../../core/audience/index.js';
import type { Vouching } from '../../core/audience/index.js';
import { type Emulator, moderatorId, openEmulator, openStage, type Stage } from '../cases/stage.js';

const DAY_MS = 86_400_000;

let emulator: Emulator;
let stage: Stage;

beforeEach(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, {
    SUSPICION_PER_FINGERPRINT: '3',
    SUSPICION_PER_ADDRESS: '4',
    SUSPICION_WINDOW_HOURS: '24',
  });
});

afterEach(async () => {
  await stage.close();
  await emulator.close();
});

/** @param vouching who says that it is this user: without the platform, a script could have made the visit */
const visit = async (
  userId: number,
  fingerprint: string,
  address: string,
  vouching: Vouching = 'platform',
): Promise<boolean> => {
  const seen = { address, network: address, deviceType: 'mobile', deviceOs: 'iOS', fingerprint };
  await stage.service.audience.noteVisit({ botId: 7001, userId }, seen, vouching);
  return (await suspicious([userId])).length > 0;
};

/** Of all who visited, those who are suspicious now. */
const suspicious = async (userIds: readonly number[]) => {
  const users = await Promise.all(userIds.map((userId) => stage.store.audience.find(userId)));
  return users.flatMap((user) =>
    user !== null && isSuspicious(user, stage.clock.now()) ? [user.userId] : [],
  );
};

it('of one device: with the fourth account the three before it are, too', async () => {
  await visit(9, 'other device', '192.0.2.9');
  for (const userId of [1, 2, 3])
    expect(await visit(userId, 'device', `192.0.2.${String(userId)}`)).toBe(false);
  expect(await suspicious([1, 2, 3, 9])).toEqual([]);
  expect(await visit(4, 'device', '192.0.2.4')).toBe(true);
  expect(await suspicious([1, 2, 3, 4, 9])).toEqual([1, 2, 3, 4]);
  // No later visit ends it.
  expect(await visit(1, 'new device', '192.0.2.1')).toBe(true);
  expect(await suspicious([1, 2, 3, 4, 9])).toEqual([1, 2, 3, 4]);
});

it('needs a witness: visits that a script could make on behalf of users make nobody suspicious', async () => {
  const users = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const vouching of ['nobody', 'bot'] as const)
    for (const userId of users) await visit(userId, 'device', '192.0.2.1', vouching);
  expect(await suspicious(users)).toEqual([]);
  // Nor do they count beside those that have one.
  for (const userId of [11, 12, 13]) await visit(userId, 'device', '192.0.2.1');
  expect(await suspicious([...users, 11, 12, 13])).toEqual([]);
});

it('lasts for 30 days after its last evidence, or until a moderator ends it', async () => {
  const { audience } = stage.service;
  for (const userId of [1, 2, 3, 4]) await visit(userId, 'device', `192.0.2.${String(userId)}`);
  stage.clock.pass(29 * DAY_MS);
  expect(await suspicious([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
  for (const userId of [1, 5, 6, 7]) await visit(userId, 'another', `198.51.100.${String(userId)}`);
  stage.clock.pass(DAY_MS + 60_000);
  expect(await suspicious([1, 2, 3, 4, 5, 6, 7])).toEqual([1, 5, 6, 7]);
  await expect(audience.clearSuspicion(2001, 1)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await audience.suspicion(moderatorId, 1)).toBeGreaterThan(stage.clock.now());
  expect(await audience.clearSuspicion(moderatorId, 1)).toBe(true);
  expect(await audience.suspicion(moderatorId, 1)).toBeNull();
  expect(await suspicious([1, 5, 6, 7])).toEqual([5, 6, 7]);
});

it('of one address: those of the last day alone', async () => {
  await visit(1, 'one', '192.0.2.1');
  stage.clock.pass(24 * 3_600_000 + 1_000);
  for (const userId of [2, 3, 4, 5])
    expect(await visit(userId, `device ${String(userId)}`, '192.0.2.1')).toBe(false);
  expect(await visit(6, 'device 6', '192.0.2.1')).toBe(true);
  expect(await suspicious([1, 2, 3, 4, 5, 6])).toEqual([2, 3, 4, 5, 6]);
});
