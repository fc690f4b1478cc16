/** What is done from time to time: signs of life, held money whose time has come, lost checks, where links lead, rows that have ended, the daily check, the quality of bots, the error of forecasts, what the platform says of users. */
import type { Log } from '../core/ports.js';
import type { Service } from '../core/service.js';
import { pause } from './pause.js';

const BEAT_MS = 3_000;
/** One step is bounded, so that no request waits for it; as many as this follow each other. */
const STEPS_MAX = 200;

/** Runs work whenever the clock matches an expression as cron has them, one run at a time. */
export interface Timetable {
  at(expression: string, name: string, work: () => Promise<unknown>): { stop(): void };
}

export interface MaintenanceParts {
  log: Log;
  timetable: Timetable;
}

/** Tasks of a timetable, each in steps until there is nothing left to do. */
class Tasks {
  readonly stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #tasks: { stop(): void }[] = [];

  constructor(private readonly parts: MaintenanceParts) {}

  every(expression: string, name: string, step: () => Promise<number>): void {
    this.#at(expression, name, async () => {
      for (let count = 0; count < STEPS_MAX && !this.stopping.signal.aborted; count += 1)
        if ((await step()) === 0) return;
    });
  }

  /**
   * Goes on until all is done, however much that is. After each step it rests for as long as that took, so that at least
   * half of the time is left to those who wait for the same writer.
   */
  wholly(expression: string, name: string, step: () => Promise<boolean>): void {
    const { signal } = this.stopping;
    this.#at(expression, name, async () => {
      while (!signal.aborted) {
        const startedMs = performance.now();
        if (await step()) return;
        await pause(performance.now() - startedMs, signal);
      }
    });
  }

  #at(expression: string, name: string, steps: () => Promise<void>): void {
    const task = this.parts.timetable.at(expression, name, async () => {
      const work = steps().catch((error: unknown) => {
        this.parts.log.error({ name, error: String(error) }, 'maintenance failed; it comes again');
      });
      this.#running.add(work);
      await work;
      this.#running.delete(work);
    });
    this.#tasks.push(task);
  }

  /** Lets the step that is under way finish. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const task of this.#tasks) task.stop();
    await Promise.all(this.#running);
  }
}

/**
 * Pays held money out whose time has come, where the updates are worked off.
 * @param drainedAtMs up to when every update of the platform is done with; null: not known yet
 */
export function startHolds(
  { maintenance }: Service,
  parts: MaintenanceParts & { drainedAtMs(): number | null },
): Tasks {
  const tasks = new Tasks(parts);
  // Who left within the hold is paid back, also when their update comes late: so updates that are still to come are waited for.
  tasks.every('* * * * *', 'holds', () => maintenance.releaseHolds(parts.drainedAtMs() ?? 0));
  return tasks;
}

/** Says every few seconds that this process lives. */
export function startBeating({ health }: Service, log: Log): Promise<{ stop(): void }> {
  return everyBeat(() => health.beat('bot'), log);
}

/**
 * Notes every few seconds up to when updates were taken, for those who ask whether their silence means anything.
 * @param stream.takenUntilMs null: not known yet
 * @param stream.checkerBotId whose updates; null: the operator bot's
 */
export function startHearing(
  { membership }: Service,
  log: Log,
  stream: { takenUntilMs: () => number | null; checkerBotId: number | null },
): Promise<{ stop(): void }> {
  return everyBeat(async () => {
    const untilMs = stream.takenUntilMs();
    if (untilMs !== null) await membership.heard(untilMs, stream.checkerBotId);
  }, log);
}

async function everyBeat(work: () => Promise<void>, log: Log): Promise<{ stop(): void }> {
  const beat = async (): Promise<void> => {
    await work().catch((error: unknown) => {
      log.error({ error: String(error) }, 'no sign of life could be given');
    });
  };
  await beat();
  const beating = setInterval(() => void beat(), BEAT_MS);
  return {
    stop: () => clearInterval(beating),
  };
}

export function startMaintenance(service: Service, parts: MaintenanceParts): Tasks {
  const tasks = new Tasks(parts);
  const { maintenance } = service;
  const once = async (step: () => Promise<unknown>): Promise<number> => {
    await step();
    return 0;
  };
  // What a moderator has decided: a publisher who reads of it looks into the wallet soon.
  tasks.every('*/5 * * * * *', 'trust', () => service.trust.settleHeld());
  // What an administrator has begun in the cabinet; each reversal is done in small steps.
  tasks.every('*/5 * * * * *', 'reversals', () =>
    once(() => service.reversals.finishBegun(tasks.stopping.signal)),
  );
  // A sweep asks about each lost order in turn: one a minute keeps the platform's patience.
  tasks.every('* * * * *', 'sweep', () => once(() => service.membership.sweep()));
  tasks.every('*/5 * * * * *', 'links', () => once(() => maintenance.resolveLinks()));
  tasks.every('*/5 * * * * *', 'own links', () => maintenance.ownLinks());
  tasks.every('*/5 * * * * *', 'unseen', () => maintenance.checkUnseen());
  tasks.every('* * * * *', 'summaries', () => service.summaries.queueDue());
  tasks.every('* * * * *', 'money summary', () => once(() => service.daySummary.queueDue()));
  tasks.every('* * * * *', 'refunds', () => once(() => service.refunds.finishWaiting()));
  // Soon after each start all of them, later those that are new.
  tasks.every('*/10 * * * *', 'stars', () => service.starDeposits.compare());
  tasks.every('* * * * *', 'referrals', () => service.referrals.book());
  tasks.every('* * * * *', 'deposits', () => once(() => service.deposits.refresh()));
  tasks.every('*/10 * * * * *', 'payouts', () => once(() => service.payouts.run()));
  tasks.every('*/10 * * * *', 'reconciliation', () => once(() => service.reconciliation.run()));
  // New users first: an order may demand what only the platform says of them.
  tasks.every('*/5 * * * * *', 'traits', () => maintenance.refreshTraits(tasks.stopping.signal));
  // Each table by itself, so that one that takes hours keeps none of the others waiting.
  for (const table of maintenance.purgedTables)
    tasks.wholly('*/10 * * * *', `purge ${table}`, () => maintenance.purge(table));
  // Once a day, whenever the service runs: a service that was down at midnight makes it within the hour.
  tasks.wholly('17 * * * *', 'check', () => service.checks.step());
  tasks.every('43 * * * *', 'quality', () => once(() => maintenance.readQuality(tasks.stopping.signal)));
  // Hourly, since what says that an order stood still is kept for a day only.
  tasks.every('53 * * * *', 'forecasts', () =>
    once(() => maintenance.recordForecasts(tasks.stopping.signal)),
  );
  return tasks;
}
