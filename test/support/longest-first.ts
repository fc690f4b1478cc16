/** In which order test files start. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes more than six seconds, the longest first; the last to start would otherwise leave a processor idle for as long. */
const LONG = [
  'simulation',
  'cabinet/demo',
  'cabinet/panels',
  'cabinet/duties',
  'cabinet/surroundings',
  'cases/publisher-cases',
  'interleavings',
  'cabinet/wallet',
  'move/move',
  'bot/deferred-updates',
  'cases/orders-cases',
  'cabinet/reversal',
  'market',
  'bot/platform',
  'bot/operator-crawl',
  'bot/operator-dialogues',
  'cases/orders-life-cases',
  'release',
  'zoo',
  'cabinet/accounts',
  'bot/polling',
  'api/over-delivery',
  'bot/spending',
  'core/choosing-day',
  'api/reference-reading',
  'fuzz/orders',
].map((name) => `/test/${name}.test.ts`);

const gone = LONG.filter((name) => !existsSync(path.join(import.meta.dirname, '../..', name)));
if (gone.length > 0) throw new Error(`No such test files, which are to start first: ${gone.join(', ')}`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONG.length : place;
};

/**
 * Starts the long files first, the others as vitest does: by how long they took last time. Without a last time it would go by their
 * sizes. Files of one project stay together: another project's ends the processes that share what is loaded. The project with the
 * longest file comes first: the simulation left a processor idle for half a minute when it came last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => sorted.filter((file) => file.project === project));
  }
}
