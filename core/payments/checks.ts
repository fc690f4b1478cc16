/**
 * Payouts as checks, where the operator has switched the rail's transfers off. The rail keeps no id of ours with a check, so one process
 * alone asks for it, and a lost answer is looked for in the rail's list before the check is asked for again. A payout ends
 * when its person takes the check; until then it is being sent, which may be for ever.
 */
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { CheckRail, PayoutRail, RailCheck } from '../ports/payment-rail.js';
import type { RailPayout } from '../ports/rail-store.js';
import { ratioOf } from '../ratio.js';
import { listed } from './rail-pages.js';

/** The rail's clock may be so far from ours. */
const CLOCKS_MS = 60_000;
/** After that time the rail's lists have what was asked for and whose answer was lost. */
const LISTED_MS = 600_000;
/** A payout that was sent by a check was begun at most so long before the rail made it. */
const ASKED_MS = 7 * 86_400_000;
/** Of checks since the question whose answer was lost. */
const PAGES_MAX = 20;

export type CheckPayouts = ReturnType<typeof createCheckPayouts>;

/** What is done with a payout that ends. */
export interface PayoutEnds {
  end(payout: RailPayout, check: RailCheck): Promise<boolean>;
  refuse(payout: RailPayout, reason: string): Promise<boolean>;
}

export function createCheckPayouts(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { end, refuse }: PayoutEnds,
) {
  const note = async (
    { withdrawalId, accountId }: RailPayout,
    { checkId, takenAtMs }: RailCheck,
  ): Promise<void> => {
    const notification = {
      accountId,
      kind: 'payout_check' as const,
      facts: { withdrawalId },
      dedupeKey: `payout-check:${String(withdrawalId)}:${checkId}`,
    };
    const notifications = takenAtMs === null ? [notification] : [];
    await store.rails.noteCheck(withdrawalId, checkId, notifications, clock.now());
  };

  const begin = async (rail: CheckRail, payout: RailPayout, lookedAtMs: number) => {
    const { withdrawalId, accountId: userId, asset, assetAmount: amount, checkId, triedAtMs } = payout;
    // What was tried before may be on its way. A process may have stood still since it looked.
    if (lookedAtMs - (triedAtMs ?? 0) < LISTED_MS) return false;
    const lastAskedAtMs = checkId === null ? null : triedAtMs;
    const askedAtMs = clock.now();
    if (!(await store.rails.askCheck(withdrawalId, lastAskedAtMs, askedAtMs))) return false;
    // After a pause another process may be asking by now.
    if (clock.now() - askedAtMs > CLOCKS_MS) return false;
    const made = await rail.make({ userId, asset, amount });
    if (made.kind === 'refused') return refuse(payout, made.reason);
    if (made.kind === 'certain') await note(payout, made.value);
    return false;
  };

  const isOfAnother = async (
    { rail }: RailPayout,
    { checkId, atMs, takenAtMs }: RailCheck,
  ): Promise<boolean> =>
    (await store.rails.sendingByCheck(rail, checkId)) !== null ||
    (takenAtMs !== null && (await store.rails.hasSentByCheck(rail, checkId, atMs - ASKED_MS)));

  /**
   * A check that was asked for, whose answer was lost. Undefined: the rail did not say. It may be taken already: an
   * administrator sees it in the rail's app, and may have given its link to the person.
   */
  const find = async (rail: CheckRail, payout: RailPayout): Promise<RailCheck | null | undefined> => {
    const sinceMs = (payout.triedAtMs ?? payout.begunAtMs) - CLOCKS_MS;
    const made = await listed((from) => rail.madeSince(sinceMs, from), PAGES_MAX);
    if (made?.isAll !== true) return undefined;
    for (const check of made.items)
      if (isSum(payout, check) && !(await isOfAnother(payout, check))) return check;
    return null;
  };

  const resume = async (rail: CheckRail, payout: RailPayout): Promise<boolean> => {
    const lookedAtMs = clock.now();
    const found = await find(rail, payout);
    if (found === undefined) return false;
    if (found === null) return begin(rail, payout, lookedAtMs);
    await note(payout, found);
    return found.takenAtMs !== null && end(payout, found);
  };

  const look = async (rail: CheckRail, payout: RailPayout) => {
    if (payout.checkId === '' || payout.checkId === null) return find(rail, payout);
    const answer = await rail.byIds([payout.checkId]);
    return answer.kind === 'certain' ? (answer.value[0] ?? null) : undefined;
  };

  return {
    /**
     * Has the rail make the check of a payout, which does not end by that.
     * @param lookedAtMs before the rail was asked whether it has made it
     * @returns whether the payout ended
     */
    begin,
    /** Goes on with payouts by checks; returns how many ended. */
    carryOn: async ({ checks: rail }: PayoutRail, payouts: readonly RailPayout[]) => {
      if (rail === null || payouts.length === 0) return 0;
      let ended = 0;
      const awaited = payouts.filter(({ checkId }) => checkId === '');
      for (const payout of awaited) if (await resume(rail, payout)) ended += 1;
      const made = payouts.filter(({ checkId }) => checkId !== '');
      const answer = made.length === 0 ? null : await rail.byIds(made.map(({ checkId }) => checkId ?? ''));
      if (answer?.kind !== 'certain') return ended;
      const known = new Map(answer.value.map((check) => [check.checkId, check]));
      for (const payout of made) {
        const check = known.get(payout.checkId ?? '');
        if (check === undefined) await refuse(payout, 'its check was deleted');
        if (check?.takenAtMs === null) continue;
        if (check === undefined || (await end(payout, check))) ended += 1;
      }
      return ended;
    },
    /** How the check of a payout stands. Undefined: the rail did not say. Null: there is none. */
    look,
    /** Where its person takes it; null: there is nothing to take. @throws ServiceError `unavailable` when the rail does not answer */
    url: async (rail: CheckRail | null, payout: RailPayout) => {
      // One whose number is not known yet is noted first.
      const isThere = (payout.checkId ?? '') !== '' && payout.state === 'sending';
      if (rail === null || !isThere) return null;
      const check = await look(rail, payout);
      if (check === undefined)
        throw new ServiceError('unavailable', 'The payment service does not answer. Try again in a minute.');
      return check?.takenAtMs === null ? check.url : null;
    },
  };
}

/** Whether this is what the payout is to bring. */
export function isSum(
  payout: Pick<RailPayout, 'asset' | 'assetAmount'>,
  { asset, amount }: { asset: string; amount: string },
): boolean {
  const [wanted, made] = [ratioOf(payout.assetAmount), ratioOf(amount)];
  return (
    asset === payout.asset && wanted.numerator * made.denominator === made.numerator * wanted.denominator
  );
}
