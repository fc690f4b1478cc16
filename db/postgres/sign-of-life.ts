/** When a sign of life is asked for, and when it is overdue: of the database (`pulse.ts`), and of servers behind it (`spread/servers.ts`). */

/** So long no question was answered, and one is open: then a sign is asked for. */
export const QUIET_MS = 200;
/** Together with twice the above, the answer to a request is due within a second. */
const SIGN_WITHIN_MS = 500;
/** A timer that is later than this says that this process stood still, not the server. */
const LATE_MS = 100;
/** Between two looks whether a silent server is back. */
export const LOOK_AGAIN_MS = 200;

/** Keeps no process up. */
export const timeMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** Resolves to null when the sign is overdue by a clock that ran while this process could listen. */
export async function tooLate(): Promise<null> {
  for (;;) {
    const startMs = performance.now();
    await timeMs(SIGN_WITHIN_MS);
    // What has come meanwhile is read before that is decided.
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - startMs < SIGN_WITHIN_MS + LATE_MS) return null;
  }
}
