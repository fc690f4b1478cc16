/** The process that started this one, where it keeps a channel to it. */

/** Calls `stop` once that process is gone, at once where it went before this is called. */
export function whenStarterIsGone(stop: () => void): void {
  process.once('disconnect', stop);
  // The event has no listener while our modules load.
  if ('connected' in process && !process.connected) stop();
}
