/** Report jobs and files, limits, exclusions, conversations, and signs of life. */
import type { AsOf } from './as-of.js';
import type { WorkQueue } from './work-queue.js';

export type TimeRange = 'today' | '3days' | '7days' | 'all';

export interface ReportJob {
  taskId: string;
  orderId: number;
  accountId: number;
  includePrice: boolean;
  timeRange: TimeRange;
  status: 'pending' | 'ready' | 'failed';
  /** Unguessable name under which the file is served, and what a person sees it called; `""` until ready. */
  fileKey: string;
  fileName: string;
  expiresAtMs: number;
  createdAtMs: number;
  /** Claims so far, this one included. */
  attempts: number;
}

export interface JobStore extends WorkQueue<ReportJob> {
  /** Durable: the holder of the task's id comes back for it. */
  queue(job: Omit<ReportJob, 'status' | 'fileKey' | 'fileName' | 'attempts'>): Promise<void>;
  find(taskId: string): Promise<ReportJob | null>;
  findByFile(fileKey: string): Promise<ReportJob | null>;
  /** How many of an account's reports are neither made nor given up. */
  waiting(accountId: number): Promise<number>;
  done(taskId: string, file: { fileKey: string; fileName: string; expiresAtMs: number }): Promise<void>;
  failed(taskId: string, reason: string, retryAtMs: number | null): Promise<void>;
  /** Takes out jobs whose file has expired and answers their file keys, so that the files can be deleted. */
  expire(nowMs: number, limit: number): Promise<string[]>;
  /** A file of subscriber ids, written while it is downloaded; the id is unguessable. Durable. */
  putIdFile(file: IdFile): Promise<void>;
  findIdFile(fileId: string, nowMs: number): Promise<IdFile | null>;
}

export interface IdFile extends Pick<
  ReportJob,
  'orderId' | 'accountId' | 'timeRange' | 'createdAtMs' | 'expiresAtMs'
> {
  fileId: string;
}

export interface LimitStore {
  /** Takes one of `max` in every window of `windowMs`; holds across processes and restarts. */
  take(
    key: string,
    max: number,
    windowMs: number,
    nowMs: number,
  ): Promise<{ allowed: boolean; retryAfterMs: number }>;
}

/** `interface.md`, /toggle-exclusion. `botId` 0 in a publisher's exclusion is all of the account's bots. */
export interface ExclusionStore {
  /** Durable, as the other side's: a caller does not ask again for what it knows as excluded. */
  setForAdvertiser(orderId: number, botId: number, isExcluded: boolean, nowMs: number): Promise<void>;
  setForPublisher(
    accountId: number,
    botId: number,
    orderId: number,
    isExcluded: boolean,
    nowMs: number,
  ): Promise<void>;
  /** Orders that are not to be shown in this bot, by whichever side. At most 10,000. */
  ofBot(botId: number, accountId: number): Promise<Set<number>>;
  botsOfOrder(orderId: number): Promise<Set<number>>;
  /** Orders this publisher excluded from the bot, or from all their bots. */
  ordersOfPublisher(accountId: number, botId: number): Promise<Set<number>>;
  /** Moves with every change, made by whatever process. */
  version(asOf?: AsOf): Promise<number>;
}

/**
 * Where conversations of the operator bot survive a restart, and what the installation has to know of itself. Values are text. What was not written to for 30 days is taken
 * out by `sponsors.purge`.
 */
export interface SessionStore {
  read(key: string): Promise<string | null>;
  write(key: string, value: string, nowMs: number): Promise<void>;
  /** Writes where `before` is what stands there still; resolves to whether it was. */
  replace(key: string, before: string, value: string, nowMs: number): Promise<boolean>;
  /** Writes where nothing stands; resolves to what stands there then, this or what was there before. Durable. */
  claim(key: string, value: string, nowMs: number): Promise<string>;
  delete(key: string): Promise<void>;
  /** Keys that begin so, in their order; at most 1,000. */
  keys(prefix: string, limit: number): Promise<string[]>;
}

/** What waits for a worker, and what was given up. */
export interface Backlog {
  /** Counted up to 100,000, as are the dead. */
  waiting: number;
  /** How long the oldest of them has waited, whether or not it may be taken already. */
  oldestMs: number;
  /** Given up, and kept to be looked at. */
  dead: number;
}

/** What waits in the store at one moment, for an operator who watches the service. */
export interface Backlogs {
  /** `updates`: those that are deferred (`update-store.ts`); none of them is given up. */
  outboxes: Record<'blocks' | 'notifications' | 'reports' | 'updates', Backlog>;
  /** Held money whose time has come. */
  holds: Backlog;
  ordersRunning: number;
  /** Orders that wait for a moderator. */
  ordersWaiting: number;
  /** Withdrawals that wait to be paid out. */
  withdrawals: Backlog;
  /** Payments that the platform has still to give back. */
  refunds: Backlog;
}

/** The lists behind the figures of `Backlogs`: orders that run, what waits for a worker, and what was given up. */
export const queuedNames = [
  'running',
  ...(['blocks', 'notices', 'reports', 'webhooks', 'updates'] as const),
  ...(['blocks_failed', 'notices_failed', 'reports_failed', 'webhooks_failed'] as const),
] as const;
export type Queued = (typeof queuedNames)[number];

export interface QueuedLine {
  /** When it was queued, or happened; of an order, when it was created. */
  atMs: number;
  accountId: number | null;
  botId: number | null;
  userId: number | null;
  orderId: number | null;
  /** The kind of a notification, or the name of an order. */
  kind: string;
  /** Why it was given up. */
  reason: string;
}

/** What keeps something from working, as the process that met it reports it to the others. */
export interface Trouble {
  /** In a few words, without a secret; null: it works. */
  words: string | null;
  sinceMs: number;
}

/** What the store takes of its disk. */
export interface StoreSizes {
  dataBytes: number;
  /** The write-ahead log of a SQLite file; null where the database's server keeps its own. */
  logBytes: number | null;
  /** What a server keeps of its log for replicas that are behind; null where there is none. */
  heldLogBytes: number | null;
}

/** How far behind the replica is, and whether it is read. */
export interface ReplicaState {
  lagMs: number;
  isRead: boolean;
}

export interface HealthStore {
  /** Throws when the store cannot be read, written, or has migrations to come. */
  check(): Promise<void>;
  beat(process: string, nowMs: number): Promise<void>;
  lastBeatMs(process: string): Promise<number | null>;
  /** Writes down whether the platform answers the process that takes its updates. */
  reportPlatform(trouble: Trouble): Promise<void>;
  /** The last report; null before anything was. */
  platform(): Promise<Trouble | null>;
  backlogs(nowMs: number): Promise<Backlogs>;
  /** A page of what a figure counts, at most 100: what is due first, or what failed last. */
  queued(name: Queued, page: { offset: number; limit: number }): Promise<QueuedLine[]>;
  sizes(): Promise<StoreSizes>;
  /** As last looked at; null where there is none. */
  replica(): ReplicaState | null;
  /**
   * Resolves when another process has committed something, or this one has queued something to be claimed, since the
   * last call with this very signal (with a new one: from now on); or when the signal aborts. So that no loop takes away
   * what another waits for, each comes with a signal of its own.
   */
  changed(signal: AbortSignal): Promise<void>;
}
