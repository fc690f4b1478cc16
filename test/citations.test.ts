/** Comments name rules by page and heading, such as `evidence.md`, Joins. Each page is there, and has that heading or rule. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');
const pages = new Map(
  files.filter((file) => file.endsWith('.md')).map((file) => [path.basename(file), file] as const),
);
const code = files.filter(
  (file) => /\.(ts|tsx|mjs|css)$/.test(file) && file !== 'test/citations.test.ts' && !file.endsWith('.d.ts'),
);
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Headings of a page, and names of rules in bold. */
const rulesOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$|\*\*([^*]+?)[.:]?\*\*/gm)].map(([, heading, rule]) =>
    (heading ?? rule ?? '').replaceAll('`', '').replace(/ \(.*$/, ''),
  );

interface Citation {
  file: string;
  page: string;
  rule: string;
}

/** A comment may break a citation into lines. */
const citationsOf = (file: string): Citation[] =>
  [
    ...textOf(file)
      .replace(/\n\s*(\*|\/\/) ?/g, ' ')
      .matchAll(/`([a-z-]+\.md)`(?:, ([A-Z][^).:;`]*))?/g),
  ].map(([, page = '', rule = '']) => ({ file, page, rule: rule.trim() }));

const isRule = (rules: readonly string[], cited: string): boolean =>
  rules.some((rule) => cited.startsWith(rule) || rule.startsWith(cited));

it('names pages and rules that are there', () => {
  const citations = code.flatMap(citationsOf);
  expect(citations.filter(({ rule }) => rule !== '').length).toBeGreaterThan(100);
  const dead = citations.filter(({ page, rule }) => {
    const file = pages.get(page);
    return file === undefined || (rule !== '' && !isRule(rulesOf(file), rule));
  });
  expect(dead.map(({ file, page, rule }) => `${file}: ${page}, ${rule}`)).toEqual([]);
});
