/** Sentences of pages for people stay short; `npm run prose` shows all of them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pages } from '../tools/prose/pages.js';
import { sentencesOf } from '../tools/prose/sentences.js';

const MEAN_MAX = 20;

it('a sentence of a page has at most 20 words on average', () => {
  const found = pages();
  expect(found.length).toBeGreaterThan(20);
  const long = found.flatMap((page) => {
    const { mean } = sentencesOf(readFileSync(page, 'utf8'));
    return mean > MEAN_MAX
      ? `${page}: ${mean.toFixed(1)} words a sentence, over ${String(MEAN_MAX)}: split the long ones`
      : [];
  });
  expect(long).toEqual([]);
});

it('tables, code and headings are no sentences, and items of lists are', () => {
  const page =
    '# A heading of six words here\n\nOne two three. Four five six seven!\n\n| a | b |\n\n- An item of five words\n\n```\nlet x = 1 for a b c d\n```\n';
  expect(sentencesOf(page)).toEqual({ count: 3, mean: 4, longest: 5 });
});
