/** Many accounts behind one device or address: all of them are suspicious, not only the one that crosses the line. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

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

const visit = async (userId: number, fingerprint: string, address: string) => {
  const seen = { address, network: address, deviceType: 'mobile', deviceOs: 'iOS', fingerprint };
  return (await stage.service.audience.noteVisit({ botId: 7001, userId }, seen)).isSuspicious;
};

const suspicious = async (userIds: readonly number[]) => {
  const users = await Promise.all(userIds.map((userId) => stage.service.audience.find(userId)));
  return users.flatMap((user) => (user?.isSuspicious === true ? [user.userId] : []));
};

it('of one device: with the fourth account the three before it are, too', async () => {
  await visit(9, 'other device', '192.0.2.9');
  for (const userId of [1, 2, 3])
    expect(await visit(userId, 'device', `192.0.2.${String(userId)}`)).toBe(false);
  expect(await suspicious([1, 2, 3, 9])).toEqual([]);
  expect(await visit(4, 'device', '192.0.2.4')).toBe(true);
  expect(await suspicious([1, 2, 3, 4, 9])).toEqual([1, 2, 3, 4]);
  // A device of one's own clears its user again, and nobody else.
  expect(await visit(1, 'new device', '192.0.2.1')).toBe(false);
  expect(await suspicious([1, 2, 3, 4, 9])).toEqual([2, 3, 4]);
});

it('of one address: those of the last day alone', async () => {
  await visit(1, 'one', '192.0.2.1');
  stage.clock.pass(24 * 3_600_000 + 1_000);
  for (const userId of [2, 3, 4, 5])
    expect(await visit(userId, `device ${String(userId)}`, '192.0.2.1')).toBe(false);
  expect(await visit(6, 'device 6', '192.0.2.1')).toBe(true);
  expect(await suspicious([1, 2, 3, 4, 5, 6])).toEqual([2, 3, 4, 5, 6]);
});
