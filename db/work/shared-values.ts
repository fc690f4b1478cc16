/**
 * What many rows have in common, kept once: a process holds all running orders in memory, and their words, schedules and
 * demands are mostly the same.
 */

import type { StoredJson } from './stored-json.js';

/** So many different ones are known at a time. */
const KNOWN = 1_000;
const NOTHING: readonly never[] = Object.freeze([]);

export interface SharedValues {
  /** The same text, each time it comes. */
  text<Text extends string | null>(text: Text): Text;
  /** What a JSON text of a kind holds, the same each time it comes: not to be changed. */
  json<Value>(text: string, kind: StoredJson<Value>): Value;
}

/** Nothing is shared: it may be changed. */
export const ownValues: SharedValues = {
  text: (text) => text,
  json: (text, kind) => kind.read(text),
};

export function createSharedValues(): SharedValues {
  const texts = madeOnce(KNOWN, (text: string | null) => text);
  const readerOf = madeOnce(KNOWN, (kind: StoredJson<unknown>) =>
    madeOnce(KNOWN, (text: string) => shareNothing(kind.read(text) as Record<string, unknown>)),
  );
  return {
    text: <Text extends string | null>(text: Text) => texts(text) as Text,
    // What a kind's reader made.
    json: <Value>(text: string, kind: StoredJson<Value>) => readerOf(kind)(text) as Value,
  };
}

/**
 * Makes the value of each key once.
 * @param limit of remembered values; then all are dropped and made once more
 */
export function madeOnce<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= limit) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Lists of nothing are one, too. */
function shareNothing(value: Record<string, unknown>): unknown {
  if (isNothing(value)) return NOTHING;
  for (const [key, inner] of Object.entries(value)) if (isNothing(inner)) value[key] = NOTHING;
  return value;
}

function isNothing(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
