/**
 * Signals between processes: users with changed request contexts, changed figures of orders, and versions of
 * all remembered values. Each commit leaves rows (`touched.ts`); one look reads all of them at one moment.
 *
 * The number of its transaction (`xid8`) identifies a row, not a counter of rows: the transaction with the
 * lower number may commit last, and a reader with the highest seen number would skip its row. A look sends
 * the server the snapshot of the last look, and gets the rows that only the new snapshot sees: those of transactions that were
 * under way then, or began later. All others since the oldest of these were seen: where one lasts for an hour, they are many.
 *
 * The log is kept in memory and on no disk (UNLOGGED), as is its epoch. A server that crashed, or another that took over, has
 * neither: numbers of transactions may come again there, so that all is forgotten that was remembered. Versions may come again
 * there, too, where the other lacked the last of them: the count of takeovers distinguishes them.
 */
import { ofPostgres } from '../work/statement.js';
import type { VersionName, Versions } from '../work/versions.js';
import type { Commands } from './commands.js';
import { perform } from './perform.js';
import { TOUCHED } from './touched.js';
import { hotStatement } from './statement.js';

/** Rows are dropped when this old at least, and who has not looked for half as long forgets everything. */
const KEPT_MS = 60_000;
/** So many users are known apart; then all who were not touched since count as touched once. */
const MAX_APART = 50_000;

type Look = ReturnType<Memory['look']>;
export type InvalidationLog = ReturnType<typeof createInvalidationLog>;

type News = [users: number[] | null, orders: boolean];

interface LookRow {
  versions: Record<VersionName, number>;
  snapshot: string;
  epoch: string | null;
  news: News[] | null;
}

const lookAgain = hotStatement<[snapshot: string | null], LookRow>(
  `SELECT (SELECT json_object_agg(name, value) FROM versions) AS versions, pg_current_snapshot()::text AS snapshot,
     (SELECT epoch FROM invalidation_epoch) AS epoch,
     (SELECT json_agg(json_build_array(users, orders)) FROM invalidations
      WHERE xid >= pg_snapshot_xmax($1::pg_snapshot)
        OR xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))) AS news`,
);
const beginEpoch = ofPostgres(
  `INSERT INTO invalidation_epoch (only_one, epoch) VALUES (true, gen_random_uuid()::text) ON CONFLICT DO NOTHING`,
);
/** What every process has seen that looked since the older snapshot; in another epoch its numbers mean nothing. */
const drop = ofPostgres<
  [snapshot: string | null, epoch: string | null],
  { snapshot: string; epoch: string | null }
>(
  `WITH gone AS (DELETE FROM invalidations WHERE xid < pg_snapshot_xmax($1::pg_snapshot)
     AND pg_visible_in_snapshot(xid, $1::pg_snapshot) AND (SELECT epoch FROM invalidation_epoch) = $2)
   SELECT pg_current_snapshot()::text AS snapshot, (SELECT epoch FROM invalidation_epoch) AS epoch`,
);

/** @param keptMs how old rows become at least before they are dropped */
export function createInvalidationLog(commands: Commands, keptMs = KEPT_MS) {
  const memory = new Memory();
  let underWay: { begunAtMs: number; look: Promise<Look> } | null = null;
  let next: Promise<Look> | null = null;
  let seen: { snapshot: string; epoch: string; atMs: number } | null = null;

  const read = async (begunAtMs: number): Promise<Look> => {
    const known = seen !== null && begunAtMs - seen.atMs < keptMs / 2 ? seen : null;
    // What cannot be read is not known to be as it was, either.
    seen = null;
    const row = await commands.hot.askOnce((transaction) =>
      perform(transaction, lookAgain.get(known?.snapshot ?? null)),
    );
    if (row === undefined) throw new TypeError('a row of nothing but what is there is always there');
    const { epoch, snapshot, news } = row;
    memory.noteEpoch(epoch);
    if (known === null || epoch === null || epoch !== known.epoch) memory.forget();
    else memory.note(news ?? []);
    if (epoch === null) await commands.askOnce((transaction) => perform(transaction, beginEpoch.run()));
    else seen = { snapshot, epoch, atMs: begunAtMs };
    return memory.look(new Map(Object.entries(row.versions) as [VersionName, number][]));
  };

  /** It is begun after all who share it have asked: none of them sees a moment before it asked. */
  const readNext = async (): Promise<Look> => {
    await underWay?.look.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    next = null;
    const begunAtMs = performance.now();
    underWay = { begunAtMs, look: read(begunAtMs) };
    return underWay.look;
  };

  keepShort(commands, keptMs);

  return {
    /**
     * Looks; callers at the same time share a look.
     * @param since a moment of `performance.now()`: a look that was begun then, or later, will do; default now
     */
    look: (since = Infinity): Promise<Look> => {
      if (underWay !== null && underWay.begunAtMs >= since) return underWay.look;
      next ??= readNext();
      return next;
    },
  };
}

