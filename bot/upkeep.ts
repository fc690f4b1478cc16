/** What is done from time to time: signs of life, held money whose time has come, lost checks, where links lead, rows that have ended, the daily check, what the platform tells of users. */
import type { Log } from '../core/ports.js';
import type { Service } from '../core/service.js';

const BEAT_MS = 3_000;
/** One step is bounded, so that nobody waits for it; as many as this follow each other. */
const STEPS_MAX = 200;

export interface Upkeep {
  /** Lets the step that is under way finish. */
  stop(): Promise<void>;
}

/** Runs work whenever the clock matches an expression as cron has them, one run at a time. */
interface Timetable {
  at(expression: string, name: string, work: () => Promise<unknown>): { stop(): void };
}

export interface UpkeepParts {
  log: Log;
  timetable: Timetable;
  /** Up to when every update of the platform is done with; null: not known yet. */
  drainedAtMs(): number | null;
  /** The same; while the platform is asked and has nothing to give, that is now. */
  takenUntilMs(): number | null;
}

export async function startUpkeep(
  service: Service,
  { log, timetable, drainedAtMs, takenUntilMs }: UpkeepParts,
): Promise<Upkeep> {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** Steps until there is nothing left to do. */
  const inSteps = async (name: string, step: () => Promise<number>): Promise<void> => {
    try {
      for (let count = 0; count < STEPS_MAX && !stopping.signal.aborted; count += 1)
        if ((await step()) === 0) return;
    } catch (error) {
      log.error({ name, error: String(error) }, 'upkeep failed; it comes again');
    }
  };
  const every = (expression: string, name: string, step: () => Promise<number>): { stop(): void } =>
    timetable.at(expression, name, async () => {
      const work = inSteps(name, step);
      running.add(work);
      await work;
      running.delete(work);
    });

  const { upkeep } = service;
  const once = async (step: () => Promise<unknown>): Promise<number> => {
    await step();
    return 0;
  };
  const tasks = [
    // Who left within the hold is paid back, also when their update comes late: so what is not told yet is waited for.
    every('* * * * *', 'holds', () => upkeep.releaseHolds(drainedAtMs() ?? 0)),
    // What a moderator has decided: a publisher who reads of it looks into the wallet soon.
    every('*/5 * * * * *', 'trust', () => upkeep.settleHeld()),
    // A sweep asks about each lost order in turn: one a minute keeps the platform's patience.
    every('* * * * *', 'sweep', () => once(() => upkeep.sweep())),
    every('*/5 * * * * *', 'links', () => once(() => upkeep.resolveLinks())),
    every('*/5 * * * * *', 'own links', () => upkeep.ownLinks()),
    every('*/5 * * * * *', 'unseen', () => upkeep.checkUnseen()),
    every('* * * * *', 'summaries', () => service.summaries.queueDue()),
    every('* * * * *', 'refunds', () => once(() => upkeep.finishRefunds())),
    // New users first: an order may demand what only the platform tells of them.
    every('*/5 * * * * *', 'traits', () => upkeep.refreshTraits(stopping.signal)),
    every('*/10 * * * *', 'purge', () => upkeep.purge()),
    // Once a day, whenever the service runs: whoever was down at midnight makes it within the hour.
    every('17 * * * *', 'check', () => once(() => upkeep.check())),
  ];

  const beat = async (): Promise<void> => {
    const untilMs = takenUntilMs();
    const heard = untilMs === null ? null : service.membership.heard(untilMs);
    await Promise.all([service.health.beat('bot'), heard]).catch((error: unknown) => {
      log.error({ error: String(error) }, 'no sign of life could be given');
    });
  };
  await beat();
  const beating = setInterval(() => void beat(), BEAT_MS);

  return {
    stop: async () => {
      stopping.abort();
      clearInterval(beating);
      for (const task of tasks) task.stop();
      await Promise.all(running);
    },
  };
}
