/**
 * The market: compares policies of choosing in a world whose truth is known.
 *
 *     npm run market -- --help
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fillingRun, type FillingRun, fillingTable, incomeOf } from './filling-table.js';
import { type FillingName, fillingNames } from './fillings.js';
import { FirstLists } from './first-lists.js';
import { measure, type Measures } from './measures.js';
import { policies, type PolicyName, policyNames } from './policies.js';
import { type Run, tableOf, writePage } from './table.js';
import { Market, type Told, type WorldOptions } from './world.js';

const USAGE = `npm run market -- [--seed 1] [--seeds 1] [--policy all] [--runs FILE] [--first-lists late|first] [--hold HOURS] [--fillings all] [--write-docs]
  --seed N       the first world
  --seeds N      how many worlds, one after the other
  --policy A,B   ${policyNames.join(', ')}; or all
  --runs FILE    keeps what was measured there, a line a run, and goes on where it stopped
  --first-lists  with first lists, pins, gender and premium in the world; whether the platform is asked about a user
                 behind the first list, or before it
  --hold HOURS   users who leave within these are not paid for; default the service's HOLD_HOURS
  --fillings A,B ${fillingNames.join(', ')}; or all: a market with other networks, and
                 how lists are filled from them; each by the policy learned
  --write-docs   writes the table into docs/market.md`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    policy: { type: 'string', default: 'all' },
    runs: { type: 'string' },
    'first-lists': { type: 'string' },
    hold: { type: 'string' },
    fillings: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

function namesOf<Name extends string>(text: string, names: readonly Name[]): readonly Name[] {
  if (text === 'all') return names;
  return text.split(/, */).map((name) => {
    const known = names.find((one) => one === name);
    if (known === undefined) throw new RangeError(`nothing is called ${name}\n${USAGE}`);
    return known;
  });
}

function keptRuns<Kept>(file: string | undefined): Kept[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Kept);
}

function keep(run: Run | FillingRun): void {
  if (values.runs !== undefined) appendFileSync(values.runs, `${JSON.stringify(run)}\n`);
}

async function fill(seed: number, filling: FillingName): Promise<FillingRun> {
  const result = await new Market(seed, policies.learned, { ...worldOf(seed), filling }).live();
  const run = fillingRun(seed, filling, result);
  say(`seed ${String(seed)}, ${filling}: publishers’ income ${incomeOf(run).toFixed(0)}`);
  keep(run);
  return run;
}

async function fillAll(seeds: readonly number[], names: readonly FillingName[]): Promise<void> {
  const kept = keptRuns<FillingRun>(values.runs);
  const runs: FillingRun[] = [];
  for (const seed of seeds)
    for (const name of names)
      runs.push(kept.find((run) => run.seed === seed && run.filling === name) ?? (await fill(seed, name)));
  say(fillingTable(runs));
}

/** @throws RangeError for words that it does not know */
function worldOf(seed: number): WorldOptions {
  const { hold, 'first-lists': rule } = values;
  if (rule !== undefined && rule !== 'late' && rule !== 'first') throw new RangeError(USAGE);
  if (hold !== undefined && !/^\d{1,3}$/.test(hold)) throw new RangeError(USAGE);
  return {
    ...(rule === undefined ? {} : { firstLists: new FirstLists(seed, rule) }),
    ...(hold === undefined ? {} : { holdMs: Number(hold) * 3_600_000 }),
  };
}

async function play(seed: number, policy: PolicyName): Promise<Run> {
  const startedMs = performance.now();
  const told = await new Market(seed, policies[policy], worldOf(seed)).live();
  const measures = measure(told);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  say(
    `seed ${String(seed)}, ${policy}: income ${measures.income.toFixed(0)}${sayShares(measures)}${sayTold(told)}, ${seconds} s`,
  );
  const run = { seed, policy, measures };
  keep(run);
  return run;
}

/** The bots reported to moderators, where the quality of bots was read. */
function sayTold({ told }: Told): string {
  if (told === null) return '';
  const of = ([some, all]: readonly [number, number]) => `${String(some)} of ${String(all)}`;
  return `, moderators told of ${of(told.farms)} farms, ${of(told.honest)} honest bots`;
}

function sayShares({ servedShare, leaversShare, farmShare }: Measures): string {
  const share = (part: number) => `${(part * 100).toFixed(1)} %`;
  const served = servedShare === null ? '' : `, demand served on first lists ${share(servedShare)}`;
  return `${served}, paid for leavers ${share(leaversShare)}, to farms ${share(farmShare)}`;
}

async function main(): Promise<void> {
  if (values.help) {
    say(USAGE);
    return;
  }
  const [first, count] = [Number(values.seed), Number(values.seeds)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) throw new RangeError(USAGE);
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  if (values.fillings !== undefined) return fillAll(seeds, namesOf(values.fillings, fillingNames));
  const kept = keptRuns<Run>(values.runs);
  const runs: Run[] = [];
  for (const seed of seeds)
    for (const policy of namesOf(values.policy, policyNames))
      runs.push(kept.find((run) => run.seed === seed && run.policy === policy) ?? (await play(seed, policy)));
  const text = tableOf(runs);
  say(text);
  if (!values['write-docs']) return;
  if (values['first-lists'] !== undefined || values.hold !== undefined)
    throw new RangeError('the page is about the world without options');
  const command = `npm run market -- --seed ${String(first)} --seeds ${String(count)} --policy ${values.policy} --write-docs`;
  writePage(`Of \`${command}\`: means of ${String(count)} worlds with 95 % intervals.\n\n${text}`);
}

await main();
