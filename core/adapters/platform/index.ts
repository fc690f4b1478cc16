/**
 * The messaging platform: every call of the service goes through here, also those of the operator bot itself. Each
 * token has its own pace, pauses and breaker, so that none of them holds up another.
 */
import type { ApiClientOptions, Transformer } from 'grammy';
import type { Platform } from '../../platform.js';
import type { Log } from '../../ports.js';
import { Clients } from './clients.js';
import type { CallObserver, Share } from './gate.js';
import { PlatformClock } from './clock.js';
import { type ApiFetch, createApiFetch } from './http.js';
import { createPaceRules, type LaneBounds, usualBounds } from './pace-rules.js';
import type { ChatRules, PaceFigure } from './pace.js';
import { type SharedParts, SharedPaces } from './shared-paces.js';
import { createPort } from './platform.js';
import { createTransformer } from './transformer.js';

export type { CallObserver, Share } from './gate.js';
export { lanes, type PaceFigure } from './pace.js';

export interface PlatformOptions {
  /** Without a slash at the end. */
  apiRoot: string;
  /** Default: over the network. */
  fetch?: ApiFetch;
  operatorToken: string;
  /** Of the further bots that check who is in. */
  checkerTokens?: readonly string[];
  /** This process's part of what each of these tokens may do; the processes' parts add up to at most 1 a lane. */
  operatorShare: Share;
  /** What learnt paces stay within; default: `usualBounds`. */
  bounds?: LaneBounds;
  /** What one chat takes; default: `usualChatRules`. */
  chatRules?: ChatRules;
  /** Absent: this process goes by itself. */
  paces?: Omit<SharedParts, 'rules' | 'log'> | undefined;
  /** Called with each try of each call. */
  observe?: CallObserver | undefined;
  log?: Log;
}

export interface PlatformAdapter extends Platform {
  /** For grammY's client of a bot of ours; by the transformer its calls are counted with the others on its token. */
  clientOf(token: string): { client: ApiClientOptions; transformer: Transformer };
  /** How quickly each of our bots may call, as far as is known; the operator bot first. */
  paces(): BotPaces[];
  /** See `PlatformClock`. */
  clockAheadMs(): number;
}

export interface BotPaces {
  botId: number;
  paces: PaceFigure[];
}

export function createPlatformAdapter(options: PlatformOptions): PlatformAdapter {
  const {
    apiRoot,
    operatorToken,
    checkerTokens = [],
    operatorShare,
    paces,
    chatRules,
    observe,
    log,
  } = options;
  const clock = new PlatformClock(log);
  const { fetch = createApiFetch(clock) } = options;
  const rules = createPaceRules(options.bounds ?? usualBounds);
  const shared = paces && new SharedPaces({ ...paces, rules, log });
  const tokens = [operatorToken, ...checkerTokens];
  const kept = { tokens, share: operatorShare };
  const reach = { apiRoot, fetch };
  const clients = new Clients(reach, kept, { rules, chatRules, shared, observe });
  return {
    ...createPort(clients, apiRoot),
    clientOf: (token) => ({ client: reach, transformer: createTransformer(clients.of(token)) }),
    paces: () =>
      tokens.map((token) => {
        const { gate } = clients.of(token);
        return { botId: gate.botId, paces: gate.figures() };
      }),
    clockAheadMs: () => clock.aheadMs,
  };
}
