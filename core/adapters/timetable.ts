/**
 * What is done at times of the day. A job runs one at a time; one whose time has passed meanwhile, however often, runs once.
 * The machine's clock may be set while we run: then the next times follow the new clock, and the log has one line. A time
 * that the clock of a zone jumps over is due at the jump.
 */
import { createTask, type ScheduledTask, validate } from 'node-cron';
import type { MomentRange } from '../days.js';
import type { Log } from '../ports.js';
import { spansOfOffset } from '../zone.js';

/** No timer sleeps longer, so that a clock that was set is noticed. */
const LOOK_MS = 60_000;
/** What a clock differs by is no more than a correction of it, or a busy machine. */
const STEP_MS = 2_000;
const MINUTE_MS = 60_000;
/** A time that passed longer ago, while no process ran, is not made up for: each minute since is looked at, 14 µs each. */
const MISSED_WITHIN_MS = 7 * 86_400_000;

export interface Timetable {
  /**
   * Runs `work` whenever the clock matches the expression (five fields as cron has them, or six with seconds).
   * What it throws stands in the log.
   * @param timeZone IANA name; default UTC, since a zone's hour that comes twice matches in its second pass alone
   * @param lastMs when it ran last, in another process: a time that passed since is due at once; default now
   */
  at(
    expression: string,
    name: string,
    work: () => Promise<unknown>,
    timeZone?: string,
    lastMs?: number,
  ): { stop(): void };
}

/** Whether an expression ever matches a clock; a minute 70 and a 31 February never do. */
export const hasRuns = (expression: string): boolean => validate(expression);

export function createTimetable(log: Log): Timetable {
  // The second of the two is never set.
  let differsByMs = Date.now() - performance.now();

  /** Reports a clock that was set, once for all jobs. */
  const lookAtClock = (): void => {
    const byMs = Math.round(Date.now() - performance.now() - differsByMs);
    differsByMs += byMs;
    if (Math.abs(byMs) >= STEP_MS) log.warn({ by_ms: byMs }, 'the clock of the machine was set');
  };

  return {
    at: (expression, name, work, timeZone = 'UTC', lastMs = Infinity) => {
      const task = timesOf(expression, timeZone);
      const inUtc = timesOf(expression, 'UTC');
      const nextAfterMs = (): number => task.getNextRuns(1)[0]?.getTime() ?? Infinity;
      let nextMs = isMissed(task, lastMs) ? Date.now() : nextAfterMs();
      let lookedAtMs = Date.now();
      let timer: NodeJS.Timeout | undefined;
      let isStopped = false;

      const run = async (): Promise<void> => {
        try {
          await work();
        } catch (error) {
          log.error({ name, error: String(error) }, 'what was due failed; it comes again');
        }
      };
      const wake = async (): Promise<void> => {
        lookAtClock();
        const since = { fromMs: lookedAtMs, toMs: Date.now() };
        lookedAtMs = since.toMs;
        if (since.toMs >= nextMs || isJumpedOver(inUtc, since, timeZone)) await run();
        // From now, rather than onwards from the last time: a clock that was set back would hold it up until then.
        nextMs = nextAfterMs();
        arm();
      };
      const arm = (): void => {
        if (isStopped) return;
        const waitMs = Math.min(LOOK_MS, Math.max(1, nextMs - Date.now()));
        timer = setTimeout(() => void wake(), waitMs);
      };
      arm();
      return {
        stop: () => {
          isStopped = true;
          clearTimeout(timer);
          void task.destroy();
          void inUtc.destroy();
        },
      };
    },
  };
}

/** Never started: it only says what its times are. Its own timer would make up for every time that a jump passed over. */
const timesOf = (expression: string, timezone: string): ScheduledTask =>
  createTask(expression, () => undefined, { timezone });

/** Whether one of its times passed after `lastMs`. */
function isMissed(task: ScheduledTask, lastMs: number): boolean {
  const nowMs = Date.now();
  const sinceMs = Math.max(lastMs, nowMs - MISSED_WITHIN_MS);
  for (let atMs = nowMs - (nowMs % MINUTE_MS); atMs > sinceMs; atMs -= MINUTE_MS)
    if (task.match(new Date(atMs))) return true;
  return false;
}

/** @param inUtc takes what the zone's clock shows for UTC: there is no moment at which a clock shows what it jumps over */
function isJumpedOver(inUtc: ScheduledTask, { fromMs, toMs }: MomentRange, timeZone: string): boolean {
  const spans = spansOfOffset(fromMs, toMs + 1, timeZone);
  return spans.some(({ toMs: jumpMs, offsetMs }, index) => {
    const endMs = jumpMs + (spans[index + 1]?.offsetMs ?? offsetMs);
    for (let wallMs = jumpMs + offsetMs; wallMs < endMs; wallMs += MINUTE_MS)
      if (inUtc.match(new Date(wallMs))) return true;
    return false;
  });
}
