/** Time for what is to last a while in this process. */

let lastMs = 0;
let setBackMs = 0;

/**
 * The system's clock, except that it is never set back: what was to end in a second would end in an hour otherwise.
 * @returns milliseconds, to be compared with each other alone
 */
export function steadyNow(): number {
  const nowMs = Date.now();
  setBackMs += Math.max(0, lastMs - nowMs);
  lastMs = nowMs;
  return nowMs + setBackMs;
}
