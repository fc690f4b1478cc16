/**
 * The API reference says all that the interface says: tables written by hand from docs/interface.md are walked over
 * /openapi.json, and every line of docs/interface.md is in a table.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../api/reference/document.js';
import { routes } from '../../api/routes/index.js';
import * as answered from './interface/answers.js';
import { documented } from './interface/requests.js';
import { rules } from './interface/rules.js';
import { answerOf, fieldAt, fieldsOf, type Reference, type Schema, within } from './interface/walk.js';

const document = referenceOf(routes, 'https://sponsors.example.org');
// As it is served: what JSON leaves out is not there.
const reference = JSON.parse(JSON.stringify(document)) as Reference;
const lines = readFileSync(path.resolve(import.meta.dirname, '../../docs/interface.md'), 'utf8').split('\n');

describe('requests: every field is in the reference, with its type, bounds, default and words', () => {
  const rows = documented.flatMap(({ path: at, action, fields }) =>
    Object.entries(fields).map(
      ([name, expected]) => [`${at} ${action ?? ''} ${name}`, at, action, name, expected] as const,
    ),
  );

  it.each(rows)('%s', (_name, at, action, name, expected) => {
    const found = fieldAt(fieldsOf(reference, at, action), name);
    if (found === undefined) throw new Error('The reference has no such field.');
    const { field, isRequired } = found;
    expect(isRequired).toBe(expected.required ?? false);
    if (expected.type !== undefined) expect(field.type).toBe(expected.type);
    if (expected.format !== undefined) expect(field.format).toBe(expected.format);
    if (expected.values !== undefined) expect(field.enum).toEqual(expected.values);
    if (expected.of !== undefined) expect(field.items?.type).toBe(expected.of);
    if (expected.min !== undefined) expect(field.minimum).toBe(expected.min);
    if (expected.max !== undefined) expect(field.maximum).toBe(expected.max);
    if (expected.says !== undefined) expect(field.description).toMatch(expected.says);
    if (expected.default !== undefined) {
      const words = /\bdefault (?:equals )?([\w" ,[\]-]+)/i.exec(field.description ?? '')?.[1]?.trim();
      const said = field.default === undefined ? words : JSON.stringify(field.default).replaceAll('"', '');
      expect(said).toMatch(new RegExp(`^${escaped(String(expected.default))}`));
    }
  });

  it('and the table is long', () => {
    expect(rows.length).toBeGreaterThan(140);
  });
});

describe('answers: every field is in the reference, where the interface has it, with its type', () => {
  const rows = answered.answers.flatMap(({ path: at, action, fields }) =>
    Object.entries({ ...answered.envelope, ...fields }).map(
      ([place, expected]) => [`${at} ${action ?? ''} ${place}`, at, action, place, expected] as const,
    ),
  );

  it.each(rows)('%s', (_name, at, action, place, expected) => {
    const found = within(answerOf(reference, at, action), place);
    expect(found.length).toBeGreaterThan(0);
    for (const schema of found) {
      expect(kindOf(schema)).toBe(expected.kind);
      expect(takesNull(schema)).toBe(expected.orNull ?? false);
    }
    const some = (holds: (schema: Schema) => boolean) => found.some((schema) => holds(plain(schema)));
    const { values = [], min, max, says } = expected;
    expect(some(({ enum: all = [] }) => values.every((value) => all.includes(value)))).toBe(true);
    if (min !== undefined) expect(some((schema) => schema.minimum === min)).toBe(true);
    if (max !== undefined) expect(some((schema) => schema.maximum === max)).toBe(true);
    if (says !== undefined) expect(found.map(wordsOf).join('\n')).toMatch(says);
  });

  it('and the table is long', () => {
    expect(rows.length).toBeGreaterThan(150);
  });
});

describe('everything else the interface says', () => {
  it.each(rules.filter((rule) => rule.at !== undefined).map((rule) => [rule.line, rule] as const))(
    '%s',
    (_line, { at = '', says = /$^/ }) => {
      const node = pointed(at);
      expect(node).toBeDefined();
      expect(typeof node === 'string' ? node : JSON.stringify(node)).toMatch(says);
    },
  );

  it('is the interface’s own words, each line claimed once', () => {
    for (const { line } of rules)
      expect(
        lines.filter((of) => of.startsWith(line)),
        line,
      ).not.toEqual([]);
    expect(new Set(rules.map((rule) => rule.line)).size).toBe(rules.length);
    for (const { at, elsewhere } of rules)
      expect((at === undefined) !== (elsewhere === undefined)).toBe(true);
  });
});

describe('the tables', () => {
  it('hold every line of docs/interface.md', () => {
    const missing = contentLines(lines).filter(({ section, line }) => !isHeld(section, line));
    expect(missing).toEqual([]);
  });

  it.each([
    ['POST /get-sponsors', '| new_field | String | no | Something new |'],
    ['Bot', '| colour | String | |'],
    ['Errors', '| 418 | teapot | the service is a teapot |'],
    ['Limits', 'At most 3 requests a day.'],
  ])('would miss a line that is new under %s', (section, line) => {
    expect(isHeld(section, line)).toBe(false);
  });
});

/** Fields under each heading of docs/interface.md. */
const fieldsUnder: Record<string, string[]> = {
  Sponsor: Object.keys(answered.sponsor),
  Bot: Object.keys(answered.bot),
  Order: Object.keys(answered.order),
  'End-user information': Object.keys(answered.endUser),
  'Filter value': Object.keys(answered.filterValue),
  'Balance summary': Object.keys(answered.balance),
  ...Object.fromEntries(
    ['/get-sponsors', '/bots', '/get-user-subscriptions', '/orders', '/toggle-exclusion'].map((at) => [
      `POST ${at}`,
      requestFields(at),
    ]),
  ),
  'GET /statistic': [
    ...requestFields('/statistic'),
    ...Object.keys(answered.statistic).map((name) => `data.${name}`),
  ],
};

