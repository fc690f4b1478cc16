/** The options of the command line, and the report of a run. */
import { parseArgs } from 'node:util';

export interface Command {
  kills: number;
  isSynchronous: boolean;
}

export const USAGE = `npm run failover -- [--kills N] [--no-synchronous]
  Three machines of docs/layouts/3-machines on this one; kills the leader under load, and looks for what was acknowledged.
  --kills N          how often (20)
  --no-synchronous   without a standby that is waited for: it must lose, which shows that a loss is seen
  WRITE_DOCS=1       writes the figures into docs/promises.md`;

const KILLS_MAX = 1_000;

/** @returns null where help is asked for @throws TypeError or RangeError, in words, for what it does not understand */
export function readCommand(args: readonly string[]): Command | null {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      kills: { type: 'string', default: '20' },
      synchronous: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const kills = Number(values.kills);
  if (!Number.isInteger(kills) || kills < 1 || kills > KILLS_MAX)
    throw new RangeError(`--kills is a number from 1 to ${String(KILLS_MAX)}`);
  return { kills, isSynchronous: values.synchronous };
}

/** What one run came to. */
export interface Figures {
  kills: number;
  acknowledged: number;
  lost: number;
  /** Shown an order without a settlement, and the leader died with that. */
  forgotten: number;
  /** Settled more often than there are subscribers. */
  doubled: number;
  /** What is wrong with the books. */
  faults: readonly string[];
  /** Of each kill, between the last acknowledged write before it and the first after it. */
  gapsMs: readonly number[];
  unavailable: number;
  slowestUnavailableMs: number;
  others: readonly string[];
  seconds: number;
}

/** Gate of the time without writes: a leader's place is free after 15 s, and two more are for the change. */
const GAP_MAX_MS = 20_000;

/** @param share 0.95: the time that so many of a hundred do not exceed */
export function percentile(valuesMs: readonly number[], share: number): number {
  const sorted = [...valuesMs].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

const inSeconds = (timeMs: number) => (timeMs / 1_000).toFixed(1);

export function rowsOf(figures: Figures): [name: string, figure: string][] {
  const { gapsMs } = figures;
  return [
    ['kills of the leader, its senders stopped before', String(figures.kills)],
    ['acknowledged settlements', String(figures.acknowledged)],
    ['lost', String(figures.lost)],
    ['doubled', String(figures.doubled)],
    ['impressions lost with a leader, which waits for no standby with them', String(figures.forgotten)],
    ['seconds without writes, p50', inSeconds(percentile(gapsMs, 0.5))],
    ['seconds without writes, p95', inSeconds(percentile(gapsMs, 0.95))],
    ['seconds without writes, longest', inSeconds(Math.max(...gapsMs))],
    ['answers of 503 meanwhile', String(figures.unavailable)],
    ['the slowest of them, seconds', inSeconds(figures.slowestUnavailableMs)],
    ['answers that were neither of sponsors nor 503', String(figures.others.length)],
    ['seconds', figures.seconds.toFixed(0)],
  ];
}

/** @returns what is wrong, in words; nothing when the run is as it must be */
export function faultsOf(figures: Figures, { isSynchronous }: Command): string[] {
  const { lost, doubled, faults, gapsMs, others } = figures;
  const p95Ms = percentile(gapsMs, 0.95);
  return [
    ...(isSynchronous && lost > 0 ? [`${String(lost)} acknowledged settlements are lost`] : []),
    ...(!isSynchronous && lost === 0 ? ['nothing was lost: this test cannot see a loss'] : []),
    ...(doubled > 0 ? [`${String(doubled)} settlements are doubled`] : []),
    ...(p95Ms > GAP_MAX_MS ? [`${inSeconds(p95Ms)} s without writes at p95`] : []),
    ...others.slice(0, 5).map((words) => `answered: ${words}`),
    ...faults,
  ];
}
