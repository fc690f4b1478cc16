/** How `npm start` ends: by Ctrl-C or SIGTERM, with exit code 0, also while it is still starting. */

export type Stopping = ReturnType<typeof stopsOnSignals>;

/** Listens to the signals, and removes earlier listeners. */
export function stopsOnSignals() {
  const steps: (() => Promise<void>)[] = [];
  let hasBegun = false;
  const stop = async (): Promise<void> => {
    if (hasBegun) return;
    hasBegun = true;
    for (const step of steps.toReversed()) await step().catch(() => undefined);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => void stop());
  }
  return {
    /** A signal came: later failures follow from it and need no report. */
    get hasBegun() {
      return hasBegun;
    },
    /** Adds a step of the stop. The step that was added last is done first; one that fails keeps none from being done. */
    onStop: (step: () => Promise<void>): void => void steps.push(step),
  };
}
