/**
 * A withdrawal that was asked for outside of the chat. It is kept aside until its person says yes in the chat: a stolen
 * key or session moves no money. The wallet is untouched until then.
 */
import { type WantedWithdrawal, type Withdrawals, withdrawalBounds } from '../ledger/index.js';
import { ServiceError } from '../errors.js';
import { keptAs } from '../kept-answers.js';
import { assertAmount, formatMoney, type Micros } from '../money.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import { takeTurn } from '../rate-limit.js';
import { textWithin } from '../reason.js';

/** What a request is sealed for, and what its key begins with. What is stored says wish, so that rows of earlier versions are read on. */
export const WITHDRAWAL_REQUEST_PURPOSE = 'withdrawal-wish';
const REQUEST_MS = 3_600_000;
const ID_BYTES = 9;
/** Requests of one person within an hour. */
const REQUESTS_MAX = 10;

type WithdrawalRequest = Omit<WantedWithdrawal, 'requestKey'>;

/** As it is sealed. */
interface Stored extends Omit<WithdrawalRequest, 'amountMicros'> {
  amount: string;
  expiresAtMs: number;
}

export interface RequestedWithdrawal {
  withdrawalRequestId: string;
  lifeSeconds: number;
}

export function createWithdrawalRequests(
  { store, clock, random, vault, settings }: Pick<Ports, 'store' | 'clock' | 'random' | 'vault' | 'settings'>,
  withdrawals: Withdrawals,
) {
  const keyOf = (accountId: number, withdrawalRequestId: string) =>
    `${WITHDRAWAL_REQUEST_PURPOSE}:${String(accountId)}:${withdrawalRequestId}`;

  const requestKeyOf = (withdrawalRequestId: string) => `wish:${withdrawalRequestId}`;

  const confirmed = (accountId: number, withdrawalRequestId: string) =>
    withdrawals.ofRequest(accountId, requestKeyOf(withdrawalRequestId));

  const assertPossible = async (
    accountId: number,
    { amountMicros, details, rail }: WithdrawalRequest,
  ): Promise<void> => {
    const { availableMicros } = await store.ledger.balance(accountId);
    const bounds = { leastMicros: withdrawals.minMicros, mostMicros: availableMicros };
    if (availableMicros < bounds.leastMicros) throw tooLittle(bounds, settings.CURRENCY);
    assertAmount(amountMicros, bounds, settings.CURRENCY);
    if (rail !== undefined) withdrawals.assertOpen(rail);
    else textWithin('details', details, { max: withdrawalBounds.detailsLengthMax });
  };

  const read = async (accountId: number, withdrawalRequestId: string): Promise<WithdrawalRequest | null> => {
    const sealed = await store.sessions.read(keyOf(accountId, withdrawalRequestId));
    if (sealed === null) return null;
    // Written here alone.
    const { amount, details, rail, expiresAtMs } = JSON.parse(
      vault.open(sealed, WITHDRAWAL_REQUEST_PURPOSE),
    ) as Stored;
    return expiresAtMs < clock.now() ? null : { amountMicros: BigInt(amount), details, rail };
  };

  return {
    /**
     * Keeps the request and asks its person in the chat.
     * @throws ServiceError `invalid` for an amount below the least or beyond what is there, or details that are empty or too
     *   long; `limited` for more than ten an hour
     */
    ask: async (accountId: number, request: WithdrawalRequest, keeping?: Keeping<RequestedWithdrawal>) => {
      const details = request.details.trim();
      await assertPossible(accountId, { ...request, details });
      const nowMs = clock.now();
      const most = { max: REQUESTS_MAX, windowMs: REQUEST_MS };
      const say = () => 'Too many withdrawals were asked for.';
      await takeTurn({ store, clock }, `withdrawal-wishes:${String(accountId)}`, most, say);
      const withdrawalRequestId = Buffer.from(random.bytes(ID_BYTES)).toString('base64url');
      const { amountMicros, rail } = request;
      const kept: Stored = { amount: String(amountMicros), details, rail, expiresAtMs: nowMs + REQUEST_MS };
      const sealed = vault.seal(JSON.stringify(kept), WITHDRAWAL_REQUEST_PURPOSE);
      await store.sessions.write(keyOf(accountId, withdrawalRequestId), sealed, nowMs);
      const facts = { wishId: withdrawalRequestId, amountMicros: String(request.amountMicros) };
      const dedupeKey = `withdrawal_confirm:${withdrawalRequestId}`;
      const asked = { withdrawalRequestId, lifeSeconds: REQUEST_MS / 1_000 };
      await store.notifications.queue(
        [{ accountId, kind: 'withdrawal_confirm', facts, dedupeKey }],
        nowMs,
        keptAs(keeping, () => asked),
      );
      return asked;
    },
    /** What the chat shows; null when it is too old, taken back, or somebody else's. */
    read,
    /** Asks for the withdrawal itself, once; null as for `read`. */
    confirm: async (accountId: number, withdrawalRequestId: string) => {
      const request = await read(accountId, withdrawalRequestId);
      if (request === null) {
        const withdrawal = await confirmed(accountId, withdrawalRequestId);
        return withdrawal === null ? null : { kind: 'already' as const, withdrawal };
      }
      // The key makes it one withdrawal, however often the button is pressed.
      const asking = await withdrawals.ask(accountId, {
        ...request,
        requestKey: requestKeyOf(withdrawalRequestId),
      });
      if (asking.kind === 'asked' || asking.kind === 'already')
        await store.sessions.delete(keyOf(accountId, withdrawalRequestId));
      return asking;
    },
    /** Takes it back; resolves to the withdrawal where it was confirmed already, else null. */
    drop: async (accountId: number, withdrawalRequestId: string) => {
      await store.sessions.delete(keyOf(accountId, withdrawalRequestId));
      return confirmed(accountId, withdrawalRequestId);
    },
  };
}

/** There is no amount that could be asked for. */
function tooLittle(
  { leastMicros, mostMicros }: { leastMicros: Micros; mostMicros: Micros },
  currency: string,
): ServiceError {
  const [min, there] = [formatMoney(leastMicros, currency, 'en'), formatMoney(mostMicros, currency, 'en')];
  return new ServiceError(
    'invalid',
    `amount: ${min} are the least to withdraw, and ${there} are available.`,
    {
      topic: 'least',
      values: { min },
    },
  );
}
