/** What an administrator says of a payout that is being sent, where its rail does not. The rail is asked first. */
import { decisionNotifications, type SettlePayout } from '../ledger/index.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { PayoutRail, RailTransfer } from '../ports/payment-rail.js';
import type { PayoutWord, RailPayout } from '../ports/rail-store.js';
import type { CheckPayouts } from './checks.js';
import { spendIdOf } from './spend-id.js';

/** What a rail was last asked to send that long ago has come to its end there. */
const SILENT_MS = 3_600_000;

export function createPayoutWord(
  { store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>,
  parts: {
    railOf(name: string): PayoutRail | undefined;
    checks: CheckPayouts;
    end(payout: RailPayout, transfer: RailTransfer): Promise<boolean>;
  },
): SettlePayout {
  const { railOf, checks } = parts;

  const askAboutTransfer = async (payout: RailPayout, word: PayoutWord, askedAtMs: number): Promise<void> => {
    const spendId = spendIdOf(payout.withdrawalId, askedAtMs);
    const made = (await railOf(payout.rail)?.transferBy(spendId)) ?? null;
    const transfer = made?.kind === 'certain' ? made.value : undefined;
    // One to somebody else is not this payout.
    if (transfer && (await parts.end(payout, transfer))) throw conflict('it was sent', 'payout_sent');
    if (transfer === null && word.state === 'paid') throw conflict('it was not sent', 'payout_not_sent');
  };

  const askAboutCheck = async (payout: RailPayout, word: PayoutWord, untilMs: number): Promise<void> => {
    const rail = railOf(payout.rail);
    if (rail?.checks == null) return;
    // Nothing is deleted for a word that does not count yet.
    if ((payout.triedAtMs ?? payout.begunAtMs) >= untilMs) throw askedLately();
    const check = await checks.look(rail.checks, payout);
    if (check === undefined) return;
    if (check !== null && check.takenAtMs !== null) {
      await checks.carryOn(rail, [payout]);
      throw conflict('it was sent', 'payout_sent');
    }
    if (word.state === 'paid') throw conflict('its check was not taken', 'check_not_taken');
    if (check !== null && (await rail.checks.remove(check.checkId)).kind !== 'certain')
      throw conflict('the check was not deleted', 'check_not_deleted');
  };

  return async (withdrawal, word, keeping) => {
    const { withdrawalId, askedAtMs } = withdrawal;
    const payout = await store.rails.payout(withdrawalId);
    if (payout === null) throw new TypeError('a withdrawal is being sent without a payout');
    if (word.note === '') throw new ServiceError('invalid', 'note: say how you know.', { topic: 'required' });
    const nowMs = clock.now();
    const untilMs = nowMs - SILENT_MS;
    await (payout.checkId === null
      ? askAboutTransfer(payout, word, askedAtMs)
      : askAboutCheck(payout, word, untilMs));
    const args = [withdrawalId, word, untilMs, decisionNotifications, nowMs, keeping] as const;
    const outcome = await store.rails.settlePayout(...args);
    if (outcome === null) throw askedLately();
    const { decidedBy, state } = word;
    log.warn({ withdrawalId, by: decidedBy ?? 'terminal', state }, 'a payout was settled by word');
    return outcome;
  };
}

const conflict = (what: string, topic: Topic) =>
  new ServiceError('conflict', `The payment service says: ${what}.`, { topic });

type Topic = 'payout_sent' | 'payout_not_sent' | 'check_not_taken' | 'check_not_deleted';

const askedLately = () =>
  new ServiceError('conflict', 'The payment service was asked to send it less than an hour ago.', {
    topic: 'payout_asked_lately',
  });
