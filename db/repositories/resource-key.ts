/**
 * Platform ids of channels and bots as memberships keep them: a whole number where the id is one, which takes less than
 * half of its text, and the text itself where it is not.
 */

const WHOLE = /^-?[1-9]\d{0,14}$/;

export type ResourceKey = bigint | string;

/** As bigint, since a larger number would be stored as a double. */
export function toResourceKey(resourceId: string): ResourceKey {
  return WHOLE.test(resourceId) ? BigInt(resourceId) : resourceId;
}

export function fromResourceKey(key: number | string): string {
  return String(key);
}

/** So many texts are known at a time; then they begin anew, which costs one more of each. */
const KNOWN = 10_000;

/** The texts of ids that come again with each user: to find one takes a fifth of making it. */
export function createResourceIds(): (key: number | string) => string {
  const known = new Map<number, string>();
  return (key) => {
    if (typeof key === 'string') return key;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= KNOWN) known.clear();
    const made = fromResourceKey(key);
    known.set(key, made);
    return made;
  };
}
