import { type LimitSettings, noLimits, usualLimits } from './limits.js';

/**
 * Where the real platform behaves in one way here and in another way there: which of them the emulated one shows. The
 * default is the one that is harder for bots. `README.md` lists them with their sources.
 */
export interface Behaviour {
  /** What stands for the second half of an invite link of another administrator: both forms are documented. */
  linkMask: '…' | '...';
  /** Flood limits of the start; the control interface sets others. */
  limits: LimitSettings;
  /** How long each call is on its way: at random between these. */
  latencyMs: readonly [least: number, most: number];
}

export const rude: Behaviour = { linkMask: '…', limits: usualLimits, latencyMs: [40, 150] };

/** For tests that make thousands of calls, or move the platform's clock by hand, which would never fill a bucket. */
export const quick = { limits: noLimits, latencyMs: [0, 0] } as const satisfies Partial<Behaviour>;
