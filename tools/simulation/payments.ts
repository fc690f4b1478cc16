/** Money that comes from and goes to the world outside: what each entry must hold, by what was asked for. */
import type { Entry } from './books.js';
import type { Model, StarModel } from './model.js';
import { violation } from './violation.js';
import { addUp } from './rules.js';

const text = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Set || part instanceof Map) return [...part] as unknown;
    return typeof part === 'bigint' ? part.toString() : part;
  });

type Lines = Record<string, bigint>;

export function depositLines(model: Model, entry: Entry): Lines {
  const reference = entry.reference ?? '';
  const asked = model.asked.get(reference) ?? model.stars.get(reference);
  if (asked === undefined) throw violation('1 balance', `nobody paid deposit ${text(entry)}`);
  if (model.booked.has(reference)) throw violation('2 charge', `booked twice: ${text(entry)}`);
  model.booked.add(reference);
  return { [`wallet ${String(asked.accountId)}`]: asked.amountMicros, 'world 0': -asked.amountMicros };
}

/** A withdrawal is taken aside. */
export function asideLines(model: Model, entry: Entry): Lines {
  const found = [...model.withdrawals.values()].find(
    ({ accountId, amountMicros, entryId }) =>
      entryId === null && entry.postings.get(`reserve ${String(accountId)}`) === amountMicros,
  );
  if (found === undefined) throw violation('1 balance', `nobody asked for withdrawal ${text(entry)}`);
  const { accountId, amountMicros } = found;
  Object.assign(found, { entryId: entry.entryId, state: 'waiting' });
  return { [`wallet ${String(accountId)}`]: -amountMicros, [`reserve ${String(accountId)}`]: amountMicros };
}

/** A withdrawal is paid, refused or taken back. */
export function decidedLines(model: Model, entry: Entry): Lines {
  const about = [...model.withdrawals.values()].find(({ entryId }) => entryId === entry.aboutEntryId);
  const state = (['paid', 'refused', 'cancelled'] as const).find((one) => entry.kind === `withdrawal_${one}`);
  if (about?.state !== 'waiting' || state === undefined || !about.tried.has(state)) {
    throw violation('2 charge', `a withdrawal that was ${text(about)} came to ${text(entry)}`);
  }
  about.state = state;
  const { accountId, amountMicros } = about;
  const to = state === 'paid' ? 'world 0' : `wallet ${String(accountId)}`;
  return { [`reserve ${String(accountId)}`]: -amountMicros, [to]: amountMicros };
}

/** A payment in stars is given back: set aside, then paid by the platform or refused; or it was never asked for. */
export function refundLines(model: Model, entry: Entry): Lines {
  if (entry.kind === 'refund') return setAside(model, entry);
  const payment = [...model.stars.values()].find(
    (one) =>
      `refund:${one.chargeId}` === entry.reference ||
      (one.entryId !== null && one.entryId === entry.aboutEntryId),
  );
  if (payment === undefined) throw violation('1 balance', `nobody asked for refund ${text(entry)}`);
  const { accountId, amountMicros } = payment;
  const [wallet, reserve] = [`wallet ${String(accountId)}`, `reserve ${String(accountId)}`];
  const isWaiting = payment.refund === 'waiting' && payment.entryId === entry.aboutEntryId;
  if (entry.kind === 'refund_refused') {
    if (!isWaiting || !payment.wasRefused) throw wrongEnd(payment, entry);
    payment.refund = 'refused';
    return { [reserve]: -amountMicros, [wallet]: amountMicros };
  }
  const isUnasked = entry.aboutEntryId === null && payment.refund !== 'waiting';
  if (!payment.isGivenBack || payment.refund === 'done' || !(isWaiting || isUnasked))
    throw wrongEnd(payment, entry);
  payment.refund = 'done';
  if (isWaiting) return { [reserve]: -amountMicros, 'world 0': amountMicros };
  // What the wallet lacks is the service's loss.
  const paidMicros = model.wallet(accountId) < amountMicros ? model.wallet(accountId) : amountMicros;
  return addUp([
    [wallet, -paidMicros],
    ['fee 0', paidMicros - amountMicros],
    ['world 0', amountMicros],
  ]);
}

function setAside(model: Model, entry: Entry): Lines {
  const payment = [...model.stars.values()].find(
    ({ isWanted, refund, accountId, amountMicros }) =>
      isWanted &&
      (refund === 'none' || refund === 'refused') &&
      entry.postings.get(`reserve ${String(accountId)}`) === amountMicros,
  );
  if (payment === undefined) throw violation('1 balance', `nobody wanted refund ${text(entry)}`);
  const { accountId, amountMicros } = payment;
  Object.assign(payment, { refund: 'waiting', entryId: entry.entryId });
  return { [`wallet ${String(accountId)}`]: -amountMicros, [`reserve ${String(accountId)}`]: amountMicros };
}

function wrongEnd(payment: StarModel, entry: Entry): Error {
  return violation('2 charge', `a refund that was ${text(payment)} came to ${text(entry)}`);
}
