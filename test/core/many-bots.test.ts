/** A publisher with more bots than most, where the operator lets accounts have them (`BOTS_MAX`). */
import { expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';
import type { Ports } from '../../core/ports.js';
import { createFoundJoins } from '../../core/reversals/found-joins.js';
import { createTrust } from '../../core/trust/index.js';

const PUBLISHER = 501;
const BOTS = 1_500;
const settings = parseSettings({
  BOT_TOKEN: '1234567:operator-token',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  BOTS_MAX: '5000',
});

/** Over a store with that publisher; the ids of the bots that are refused. */
function world() {
  const refused: number[] = [];
  const account = { accountId: PUBLISHER, isTrusted: false };
  const bots = Array.from({ length: BOTS }, (_, at) => ({ botId: at + 1, trust: 'unknown' }));
  const store = {
    accounts: { find: () => Promise.resolve(account) },
    bots: {
      ofAccount: (_: number, limit: number) => Promise.resolve(bots.slice(0, limit)),
      moderate: (botId: number) => Promise.resolve({ botId: refused.push(botId) }),
    },
    trust: { decideAccount: () => Promise.resolve(account) },
  };
  const ports = { store, clock: { now: () => 0 }, settings } as unknown as Ports;
  return { ports, refused };
}

it('loses the trust in every one of them', async () => {
  const { ports, refused } = world();
  expect(await createTrust(ports).refuseAccount(PUBLISHER, null)).toMatchObject({ bots: BOTS });
  expect(refused).toHaveLength(BOTS);
});

it('has the charges of every one of them taken back', async () => {
  const wanted = { of: { accountId: PUBLISHER }, orderId: null, fromDay: null, toDay: null, reason: 'Fraud' };
  const { botIds } = await createFoundJoins(world().ports).scopeOf(null, wanted);
  expect(botIds).toHaveLength(BOTS);
});
