/** Time for what is to last a while in this process. */

let systemMs = 0;
let steadyMs = 0;

/**
 * The system's clock, except that it is never set back: what was to end in a second would end in an hour otherwise.
 * @returns milliseconds, to be compared with each other alone
 */
export function steadyNow(): number {
  const nowMs = Date.now();
  steadyMs += Math.max(0, nowMs - systemMs);
  systemMs = nowMs;
  return steadyMs;
}
