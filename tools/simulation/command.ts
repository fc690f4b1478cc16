/** The options of the command line, and the report of a run. */
import { parseArgs } from 'node:util';
import { qualityBounds } from '../../core/quality/index.js';
import type { DatabaseKind } from '../../db/index.js';
import { isSpread, storeKind } from '../../test/support/database.js';
import { canaries, type Canary } from './canaries.js';
import type { Failure, Figures, Outcome, Plan } from './plan.js';
import { play } from './run.js';

interface Shrunk {
  failure: Failure;
  /** The numbers of the steps that are left. */
  steps: number[];
  runs: number;
}

/** A run of a few thousand steps takes seconds; longer failures are left longer. */
const MAX_RUNS = 150;

interface ShrinkOptions {
  /** Builds a fresh plan: some mutations count their calls. */
  plan: () => Plan;
  maxRuns?: number;
  onRun?: (steps: number, runs: number) => void;
}

async function shrink(failure: Failure, { plan, maxRuns = MAX_RUNS, onRun }: ShrinkOptions): Promise<Shrunk> {
  let runs = 0;
  const fails = async (steps: readonly number[]): Promise<Failure | null> => {
    runs += 1;
    onRun?.(steps.length, runs);
    const last = steps.at(-1) ?? 0;
    const attempt: Plan = { ...plan(), steps: last, only: new Set(steps), auditEvery: 1 };
    const outcome: Outcome = await play(attempt);
    return outcome.failure?.promise === failure.promise ? outcome.failure : null;
  };
  let steps = Array.from({ length: Math.min(failure.step, plan().steps) }, (_, index) => index + 1);
  // Looked at after each step, it is found where it happened, which may be long before.
  let found = await fails(steps);
  if (found === null) return { failure, steps, runs };
  steps = steps.filter((step) => step <= found!.step);
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1 && runs < maxRuns;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < steps.length && runs < maxRuns;) {
      const fewer = steps.toSpliced(from, size);
      const still = await fails(fewer);
      if (still === null) from += size;
      else {
        found = still;
        steps = fewer.filter((step) => step <= still.step);
      }
    }
  }
  return { failure: found, steps, runs };
}

export interface Command {
  seed: number;
  steps: number;
  workers: number;
  store: DatabaseKind;
  canary: string | null;
  shrinks: boolean;
  writesDocs: boolean;
  only: ReadonlySet<number> | null;
  isAway: boolean;
  auditEvery: number | null;
  /** Commands that are truly done at once, instead of steps. */
  storm: number | null;
  /** Rogues on an honest day of so many users; null: none. */
  zoo: { users: number; rogue: string | null; ranking: ZooRanking; quality: number | null } | null;
}

export type ZooRanking = 'smoothed' | 'learned';

export const USAGE = `npm run simulate -- [--store sqlite|postgres] [--seed N] [--steps M] [--workers W] [--canary name|all] [--away] [--zoo] [--users N] [--rogue name] [--ranking rule] [--quality F] [--shrink] [--write-docs]
  --store kind   over which database (STORE, or sqlite); postgres starts a server of its own (STORE=citus: a cluster)
  --seed N       where chance begins (1); the same seed is the same run
  --steps M      how many steps (20000)
  --workers W    shares the steps among W processes, with seeds of their own: N, N + 1, ...
  --canary name  puts a fault in on purpose, which must be found; all: each of them, after the sound run
  --only 1,2,5   these steps alone, as --shrink tells them
  --away         the platform is away for hours
  --audit K      looks at everything after every K steps (500)
  --storm M      instead of steps: M commands over PostgreSQL by processes that do them truly at once
  --zoo          instead of steps: rogues beside an honest day, one at a time
  --users N      honest users in the zoo (1000)
  --rogue name   one rogue alone; each in one of the --workers
  --ranking rule by which orders are chosen in the zoo: smoothed (the default: figures are the same each time), or learned
  --quality F    in the zoo publishers are paid and held by the quality of their bots, and F (0.5 to 1.2) was announced of each
  --shrink       looks for the fewest steps that fail in the same way
  --write-docs   writes the figures into docs/promises.md`;

/** @throws TypeError or RangeError, in words, for what it does not understand */
export function readCommand(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      steps: { type: 'string' },
      workers: { type: 'string' },
      store: { type: 'string' },
      canary: { type: 'string' },
      only: { type: 'string' },
      audit: { type: 'string' },
      storm: { type: 'string' },
      users: { type: 'string' },
      rogue: { type: 'string' },
      ranking: { type: 'string', default: 'smoothed' },
      quality: { type: 'string' },
      away: { type: 'boolean' },
      zoo: { type: 'boolean' },
      shrink: { type: 'boolean' },
      'write-docs': { type: 'boolean' },
    },
  });
  const canary = values.canary ?? null;
  if (canary !== null && canary !== 'all' && !canaries.some(({ name }) => name === canary)) {
    throw new RangeError(`--canary must be all or one of ${canaries.map(({ name }) => name).join(', ')}`);
  }
  const store = values.store ?? storeKind;
  if (store !== 'sqlite' && store !== 'postgres') throw new RangeError('--store must be sqlite or postgres');
  return {
    store,
    seed: whole('seed', values.seed, 1),
    steps: whole('steps', values.steps, 20_000),
    workers: Math.max(1, whole('workers', values.workers, 1)),
    canary,
    shrinks: values.shrink === true,
    writesDocs: values['write-docs'] === true,
    only: values.only === undefined ? null : new Set(values.only.split(',').map(Number)),
    isAway: values.away === true,
    auditEvery: values.audit === undefined ? null : whole('audit', values.audit, 1),
    storm: values.storm === undefined ? null : whole('storm', values.storm, 1),
    zoo:
      values.zoo === true
        ? {
            users: whole('users', values.users, 1_000),
            rogue: values.rogue ?? null,
            ranking: rankingOf(values.ranking),
            quality: values.quality === undefined ? null : qualityOf(values.quality),
          }
        : null,
  };
}

