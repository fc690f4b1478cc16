/**
 * The messaging platform: every call of the service goes through here, also those of the operator bot itself. Each
 * token has its own pace, pauses and breaker, so that none of them holds up another.
 */
import type { Transformer } from 'grammy';
import type { Platform } from '../../ports.js';
import { Clients } from './clients.js';
import type { Share } from './gate.js';
import type { CallObserver } from './observer.js';
import { createPort } from './platform.js';
import { createTransformer } from './transformer.js';

export type { Share } from './gate.js';
export type { CallObserver } from './observer.js';

export interface PlatformOptions {
  /** Without a slash at the end. */
  apiRoot: string;
  operatorToken: string;
  /** This process's part of what the operator's token may do; the processes' parts add up to at most 1 a lane. */
  operatorShare: Share;
  /** Told of each try of each call. */
  observe?: CallObserver | undefined;
}

export interface PlatformAdapter extends Platform {
  /** For the operator bot's own client, so that its calls are counted with the others on its token. */
  operatorTransformer(): Transformer;
  /** This many processes alike, this one included, have what the operator's share says: each may do its part of that. */
  shareAmong(processes: number): void;
}

export function createPlatformAdapter({
  apiRoot,
  operatorToken,
  operatorShare,
  observe,
}: PlatformOptions): PlatformAdapter {
  const clients = new Clients(apiRoot, { token: operatorToken, share: operatorShare }, observe);
  let among = 1;
  return {
    ...createPort(clients, apiRoot),
    shareAmong: (processes) => {
      if (processes === among) return;
      among = processes;
      clients.of(operatorToken).gate.shareAmong(processes);
    },
    operatorTransformer: () => createTransformer(clients.of(operatorToken)),
  };
}
