/**
 * The messaging platform: every call of the service goes through here, also those of the operator bot itself. Each
 * token has its own pace, pauses and breaker, so that none of them holds up another.
 */
import type { Transformer } from 'grammy';
import type { Log, PaceStore, Platform } from '../../ports.js';
import { Clients } from './clients.js';
import type { Share } from './gate.js';
import type { PaceFigure } from './learning-pace.js';
import type { CallObserver } from './observer.js';
import { createPaceRules, type LaneBounds, usualBounds } from './pace-rules.js';
import { SharedPaces } from './shared-paces.js';
import { createPort } from './platform.js';
import { createTransformer } from './transformer.js';

export type { Share } from './gate.js';
export type { PaceFigure } from './learning-pace.js';
export type { CallObserver } from './observer.js';

export interface PlatformOptions {
  /** Without a slash at the end. */
  apiRoot: string;
  operatorToken: string;
  /** This process's part of what the operator's token may do; the processes' parts add up to at most 1 a lane. */
  operatorShare: Share;
  /** What learnt paces stay within; default: `usualBounds`. */
  bounds?: LaneBounds;
  /** Where processes tell each other of their calls, and under which name this one; absent: it goes by itself. */
  paces?: { store: PaceStore; process: string; log?: Log } | undefined;
  /** Told of each try of each call. */
  observe?: CallObserver | undefined;
}

export interface PlatformAdapter extends Platform {
  /** For the operator bot's own client, so that its calls are counted with the others on its token. */
  operatorTransformer(): Transformer;
  /** How quickly the operator's token may call, as far as is known. */
  operatorPaces(): PaceFigure[];
}

export function createPlatformAdapter({
  apiRoot,
  operatorToken,
  operatorShare,
  bounds = usualBounds,
  paces,
  observe,
}: PlatformOptions): PlatformAdapter {
  const rules = createPaceRules(bounds);
  const shared = paces && new SharedPaces(paces.store, paces.process, rules, paces.log);
  const kept = { token: operatorToken, share: operatorShare };
  const clients = new Clients(apiRoot, kept, { rules, shared, observe });
  return {
    ...createPort(clients, apiRoot),
    operatorTransformer: () => createTransformer(clients.of(operatorToken)),
    operatorPaces: () => clients.of(operatorToken).gate.figures(),
  };
}
