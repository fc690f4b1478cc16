/**
 * The market: compares policies of choosing in a world whose truth is known.
 *
 *     npm run market -- --help
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FirstLists } from './first-lists.js';
import { measure, type Measures } from './measures.js';
import { policies, type PolicyName, policyNames } from './policies.js';
import { type Run, tableOf, writePage } from './table.js';
import { Market, type Told, type WorldOptions } from './world.js';

const USAGE = `npm run market -- [--seed 1] [--seeds 1] [--policy all] [--runs FILE] [--first-lists late|first] [--hold HOURS] [--write-docs]
  --seed N       the first world
  --seeds N      how many worlds, one after the other
  --policy A,B   ${policyNames.join(', ')}; or all
  --runs FILE    keeps what was measured there, a line a run, and goes on where it stopped
  --first-lists  with first lists, pins, gender and premium in the world; whether the platform is asked about a user
                 behind the first list, or before it
  --hold HOURS   users who leave within these are not paid for; default the service's HOLD_HOURS
  --write-docs   writes the table into docs/market.md`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    policy: { type: 'string', default: 'all' },
    runs: { type: 'string' },
    'first-lists': { type: 'string' },
    hold: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

function namesOf(text: string): PolicyName[] {
  if (text === 'all') return policyNames;
  return text.split(',').map((name) => {
    const known = policyNames.find((policy) => policy === name);
    if (known === undefined) throw new RangeError(`no policy is called ${name}\n${USAGE}`);
    return known;
  });
}

function keptRuns(file: string | undefined): Run[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Run);
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
  if (values.runs !== undefined) appendFileSync(values.runs, `${JSON.stringify(run)}\n`);
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
  const kept = keptRuns(values.runs);
  const runs: Run[] = [];
  for (let seed = first; seed < first + count; seed++)
    for (const policy of namesOf(values.policy))
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
