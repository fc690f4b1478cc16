/** @param header `Retry-After`: seconds, or a date @returns milliseconds from now; null: nothing to wait for, or unclear */
export function readRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  if (header === null || header === undefined || header.trim() === '') return null;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : dateOf(header) - nowMs;
  return waitMs > 0 ? waitMs : null;
}

/** Only the dates of HTTP, which name a day of the week; NaN for anything else. */
function dateOf(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d/.test(text.trim()) ? Date.parse(text) : NaN;
}