/** Drops rows when they are old, by those who write them. */
function keepShort(commands: Commands, keptMs: number): void {
  let old: { snapshot: string; epoch: string | null; atMs: number } | null = null;
  let isDropping = false;

  const dropOld = async () => {
    const atMs = performance.now();
    // No command of the service, so no process needs a signal.
    const row = await commands.askOnce((transaction) =>
      perform(transaction, drop.get(old?.snapshot ?? null, old?.epoch ?? null)),
    );
    old = row === undefined ? null : { ...row, atMs };
  };

  commands.afterCommit((topics) => {
    const isYoung = old !== null && performance.now() - old.atMs < keptMs;
    if (isYoung || isDropping || !topics.has(TOUCHED)) return;
    isDropping = true;
    dropOld()
      // The next commit tries again.
      .catch(() => undefined)
      .finally(() => {
        isDropping = false;
      });
  });
}

/** The results of the looks so far. */
class Memory {
  /** Counts the looks that brought something. */
  #count = 0;
  /** The count of all who have none of their own. */
  #floor = 0;
  #orders = 0;
  #epoch: string | null = null;
  #takeovers = 0;
  readonly #users = new Map<number, number>();

  forget(): void {
    this.#count += 1;
    this.#users.clear();
    this.#floor = this.#count;
    this.#orders = this.#count;
  }

  note(news: readonly News[]): void {
    if (news.length === 0) return;
    if (news.some(([users]) => users === null) || this.#users.size >= MAX_APART) {
      this.forget();
      return;
    }
    this.#count += 1;
    for (const [users, orders] of news) {
      for (const userId of users ?? []) this.#users.set(userId, this.#count);
      if (orders) this.#orders = this.#count;
    }
  }

  noteEpoch(epoch: string | null): void {
    // It has none yet where it took over just now; the first that is seen of one's own start is no takeover.
    if (this.#epoch !== null && epoch !== this.#epoch) this.#takeovers += 1;
    this.#epoch = epoch;
  }

  /** What was to be seen at one moment. */
  look(versions: ReadonlyMap<VersionName, number>) {
    return {
      versions,
      /** Moves when another copy of the database took over, which may have lost what made the versions that were seen before. */
      takeovers: this.#takeovers,
      /** Moves when something which a request context of this user reads may have been written, by whatever process. */
      of: (userId: number) => this.#users.get(userId) ?? this.#floor,
      /** Moves when an order's subscribers or links may have been written, or a balance. */
      orders: this.#orders,
    };
  }
}

/** More than a version ever moves. */
const VERSIONS_MAX = 2 ** 32;

/** A version with the takeovers that were seen, as one number that grows with both. */
interface SeenVersion {
  takeovers: number;
  value: number;
}

export function seenVersion(number: number): SeenVersion {
  return { takeovers: Math.floor(number / VERSIONS_MAX), value: number % VERSIONS_MAX };
}

export function createVersions(log: InvalidationLog): Versions {
  return {
    of: (name) => async (asOf) => {
      const { versions, takeovers } = await log.look(asOf);
      return takeovers * VERSIONS_MAX + (versions.get(name) ?? 0);
    },
  };
}
