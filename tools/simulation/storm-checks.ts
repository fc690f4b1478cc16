/**
 * What must be so after a storm, in whatever order its commands came: read past the service, from the rows themselves.
 */
import type { Books, Entry } from './books.js';
import { dayOf } from './rules.js';
import type { Storm, StormOrder } from './storm-commands.js';

/** All that is wrong; empty when nothing is. */
export function checkStorm(storm: Storm, books: Books): string[] {
  const entries = books.entriesAfter(0);
  return [
    ...checkLedger(entries, books),
    ...checkDeposits(storm, entries),
    ...checkPayouts(storm, entries),
    ...checkCharges(storm, entries, books),
    ...storm.orders.flatMap((order) => checkOrder(storm, order, books)),
  ];
}

/** Every entry sums to zero, every account is the sum of its entries, and at no moment did somebody owe. */
function checkLedger(entries: readonly Entry[], books: Books): string[] {
  const faults: string[] = [];
  const sums = new Map<string, bigint>();
  for (const { entryId, postings } of entries) {
    let sum = 0n;
    for (const [account, amount] of postings) {
      sum += amount;
      sums.set(account, (sums.get(account) ?? 0n) + amount);
      const mayOwe = account === 'fee 0' || account === 'world 0';
      if (!mayOwe && (sums.get(account) ?? 0n) < 0n)
        faults.push(`${account} fell below zero by entry ${String(entryId)}`);
    }
    if (sum !== 0n) faults.push(`entry ${String(entryId)} sums to ${String(sum)}`);
  }
  const balances = books.balances();
  for (const account of new Set([...sums.keys(), ...balances.keys()])) {
    const [held, sum] = [balances.get(account) ?? 0n, sums.get(account) ?? 0n];
    if (held !== sum) faults.push(`${account} holds ${String(held)}, and its entries sum to ${String(sum)}`);
  }
  return faults;
}

function checkDeposits({ deposits }: Storm, entries: readonly Entry[]): string[] {
  const faults: string[] = [];
  const booked = entries.filter(({ kind }) => kind === 'deposit');
  for (const [reference, { accountId, amountMicros, isKnown }] of deposits) {
    const found = booked.filter((entry) => entry.reference === reference);
    if (found.length > 1 || (isKnown && found.length === 0))
      faults.push(`${reference} was booked ${String(found.length)} times`);
    for (const { postings } of found) {
      if (postings.get(`wallet ${String(accountId)}`) !== amountMicros)
        faults.push(`${reference} was booked as something else`);
    }
  }
  const strange = booked.filter(({ reference }) => !deposits.has(reference ?? ''));
  return [...faults, ...strange.map(({ entryId }) => `nobody paid deposit ${String(entryId)}`)];
}

/** Reserved once, decided once, and as answered to the person who decided. */
function checkPayouts({ payouts }: Storm, entries: readonly Entry[]): string[] {
  const faults: string[] = [];
  const decisions = new Map<number, Entry[]>();
  for (const entry of entries) {
    const { kind, aboutEntryId } = entry;
    if (!/^withdrawal_(paid|refused|cancelled)$/.test(kind) || aboutEntryId === null) continue;
    decisions.set(aboutEntryId, [...(decisions.get(aboutEntryId) ?? []), entry]);
  }
  for (const [key, { accountId, amountMicros, isKnown, decided }] of payouts) {
    const aside = entries.filter(
      ({ kind, postings }) =>
        kind === 'withdrawal_reserve' && postings.get(`reserve ${String(accountId)}`) === amountMicros,
    );
    if (aside.length > 1 || (isKnown && aside.length === 0))
      faults.push(`${key} was set aside ${String(aside.length)} times`);
    const made = aside.flatMap(({ entryId }) => decisions.get(entryId) ?? []).map(({ kind }) => kind);
    if (made.length > 1) faults.push(`${key} was decided as ${made.join(' and ')}`);
    const told = decided.map((way) => `withdrawal_${way}`);
    if (told.length > 1 || (told.length === 1 && told[0] !== made[0]))
      faults.push(`${key} was told to be ${told.join(' and ')}, and is ${made.join()}`);
  }
  return faults;
}

