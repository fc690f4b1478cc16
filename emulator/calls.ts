/** What was called, when, and how it ended: the newest ten thousand. Tokens and secrets never stand in it. */
import type { Events } from './events.js';

export interface CallEntry {
  id: number;
  bot_id: number | null;
  bot: string | null;
  method: string;
  at: string;
  at_ms: number;
  duration_ms: number | null;
  payload: Record<string, unknown>;
  /** null: not answered (yet). */
  ok: boolean | null;
  error_code?: number;
  description?: string;
  fault?: string;
}

const keptCalls = 10_000;
const longestTextLetters = 5_000;
const tokenPattern = /\b\d{3,}:[\w-]{20,}/g;

export class Calls {
  #entries: { entry: CallEntry; token: string }[] = [];
  #nextId = 1;

  constructor(private readonly events: Events) {}

  begin(call: {
    token: string;
    botId: number | null;
    username: string | null;
    method: string;
    payload: Record<string, unknown>;
    atMs: number;
  }): CallEntry {
    const entry: CallEntry = {
      id: this.#nextId,
      bot_id: call.botId,
      bot: call.username,
      method: call.method,
      at: new Date(call.atMs).toISOString(),
      at_ms: call.atMs,
      duration_ms: null,
      payload: tidy(call.payload),
      ok: null,
    };
    this.#nextId += 1;
    this.#entries.push({ entry, token: call.token });
    // Dropping one by one from the front would copy the list at every call.
    if (this.#entries.length > keptCalls * 1.1) this.#entries = this.#entries.slice(-keptCalls);
    const { bot_id, method, id } = entry;
    this.events.emit({ type: 'call_begun', bot_id, method, call_id: id });
    return entry;
  }

  end(
    entry: CallEntry,
    atMs: number,
    outcome: { ok: boolean; error_code?: number; description?: string },
  ): void {
    Object.assign(entry, outcome, { duration_ms: atMs - entry.at_ms });
    const { bot_id, method, ok, id } = { ...entry, ok: outcome.ok };
    this.events.emit({ type: 'call', bot_id, method, ok, call_id: id });
  }

  /** Oldest first. */
  list(filter: {
    token: string | null;
    botId: number | null;
    method: string | null;
    afterId: number;
  }): CallEntry[] {
    const method = filter.method?.toLowerCase();
    return this.#entries
      .slice(-keptCalls)
      .filter(
        ({ entry, token }) =>
          entry.id > filter.afterId &&
          (filter.token === null || filter.token === token) &&
          (filter.botId === null || filter.botId === entry.bot_id) &&
          (method === undefined || entry.method.toLowerCase() === method),
      )
      .map(({ entry }) => entry);
  }

  clear(): void {
    this.#entries = [];
  }
}

function tidy(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      name === 'secret_token' ? '[secret]' : tidyValue(value),
    ]),
  );
}

function tidyValue(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, longestTextLetters).replace(tokenPattern, '[token]');
  if (typeof value !== 'object' || value === null) return value;
  return JSON.parse(JSON.stringify(value).replace(tokenPattern, '[token]')) as unknown;
}
