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
