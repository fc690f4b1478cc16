/**
 * Platform ids of channels and bots as memberships keep them: a whole number where the id is one, which takes less than
 * half of its text, and the text itself where it is not.
 */
import { madeOnce } from './shared-values.js';

const WHOLE = /^-?[1-9]\d{0,14}$/;

export type ResourceKey = bigint | string;

/** As bigint, since a larger number would be stored as a double. */
export function toResourceKey(resourceId: string): ResourceKey {
  return WHOLE.test(resourceId) ? BigInt(resourceId) : resourceId;
}

export function fromResourceKey(key: number | string): string {
  return String(key);
}

const KNOWN = 10_000;

/** The same, for ids that come again with each user: to find a text takes less than to make it. */
export const createResourceIds = () => madeOnce(KNOWN, fromResourceKey);
