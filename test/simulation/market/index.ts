/**
 * The market: policies of choosing beside each other in a world whose truth is known.
 *
 *     npm run market -- --help
 */
import { parseArgs } from 'node:util';
import { measure } from './measures.js';
import { policies, type PolicyName, policyNames } from './policies.js';
import { type Run, tableOf, writePage } from './table.js';
import { Market } from './world.js';

const USAGE = `npm run market -- [--seed 1] [--seeds 1] [--policy all] [--write-docs]
  --seed N       the first world
  --seeds N      how many worlds, one after the other
  --policy A,B   ${policyNames.join(', ')}; or all
  --write-docs   writes the table into docs/market.md`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    policy: { type: 'string', default: 'all' },
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

async function main(): Promise<void> {
  if (values.help) {
    say(USAGE);
    return;
  }
  const [first, count] = [Number(values.seed), Number(values.seeds)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) throw new RangeError(USAGE);
  const runs: Run[] = [];
  for (let seed = first; seed < first + count; seed++) {
    for (const policy of namesOf(values.policy)) {
      const startedMs = performance.now();
      const measures = measure(await new Market(seed, policies[policy]).live());
      runs.push({ seed, policy, measures });
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
      say(`seed ${String(seed)}, ${policy}: income ${measures.income.toFixed(0)}, ${seconds} s`);
    }
  }
  const text = tableOf(runs);
  say(text);
  if (!values['write-docs']) return;
  const command = `npm run market -- --seed ${String(first)} --seeds ${String(count)} --policy ${values.policy} --write-docs`;
  writePage(`Of \`${command}\`: means of ${String(count)} worlds with 95 % intervals.\n\n${text}`);
}

await main();
