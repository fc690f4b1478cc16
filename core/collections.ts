/**
 * Lists, maps, sets and objects. Those of a few things are made for one request and gone with it. Mostly there is nothing to put in: then
 * nothing is made, and all share the empty one.
 */
import { isDeepStrictEqual } from 'node:util';

const EMPTY_MAP: ReadonlyMap<never, never> = new Map<never, never>();
const EMPTY_SET: ReadonlySet<never> = new Set<never>();

/** Items by their keys; the last of those that share one. */
export function keyedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, Item> {
  if (items.length === 0) return EMPTY_MAP;
  const keyed = new Map<Key, Item>();
  for (const item of items) keyed.set(keyOf(item), item);
  return keyed;
}

/** What is picked of some items; what is picked as null or undefined is left out. `flatMap` takes ten times as long. */
export function listOf<Item, Value>(
  items: readonly Item[],
  pick: (item: Item) => Value | null | undefined,
): Value[] {
  const values: Value[] = [];
  for (const item of items) {
    const value = pick(item);
    if (value !== null && value !== undefined) values.push(value);
  }
  return values;
}

/** What is picked of some items, each once; what is picked as undefined is left out. */
export function setOf<Item, Value>(
  items: readonly Item[],
  pick: (item: Item) => Value | undefined,
): ReadonlySet<Value> {
  let values: Set<Value> | null = null;
  for (const item of items) {
    const value = pick(item);
    if (value !== undefined) (values ??= new Set()).add(value);
  }
  return values ?? EMPTY_SET;
}

/**
 * An object made of its entries: each name is one of the shape's. That every name is there, each with a value of its own
 * type, is the caller's to see to: the compiler cannot follow it through a table of rows.
 */
export function objectOf<Shape extends object>(
  entries: readonly (readonly [keyof Shape & string, unknown])[],
): Shape {
  return Object.fromEntries(entries) as Shape;
}

/** The fields that are given, and are not what they are already. */
export function differing<Given extends object>(current: object, given: Given): Partial<Given> {
  const now = new Map<string, unknown>(Object.entries(current));
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(now.get(name), value);
  return Object.fromEntries(Object.entries(given).filter(differs)) as Partial<Given>;
}

/** Returns the middle one of some numbers: of an even number of them the mean of the middle two, of none 0. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
