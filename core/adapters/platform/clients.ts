/** One client and one gate a token, at most so many at once; the least used idle one makes room. */
import { Api, type ApiClientOptions } from 'grammy';
import { botIdOf } from '../../checkers/index.js';
import { Gate, type GateParts, type Share } from './gate.js';
import { steadyMs } from './pace.js';

export interface Client {
  api: Api;
  gate: Gate;
}

const CLIENTS_MAX = 2_000;

export class Clients {
  readonly #clients = new Map<string, Client>();
  readonly #reach: ApiClientOptions;
  readonly #parts: Omit<GateParts, 'botId' | 'share' | 'isAlwaysShared'>;
  readonly #kept: ReadonlyMap<string, Client>;

  /**
   * @param kept tokens that never make room, and the part of their limits that this process may use
   * @param parts what every gate is made of
   */
  constructor(
    reach: ApiClientOptions,
    kept: { tokens: readonly string[]; share: Share },
    parts: Omit<GateParts, 'botId' | 'share' | 'isAlwaysShared'>,
  ) {
    this.#reach = reach;
    this.#parts = parts;
    this.#kept = new Map(kept.tokens.map((token) => [token, this.#make(token, kept.share)]));
  }

  of(token: string): Client {
    const kept = this.#kept.get(token);
    if (kept !== undefined) return kept;
    let client = this.#clients.get(token);
    if (client === undefined) {
      if (this.#clients.size >= CLIENTS_MAX) this.#makeRoom();
      client = this.#make(token);
    } else this.#clients.delete(token);
    // The map keeps the order of insertion: the longest unused stands first.
    this.#clients.set(token, client);
    return client;
  }

  #make(token: string, share?: Share): Client {
    const own = share === undefined ? {} : { share, isAlwaysShared: true };
    const gate = new Gate({ ...this.#parts, botId: botIdOf(token), ...own });
    return { api: new Api(token, this.#reach), gate };
  }

  #makeRoom(): void {
    const nowMs = steadyMs();
    for (const [token, { gate }] of this.#clients) {
      if (!gate.isIdle(nowMs)) continue;
      this.#clients.delete(token);
      return;
    }
    const [oldest] = this.#clients.keys();
    if (oldest !== undefined) this.#clients.delete(oldest);
  }
}
