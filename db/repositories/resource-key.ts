/**
 * Platform ids of channels and bots as memberships keep them: a whole number where the id is one, which takes less than
 * half of its text, and the text itself where it is not.
 */

const WHOLE = /^-?[1-9]\d{0,14}$/;

export function toResourceKey(resourceId: string): number | string {
  return WHOLE.test(resourceId) ? Number(resourceId) : resourceId;
}

export function fromResourceKey(key: number | string): string {
  return String(key);
}
