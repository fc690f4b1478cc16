/** In which order test files start. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes more than six seconds; the last to start would otherwise leave a processor idle for as long. */
const LONG = [
  'cabinet/panels',
  'cases/publisher-cases',
  'cabinet/surroundings',
  'cases/orders-cases',
  'bot/deferred-updates',
  'bot/operator-dialogues',
  'bot/platform',
  'cases/orders-life-cases',
  'move/move',
  'api/over-delivery',
  'bot/spending',
  'core/choosing-day',
  'bot/operator-crawl',
  'api/reference-reading',
  'fuzz/orders',
  'zoo',
].map((name) => `/test/${name}.test.ts`);

const gone = LONG.filter((name) => !existsSync(path.join(import.meta.dirname, '../..', name)));
if (gone.length > 0) throw new Error(`No such test files, which are to start first: ${gone.join(', ')}`);

/**
 * Starts the long files first, the others as vitest does: by how long they took last time. Without a last time it would go by their
 * sizes. Files of one project stay together: another project's ends the processes that share what is loaded.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