/** One charge for a person of an order, and of a chat, at its price, and one way back at most; another for one who came back. */
function checkCharges({ orders }: Storm, entries: readonly Entry[], books: Books): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const targets = new Set<string>();
  const back = entries.filter(({ kind }) => kind === 'reversal').map(({ aboutEntryId }) => aboutEntryId);
  const reversed = new Set(back);
  if (reversed.size < back.length) faults.push('a charge was taken back twice');
  const charges = entries.filter(({ kind }) => kind === 'charge');
  const again = new Set<number>();
  for (const { entryId, aboutEntryId, orderId, userId } of charges.filter(
    (one) => one.aboutEntryId !== null,
  )) {
    const undone = entries.find((one) => one.kind === 'reversal' && one.entryId === aboutEntryId);
    if (undone?.orderId !== orderId || undone.userId !== userId)
      faults.push(`charge ${String(entryId)} undoes what was not taken back from it`);
    if (undone !== undefined) again.add(undone.aboutEntryId ?? 0);
  }
  for (const entry of charges.filter(({ entryId }) => !again.has(entryId))) {
    const key = `order ${String(entry.orderId)}, user ${String(entry.userId)}`;
    if (seen.has(key)) faults.push(`${key} was charged twice`);
    seen.add(key);
    const target = `chat ${String(books.order(entry.orderId ?? 0)?.resource_id)}, user ${String(entry.userId)}`;
    if (targets.has(target)) faults.push(`${target} was charged twice, over two orders`);
    targets.add(target);
    const order = orders.find(({ orderId }) => orderId === entry.orderId);
    const paid = [...entry.postings].find(
      ([account]) => account === `wallet ${String(order?.accountId)}`,
    )?.[1];
    const isOwn = [...entry.postings.keys()].filter((account) => account.startsWith('wallet')).length > 1;
    if (order !== undefined && !isOwn && paid !== undefined && -paid > order.priceMicros)
      faults.push(`${key} cost ${String(-paid)}, more than ${String(order.priceMicros)}`);
    const subscriptionStatus = books.subscriptionsOf(entry.userId ?? 0).get(entry.orderId ?? 0);
    if (subscriptionStatus?.entryId !== entry.entryId)
      faults.push(`${key} was charged and does not stand there`);
    const expected = reversed.has(entry.entryId) ? 'reversed' : 'counted';
    if (subscriptionStatus !== undefined && subscriptionStatus.charge !== expected)
      faults.push(`${key} counts as ${subscriptionStatus.charge}, and is ${expected}`);
  }
  return faults;
}

/** Never beyond what was agreed: in all, and on a day. */
function checkOrder({ people }: Storm, order: StormOrder, books: Books): string[] {
  const { orderId, quantityAll, quantityDay } = order;
  let counted = 0;
  const days = new Map<number, number>();
  for (const userId of people) {
    const subscriptionStatus = books.subscriptionsOf(userId).get(orderId);
    // One that was taken back left the place to somebody else.
    if (subscriptionStatus?.charge !== 'counted') continue;
    counted += 1;
    const day = dayOf(subscriptionStatus.atMs);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const row = books.order(orderId);
  const about = `order ${String(orderId)}`;
  const faults: string[] = [];
  if (row?.quantity_now !== counted)
    faults.push(`${about} counts ${String(row?.quantity_now)}, and has ${String(counted)}`);
  if (counted > quantityAll) faults.push(`${about} has ${String(counted)} of ${String(quantityAll)}`);
  const most = Math.max(0, ...days.values());
  if (quantityDay !== null && most > quantityDay)
    faults.push(`${about} got ${String(most)} on a day of ${String(quantityDay)}`);
  return faults;
}