function rankingOf(text: string): ZooRanking {
  if (text !== 'smoothed' && text !== 'learned')
    throw new RangeError('--ranking must be smoothed or learned');
  return text;
}

function qualityOf(text: string): number {
  const quality = /^\d(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (quality < qualityBounds.least || quality > qualityBounds.most)
    throw new RangeError('--quality must be between 0.5 and 1.2, with three decimals at most');
  return quality;
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`--${name} must be a whole number`);
  return Number(text);
}

export function planOf({ store, seed, steps, only, isAway, auditEvery }: Command): Plan {
  return {
    store,
    seed,
    steps,
    ...(only === null ? {} : { only }),
    ...(isAway ? { platformLeaves: true } : {}),
    ...(auditEvery === null ? {} : { auditEvery }),
  };
}

/** A canary is given this many steps to be found in, over so many seeds. */
const CANARY_STEPS = 4_000;
const CANARY_SEEDS = 3;
const CANARY_AUDIT = 200;

export interface Caught {
  canary: Canary;
  plan: Plan;
  /** Null: it was not found, or not as what it breaks. */
  failure: Failure | null;
}

/** What of a plan makes it a canary's. */
export function breaking({ mutation, favours }: Canary): Pick<Plan, 'mutation' | 'favours'> {
  return { mutation, ...(favours === undefined ? {} : { favours }) };
}

export async function catchCanary(canary: Canary, seed: number, store = storeKind): Promise<Caught> {
  const plan = (offset: number): Plan => ({
    store,
    seed: ((canary.fromSeed ?? seed) + offset) * (canary.seedsBy ?? 1),
    steps: CANARY_STEPS,
    auditEvery: CANARY_AUDIT,
    ...breaking(canary),
  });
  for (let offset = 0; offset < CANARY_SEEDS; offset++) {
    const { failure } = await play(plan(offset));
    const isRight = failure !== null && (canary.promises as readonly string[]).includes(failure.promise);
    if (failure !== null) return { canary, plan: plan(offset), failure: isRight ? failure : null };
  }
  return { canary, plan: plan(0), failure: null };
}

/** The command that plays over this store, and the first of its flags. */
export function wayOf(store: DatabaseKind): { run: string; flags: string; over: string } {
  if (store === 'sqlite') return { run: 'npm run simulate', flags: '', over: '' };
  return isSpread
    ? { run: 'STORE=citus npm run simulate', flags: '', over: ' over Citus' }
    : { run: 'npm run simulate', flags: '--store postgres ', over: ' over PostgreSQL' };
}

/** What to do about a failure, and with `shrinks` the shortest way to it. */
export async function tellFailure(
  failure: Failure,
  plan: () => Plan,
  { shrinks, canary }: Pick<Command, 'shrinks' | 'canary'>,
): Promise<string> {
  const { seed, auditEvery, platformLeaves, store = storeKind } = plan();
  const { run, flags: way } = wayOf(store);
  const over = ` ${way}`.trimEnd() + (platformLeaves === true ? ' --away' : '');
  const flags = `${over}${canary === null ? '' : ` --canary ${canary}`}${auditEvery === undefined ? '' : ` --audit ${String(auditEvery)}`}`;
  const told = [
    `seed ${String(seed)}, step ${String(failure.step)} (${failure.action}): promise ${failure.promise} is broken`,
    `  ${failure.message}`,
    `again:   ${run} -- --seed ${String(seed)} --steps ${String(failure.step)}${flags}`,
  ];
  if (!shrinks) return [...told, 'shorter: the same with --shrink'].join('\n');
  const short = await shrink(failure, { plan });
  const steps = short.steps.join(',');
  return [
    ...told,
    `in ${String(short.steps.length)} steps (${String(short.runs)} runs), at step ${String(short.failure.step)} (${short.failure.action}):`,
    `  ${short.failure.message}`,
    `again:   ${run} -- --seed ${String(seed)} --steps ${String(short.steps.at(-1) ?? 0)} --only ${steps} --audit 1${over}${canary === null ? '' : ` --canary ${canary}`}`,
  ].join('\n');
}

/** One line. */
export function tellFigures(figures: Figures, steps: number, seeds: number): string {
  const of = (name: string) => String(figures[name] ?? 0);
  return (
    `${String(steps)} steps of ${String(seeds)} ${seeds === 1 ? 'seed' : 'seeds'}, ${of('days')} days: ${of('charges')} charges (${of('charges by quality')} by quality, ${of('charges held longer')} held longer), ` +
    `${of('reversals')} taken back (${of('reversals later')} after everybody’s hold), ${of('returns')} booked again, ${of('deposits')} deposits, ${of('get-sponsors')} requests, ` +
    `${of('crashes')} crashes and ${of('power cut')} power cuts at ${of('fault points passed')} fault points`
  );
}

export function addUp(all: readonly Figures[]): Figures {
  const sums: Figures = {};
  for (const figures of all)
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}
