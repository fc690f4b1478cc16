/** `npm run prose`: words a sentence of each page for people, the longest first; at most 20 on average is the aim. */
import { readFileSync } from 'node:fs';
import { pages } from './pages.js';
import { sentencesOf } from './sentences.js';

const rows = pages()
  .map((page) => ({ page, ...sentencesOf(readFileSync(page, 'utf8')) }))
  .sort((one, other) => other.mean - one.mean);
process.stdout.write('mean  longest  sentences  page\n');
for (const { page, mean, longest, count } of rows)
  process.stdout.write(
    `${mean.toFixed(1).padStart(4)}  ${String(longest).padStart(7)}  ${String(count).padStart(9)}  ${page}\n`,
  );
