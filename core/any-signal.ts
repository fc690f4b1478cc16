/** Signals that end with the first of others. */

const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * As `AbortSignal.any`, which holds its sources weakly: a timeout that nothing else holds is collected as garbage, and never
 * comes (Node 20.20; https://github.com/nodejs/node/issues/57736). Here they live as long as what they end.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals]);
  sources.set(any, signals);
  return any;
}
