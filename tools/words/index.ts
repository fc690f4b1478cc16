/**
 * Makes a language of accented English, in brackets: where a screen shows plain English, its words are not in the files.
 *
 *     npm run words:pseudo -- <folder>
 *
 * Writes the files of `words/en` to the folder, such as `words/qq`. It is never kept.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FluentResource } from '@fluent/bundle';

const english = path.resolve(import.meta.dirname, '../../words/en');

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀćđéƒǵĥíĵķĺɱńóƥɋŕśťúνŵẋýžÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓƤɊŔŚŤÚѴŴẊÝŽ';
const accents = new Map(PLAIN.split('').map((letter, at) => [letter, ACCENTED.charAt(at)]));

/** Markup, addresses, names and commands are the same in every language. */
const KEPT = /<[^>]*>|&[a-z]+;|https?:\/\/\S*|@[A-Za-z]\w*|(?<=^|\s)\/[a-z]+/g;

type Pattern = FluentResource['body'][number]['value'];
type Placeable = Exclude<Extract<Pattern, readonly unknown[]>[number], string>;

/** @param folder made where it is not there */
export function makePseudoLanguage(folder: string): void {
  for (const file of readdirSync(english, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ftl')) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), pseudo(readFileSync(path.join(english, file), 'utf8')));
  }
}

function pseudo(text: string): string {
  const { body } = new FluentResource(text);
  return body.map(({ id, value }) => `${id} =\n    ⟦${indented(written(value))}⟧\n`).join('');
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}

function written(pattern: Pattern): string {
  if (pattern === null) return '';
  if (typeof pattern === 'string') return accented(pattern);
  return pattern.map((part) => (typeof part === 'string' ? accented(part) : placeable(part))).join('');
}

function placeable(part: Placeable): string {
  if (part.type === 'var') return `{ $${part.name} }`;
  if (part.type === 'str') return `{ "${part.value}" }`;
  if (part.type !== 'select') throw new Error(`English has a placeable of type ${part.type}.`);
  if (part.selector.type !== 'var') throw new Error('English selects by something other than a value.');
  const variants = part.variants.map(({ key, value }, at) => {
    const name = key.type === 'num' ? String(key.value) : key.value;
    return `${at === part.star ? '   *' : '    '}[${name}] ${indented(written(value)).trimStart()}`;
  });
  return `{ $${part.selector.name} ->\n${variants.join('\n')}\n}`;
}

function accented(text: string): string {
  const kept = [...text.matchAll(KEPT), null];
  let [at, made] = [0, ''];
  for (const match of kept) {
    const end = match?.index ?? text.length;
    made +=
      text.slice(at, end).replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter) + (match?.[0] ?? '');
    at = end + (match?.[0].length ?? 0);
  }
  return made;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder to write to, such as words/qq.');
  makePseudoLanguage(folder);
}