function requestFields(at: string): string[] {
  const names = documented.filter((one) => one.path === at).flatMap((one) => Object.keys(one.fields));
  return [
    ...names,
    ...names.map((name) => name.replace(/^(user_parameters|order_schedule)\./, '')),
    'action',
  ];
}

/** Lines that say something, with the heading they stand under. */
function contentLines(all: readonly string[]): { section: string; line: string }[] {
  let section = '';
  return all.flatMap((line, index) => {
    const heading = /^#+ ([^(]+)/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim();
    const isTableHead = /^\|[-| ]+\|$/.test(all[index + 1] ?? '') || /^\|[-| ]+\|$/.test(line);
    return heading !== undefined || line.trim() === '' || isTableHead ? [] : [{ section, line }];
  });
}

function isHeld(section: string, line: string): boolean {
  if (rules.some((rule) => line.startsWith(rule.line))) return true;
  const cell = /^\| ([^|]+) \|/.exec(line)?.[1];
  const known = new Set(fieldsUnder[section] ?? []);
  return cell?.split(', ').every((name) => known.has(name)) ?? false;
}

function pointed(pointer: string): unknown {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce<unknown>(
    (node, part) => (node as Record<string, unknown> | undefined)?.[part],
    reference,
  );
}

function escaped(text: string): string {
  return text.replace(/[[\]\\^$.|?*+(){}]/g, '\\$&');
}

/** The schema without the possibility of null. */
function plain(schema: Schema): Schema {
  return schema.anyOf?.find((one) => one.type !== 'null') ?? schema;
}

function takesNull({ type, anyOf }: Schema): boolean {
  return type?.includes('null') === true || (anyOf?.some((one) => one.type === 'null') ?? false);
}

function wordsOf(schema: Schema): string {
  return schema.description ?? plain(schema).description ?? '';
}

function kindOf(schema: Schema): answered.Kind | undefined {
  const { type, enum: values } = plain(schema);
  if (type === 'integer' && values?.length === 2 && values[0] === 0 && values[1] === 1) return 'flag';
  const kinds = [type].flat().filter((kind) => kind !== 'null');
  return kinds.length === 1 ? (kinds[0] as answered.Kind | undefined) : undefined;
}
