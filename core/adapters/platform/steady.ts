/**
 * The time as this process has counted it since its start. Unlike the machine's clock it is never set back, which would
 * hold up everything that is paced, paused or retried until the clock has caught up.
 */
export function steadyMs(): number {
  return performance.timeOrigin + performance.now();
}
