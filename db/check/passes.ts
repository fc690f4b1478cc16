/**
 * Compares what is kept as things happen with the ledger and the subscribers. A pass goes through its parts slice by slice.
 * Each slice reads a page by a key or an index, locks nothing, and is right whatever others write before and after it: it is of
 * one moment, or of what is not written to any more (entries, and days that are over).
 */
import type { CheckOutcome, CheckPart, CheckPass } from '../../core/ports/check-store.js';
import { statement, type Work } from '../work/statement.js';
import { emptyOutcome } from '../work/stored-json.js';
import { checkBots } from './bot-walk.js';
import { checkDaysOfBots, checkDaysOfOrders } from './day-walk.js';
import { Findings } from './findings.js';
import { checkAccounts, checkEntries } from './ledger-walk.js';
import { checkOrders } from './order-walk.js';
import { type DayOf, Memory, type Pace, type Part, type Walking } from './walking.js';
import { checkReserves } from './reserve-walk.js';
import { checkUnpaid } from './unpaid-walk.js';
import { setImmediate as turn } from 'node:timers/promises';
import type { CheckPasses } from '../work/checks.js';
import type { Reader } from '../work/database.js';

const parts: Readonly<Record<CheckPart, Part>> = {
  entries: checkEntries,
  accounts: checkAccounts,
  reserves: checkReserves,
  orders: checkOrders,
  bots: checkBots,
  unpaid: checkUnpaid,
  days: checkDaysOfOrders,
  bot_days: checkDaysOfBots,
};

/** Orders are checked before bots: counters of bots are held to those of pairs. */
const whole: readonly CheckPart[] = ['entries', 'accounts', 'reserves', 'orders', 'bots', 'unpaid'];
const recent: readonly CheckPart[] = ['entries', 'accounts', 'reserves', 'days', 'bot_days'];

/** Parts that are read as the primary has them: a replica may not have an entry yet that is below the last one. */
const ofLedger: ReadonlySet<CheckPart> = new Set<CheckPart>(['entries', 'accounts', 'reserves']);

const max = (column: string, table: string) =>
  statement<[], { last: number | null }>(`SELECT max(${column}) AS last FROM ${table}`);
const [lastAccount, lastOrder, lastBot, lastUser] = [
  max('ledger_account_id', 'ledger_accounts'),
  max('order_id', 'orders'),
  max('bot_id', 'bots'),
  max('user_id', 'subscriptions'),
];
/** Where a part ends; null where it is one slice. */
const endsOf: Readonly<Record<Exclude<CheckPart, 'entries'>, typeof lastOrder | null>> = {
  accounts: lastAccount,
  reserves: null,
  orders: lastOrder,
  bots: lastBot,
  unpaid: lastUser,
  days: lastOrder,
  bot_days: lastBot,
};

/** @param to up to where it goes: no entry with a lower number is written any more */
function beginPass(before: CheckOutcome | null, to: CheckPass['to']): CheckPass {
  const since = before?.checked ?? null;
  const counts = { entries: 0, subscribers: 0, orders: 0, bots: 0 };
  return {
    since,
    to: { ...to, day: Math.max(to.day, since?.day ?? to.day) },
    part: 'entries',
    place: null,
    last: to.entryId,
    openEntryId: null,
    // What was found stays found until a pass over everything does not find it.
    outcome: before === null || since === null ? emptyOutcome() : { ...before, ...counts },
  };
}

/** One slice; after the last of a part, the next part. */
function* goOn(walking: Walking): Work<void> {
  const { pass } = walking;
  if (pass.part === null) return;
  pass.place = yield* parts[pass.part](walking, pass.place);
  if (pass.place !== null) return;
  const all = pass.since === null ? whole : recent;
  pass.part = all[all.indexOf(pass.part) + 1] ?? null;
  if (pass.part === null) end(pass);
  else if (pass.part !== 'entries') {
    const last = endsOf[pass.part];
    pass.last = last === null ? 0 : ((yield* last.get())?.last ?? 0);
  }
}

/** What came on a day that is not over yet is looked at once more when it is. */
function end({ to, openEntryId, outcome }: CheckPass): void {
  outcome.checked = { ...to, entryId: openEntryId === null ? to.entryId : openEntryId - 1 };
}

/** What a database goes through a pass with. */
export interface CheckReading {
  pace: Pace;
  /** The last entry; from now on none with a lower number is written. */
  lastEntry(): Promise<number>;
  /** Each piece of work is read at one moment of its own. */
  open(): { ledger: Pick<Reader, 'read'>; figures: Pick<Reader, 'read'>; close(): void };
}

export function createCheckPasses(dayOf: DayOf, reading: CheckReading): CheckPasses {
  const memories = new WeakMap<CheckPass, Memory>();

  const begin: CheckPasses['begin'] = async (before, toDay) =>
    beginPass(before, { entryId: await reading.lastEntry(), day: toDay });

  const advance: CheckPasses['advance'] = async (from, forMs) => {
    const untilMs = performance.now() + forMs;
    const known = memories.get(from);
    const memory = known ?? new Memory();
    const findings = new Findings(from.outcome);
    const pass = { ...from, outcome: findings.outcome };
    if (known === undefined && pass.part === 'unpaid') pass.place = null;
    const { ledger, figures, close } = reading.open();
    try {
      do {
        const walking = { pass, findings, memory, dayOf, pace: reading.pace };
        if (pass.part === null) break;
        await (ofLedger.has(pass.part) ? ledger : figures).read(() => goOn(walking));
        await turn();
      } while (performance.now() < untilMs);
    } finally {
      close();
    }
    memories.set(pass, memory);
    return pass;
  };

  return {
    begin,
    advance,
    compare: async () => (await advance(await begin(null, Number.MAX_SAFE_INTEGER), Infinity)).outcome,
  };
}
