/**
 * What many rows have in common, kept once: a process holds all running orders in memory, and their words, schedules and
 * demands are mostly the same.
 */

/** So many different ones are known at a time; then they begin anew, which costs one more of each. */
const KNOWN = 1_000;
const NOTHING: readonly never[] = Object.freeze([]);

export interface SharedValues {
  /** The same text, each time it comes. */
  text<Text extends string | null>(text: Text): Text;
  /** What a JSON text holds, the same each time it comes: not to be changed. */
  json(text: string): unknown;
}

/** Nothing is shared: whoever gets it may change it. */
export const ownValues: SharedValues = { text: (text) => text, json: (text) => JSON.parse(text) as unknown };

export function createSharedValues(): SharedValues {
  const texts = new Map<string | null, string | null>();
  const parsed = new Map<string, unknown>();
  return {
    text: <Text extends string | null>(text: Text) => remembered(texts, text, () => text) as Text,
    json: (text) => remembered(parsed, text, () => shareNothing(JSON.parse(text) as Record<string, unknown>)),
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= KNOWN) known.clear();
  const made = make();
  known.set(key, made);
  return made;
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
