/** Whose servers a statement asks over Citus: by its text, and by what its placeholders stand for. */
import { tables } from '../../schema/index.js';
import type { Value } from '../../work/statement.js';

/** Null: users of every server. */
export type Users = readonly number[] | null;

export type UsersOf = (values: readonly Value[]) => Users;

const spread = tables.flatMap(({ name, spreadBy }) => (spreadBy === null ? [] : [name])).join('|');
const isAboutUsers = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) (?:${spread})\\b`);
const compared = /\buser_id = (?:ANY\()?\$(\d+)/;
const inserted = new RegExp(
  `\\bINSERT INTO (?:${spread})(?: AS \\w+)? \\(([\\w, ]+)\\) (?:VALUES \\(|SELECT )([^()]*)`,
);
const listed = /\bunnest\(([^()]*)\) (?:WITH ORDINALITY )?AS \w+ \(([\w, ]+)\)/;

/** @returns null for a statement that asks the coordinator alone */
export function usersOf(text: string): UsersOf | null {
  const plain = text.replace(/\s+/g, ' ');
  if (!isAboutUsers.test(plain)) return null;
  const place = comparedIn(plain) ?? insertedIn(plain) ?? listedIn(plain);
  return place === null ? () => null : (values) => toUsers(values[place - 1]);
}

function comparedIn(text: string): number | null {
  const place = compared.exec(text)?.[1];
  return place === undefined ? null : Number(place);
}

function insertedIn(text: string): number | null {
  const [, columns = '', values = ''] = inserted.exec(text) ?? [];
  return placeholderOf(columns, values);
}

function listedIn(text: string): number | null {
  const [, lists = '', columns = ''] = listed.exec(text) ?? [];
  return placeholderOf(columns, lists);
}

/** @returns the number of the placeholder that stands where the user's column does */
function placeholderOf(columns: string, values: string): number | null {
  const value = values.split(',')[columns.split(', ').indexOf('user_id')]?.trim() ?? '';
  const place = /^\$(\d+)/.exec(value)?.[1];
  return place === undefined ? null : Number(place);
}

function toUsers(value: Value | undefined): Users {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value.map(Number) : null;
}
