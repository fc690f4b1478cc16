/** Moments on the wire of the paths that interface.md does not have: ISO 8601 in UTC. */

/** `2030-01-31T12:00:00.000Z`; null where there is none. */
export function isoTime(atMs: number): string;
export function isoTime(atMs: number | null): string | null;
export function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
