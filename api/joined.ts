/**
 * Lists that are joined of parts, some of which come again in other answers. The JSON of a part is kept, since writing it
 * takes several times as long as copying it.
 */
import { madeOnce } from '../core/remembered.js';

const PARTS = Symbol('parts');

type Joined<Item> = readonly Item[] & { [PARTS]?: readonly (readonly Item[])[] };

/** @param parts read only from now on */
export function joined<Item>(parts: readonly (readonly Item[])[]): readonly Item[] {
  // `flat` takes ten times as long.
  const all: Joined<Item> = ([] as Item[]).concat(...parts);
  all[PARTS] = parts;
  return all;
}

/** The same text as that of `JSON.stringify`, for an object of plain names whose fields may be joined lists. */
export function writeFields(fields: object): string {
  let text = '';
  for (const [name, value] of Object.entries(fields))
    text += `${text === '' ? '' : ','}"${name}":${writeField(value)}`;
  return `{${text}}`;
}

function writeField(value: unknown): string {
  const parts = Array.isArray(value) ? (value as Joined<unknown>)[PARTS] : undefined;
  if (parts === undefined) return JSON.stringify(value);
  return `[${parts.map(writeItems).filter(isText).join(',')}]`;
}

const writeItems = madeOnce((part: readonly unknown[]) => JSON.stringify(part).slice(1, -1));
const isText = (text: string) => text !== '';
