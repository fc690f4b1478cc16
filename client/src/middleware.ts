/** What the middleware of grammY and of Telegraf have in common. */
import { createGate, type Gate, type GateOptions } from './gate/gate.js';
import type { StateStore } from './memory.js';
import { type Call, readUpdate, type Update } from './gate/update.js';

/** A gate's options, but for what the bot itself brings. */
export type GuardOptions = Omit<GateOptions, 'call'>;

/** Middleware that only those pass who have nothing left to do. */
export interface Guard {
  (ctx: { update: object }, next: () => Promise<void>): Promise<void>;
  readonly gate: Gate;
}

/** As much of a bot as both frameworks share: everything that comes goes through `handleUpdate`. */
export interface Handling {
  handleUpdate(update: never, reply?: never): Promise<void>;
}

interface Framework {
  bot: Handling;
  call: Call;
  token: string;
  /** Has the bot take answers to these presses as given. */
  silence(isAnswered: (parameters: { callback_query_id?: unknown } | undefined) => boolean): void;
  /** Ends the request by which the platform brought an update that reaches no handler. */
  end?(reply: unknown): void;
}

type Handle = (update: Update, reply?: unknown) => Promise<void>;

/** Prefixes of the guards that a bot has. */
const taken = new WeakMap<object, Set<string>>();

/** So many replayed presses are remembered; handlers that answer later are out of luck. */
const ANSWERED_MAX = 1_000;

export function createGuard({ bot, call, token, silence, end }: Framework, options: GuardOptions): Guard {
  const { prefix = 'subgram', state, ...others } = options;
  claimPrefix(bot, prefix);
  const [botId = ''] = token.split(':');
  const own = state === undefined ? {} : { state: partOf(state, `${botId}:${prefix}:`) };
  const gate = createGate({ secret: token, ...others, ...own, prefix, call });
  const answered = new Set<unknown>();
  silence((parameters) => answered.has(parameters?.callback_query_id));

  /** What is in the hands of this bot, and what it handles when that one is through. */
  const open = new WeakMap<object, Update[]>();
  const handleUpdate = (bot.handleUpdate as Handle).bind(bot);
  const run: Handle = async (update, reply) => {
    const after: Update[] = [];
    open.set(update, after);
    try {
      await handleUpdate(update, reply);
    } finally {
      await replay(after, update);
    }
  };
  /** As new updates of the bot: no lock is held any more, and no session open. */
  const replay = async ([update, ...others]: readonly Update[], current: Update): Promise<void> => {
    if (update === undefined) return;
    // A press that was kept was answered when it came, and the platform takes one answer; the one that has just come was not.
    const queryId = (update as { callback_query?: { id: string } }).callback_query?.id;
    if (queryId !== undefined && update !== current) answered.add(queryId);
    const [oldest] = answered;
    if (answered.size > ANSWERED_MAX) answered.delete(oldest);
    try {
      await run(update);
    } finally {
      await replay(others, current);
    }
  };

  const handle: Handle = async (update, reply) => {
    // The gate's own buttons never reach the bot, wherever the guard stands in it.
    if (readUpdate(update, prefix)?.press === undefined) return run(update, reply);
    const updates = await gate.take(update);
    end?.(reply);
    return replay(updates, update);
  };
  Object.assign(bot, { handleUpdate: handle });

  const guard = async ({ update }: { update: object }, next: () => Promise<void>): Promise<void> => {
    const after = open.get(update);
    if (after === undefined) throw new Error(MISPLACED);
    const updates = await gate.take(update as Update);
    if (updates.length === 1 && updates[0] === update) return next();
    after.push(...updates);
  };
  return Object.assign(guard, { gate });
}

/** Bots may share a state: what one of them has shown is not another's. */
const partOf = (state: StateStore, name: string): StateStore => ({
  get: (key) => state.get(name + key),
  set: (key, value, ttlMs) => state.set(name + key, value, ttlMs),
  delete: (key) => state.delete(name + key),
  claim: (key, ttlMs) => state.claim(name + key, ttlMs),
});

const MISPLACED = 'guard: it must stand in the middleware of the very bot that it was made with.';

function claimPrefix(bot: Handling, prefix: string): void {
  if (typeof (bot as Partial<Handling>).handleUpdate !== 'function')
    throw new TypeError('guard: the first argument must be the bot itself, not a part of it.');
  const prefixes = taken.get(bot) ?? new Set();
  if (prefixes.has(prefix))
    throw new TypeError(
      'guard: this bot has one already. Put that one in several places, or give each its own `prefix`.',
    );
  taken.set(bot, prefixes.add(prefix));
}
