/** Every line of level error that the service can write is explained to the operator, and none is that it cannot. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const repository = path.resolve(import.meta.dirname, '../..');

const sources = ['api', 'bot', 'core', 'db'].flatMap((folder) =>
  readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(repository, folder, file), 'utf8')),
);

/** The messages of `log.error(…)` and the like: the last argument, which is always written out. */
function messages(level: string): string[] {
  const call = new RegExp(
    `\\blog(?:ger)?\\.(?:${level})\\(\\s*(?:(?:\\{[^;]*?\\}|[\\w.]+),\\s*)?'([^']+)',?\\s*\\)`,
    'g',
  );
  return allOf(call);
}

function allOf(call: RegExp): string[] {
  return [...new Set(sources.flatMap((text) => [...text.matchAll(call)].map(([, words = '']) => words)))];
}

/** What ends the bot process: `stopping.fail(…)` logs its first argument as fatal. */
const endings = /\bstopping\.fail\(\s*'([^']+)',/g;

it('docs/operating.md explains each', () => {
  const page = readFileSync(path.join(repository, 'docs/operating.md'), 'utf8');
  const said = [...messages('error|fatal'), ...allOf(endings)];
  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((words) => !page.includes(`\`${words}\``))).toEqual([]);

  const [, table = ''] = page.split('### Log lines worth an alarm');
  const explained = [...(table.split('###')[0] ?? '').matchAll(/`([a-z][^`]+ [^`]+)`/g)].map(
    ([, words = '']) => words,
  );
  const known = new Set([...said, ...messages('warn')]);
  expect(explained.filter((words) => !known.has(words))).toEqual([]);
});
