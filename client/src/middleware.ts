/** What the middleware of grammY and of Telegraf have in common. */
import { createGate, type Gate, type GateOptions } from './gate/gate.js';
import { type Call, readUpdate, type Update } from './gate/update.js';

/** A gate's options, but for what the bot itself brings. */
export type GuardOptions = Omit<GateOptions, 'call'>;

/** Middleware that only those pass who have nothing left to do. */
export interface Guard {
  (ctx: { update: object }, next: () => Promise<void>): Promise<void>;
  readonly gate: Gate;
}

interface Framework {
  call: Call;
  /** Handles an update from the beginning. */
  handle(update: Update): Promise<void>;
  /** Sees every update. */
  use(middleware: (ctx: { update: object }, next: () => Promise<void>) => Promise<void>): void;
  /** The context's method that answers a pressed button. */
  answerMethod: string;
}

export function createGuard({ call, handle, use, answerMethod }: Framework, options: GuardOptions): Guard {
  const gate = createGate({ ...options, call });
  const { prefix = 'subgram' } = options;
  const again = new WeakSet<object>();

  const guard = async (ctx: { update: object }, next: () => Promise<void>): Promise<void> => {
    const update = ctx.update as Update;
    if (again.has(update)) {
      // The press that was kept has been answered when it came; the platform takes one answer.
      Object.assign(ctx, { [answerMethod]: () => Promise.resolve(true) });
      return next();
    }
    for (const one of await gate.take(update)) {
      if (one === update) await next();
      else {
        again.add(one);
        await handle(one);
      }
    }
  };
  // The gate's buttons reach it also where it guards but one command.
  use((ctx, next) =>
    readUpdate(ctx.update as Update, prefix)?.press === undefined ? next() : guard(ctx, next),
  );
  return Object.assign(guard, { gate });
}
