/**
 * What the simulation cannot try, since its commands take turns: processes that do everything truly at once, over a server
 * whose connections break under them. Nothing of it is the same twice; so it is held to what is the same in whatever order
 * things happen: sums, limits, what was acknowledged, and that nothing is done twice.
 */
import { inspect } from 'node:util';
import { drawFrom, seededRandom } from '../../test/core/choosing-world.js';
import { auditPostgres } from './audit.js';
import { openBooks } from './books.js';
import { checkStorm } from './storm-checks.js';
import { gatherCrew } from './storm-crew.js';
import { Storm } from './storm-commands.js';

export interface StormPlan {
  seed: number;
  commands: number;
  /** How many are under way at a time. */
  atOnce?: number;
  /** After so many commands a connection breaks. */
  cutEvery?: number;
}

export interface StormOutcome {
  faults: string[];
  figures: Record<string, number>;
}

const AT_ONCE = 24;
const CUT_EVERY = 100;

export async function playStorm(plan: StormPlan): Promise<StormOutcome> {
  const { seed, commands, atOnce = AT_ONCE, cutEvery = CUT_EVERY } = plan;
  const crew = await gatherCrew(seed);
  try {
    const storm = new Storm(crew, drawFrom(seededRandom(seed)));
    await storm.settleIn();
    let begun = 0;
    const work = async () => {
      while (begun < commands && storm.faults.length === 0) {
        begun += 1;
        if (begun % cutEvery === 0 && (await crew.cut(storm.draw)) !== null)
          storm.count('connections broken');
        await storm.next();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const [first] = crew.apis;
    const compared = await first?.store.checks.compare();
    const differing = compared?.differing ?? 0;
    await crew.close();
    const audit = auditPostgres(crew.url);
    const books = openBooks(audit);
    storm.figures['charges'] = books.entriesAfter(0).filter(({ kind }) => kind === 'charge').length;
    const faults = [...storm.faults, ...crew.errors, ...checkStorm(storm, books)];
    await audit.close();
    if (differing > 0) faults.push(`the daily check finds ${inspect(compared, { depth: 6 })}`);
    return { faults, figures: storm.figures };
  } finally {
    await crew.end();
  }
}
