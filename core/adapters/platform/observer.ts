import type { PlatformFailureKind } from '../../platform.js';
import type { Lane } from './pace-rules.js';

/** How a try ended; `held_back` by our own pacing, `broken`: not made, since the platform has not been answering. */
export type CallOutcome = 'ok' | 'held_back' | 'broken' | PlatformFailureKind;

/** Called with each try of each call, and how long it took. */
export type CallObserver = (lane: Lane, outcome: CallOutcome, tookMs: number) => void;
