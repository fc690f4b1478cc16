/**
 * Events of the world, for the phone page and waiting tests, as server-sent events
 * (`GET /emulator/events`, `?types=message,call` to hear only some). The newest thousand are kept, so that a listener
 * that comes back with `Last-Event-ID` misses nothing.
 */
import type { ServerResponse } from 'node:http';
import type { Message } from 'grammy/types';

export type PlatformEvent =
  | { type: 'user' | 'bot' | 'chat'; id: number }
  | { type: 'member'; chat_id: number; user_id: number; status: string }
  | {
      type: 'message';
      change: 'new' | 'edited' | 'deleted';
      bot_id: number;
      user_id: number;
      message: Message;
    }
  | { type: 'post'; change: 'new' | 'edited' | 'deleted'; chat_id: number; message: Message }
  | { type: 'dialog'; bot_id: number; user_id: number }
  | {
      type: 'answer';
      bot_id: number;
      user_id: number;
      callback_query_id: string;
      text: string;
      show_alert: boolean;
      url: string;
    }
  | { type: 'typing'; bot_id: number; user_id: number; action: string }
  | { type: 'commands'; bot_id: number }
  | { type: 'payment'; bot_id: number; user_id: number; id: string; status: string }
  | { type: 'call_begun'; bot_id: number | null; method: string; call_id: number }
  | { type: 'call'; bot_id: number | null; method: string; ok: boolean; call_id: number }
  | { type: 'guide' | 'reset' };

const keptEvents = 1000;
const keepAliveMs = 20_000;
// A listener that doesn't read is let go; it comes back with Last-Event-ID.
const mostUnreadBytes = 4_000_000;

interface Listener {
  response: ServerResponse;
  types: Set<string> | null;
}

export class Events {
  readonly #listeners = new Set<Listener>();
  readonly #recent: { id: number; event: PlatformEvent }[] = [];
  #lastId = 0;
  // An idle connection is dropped by proxies and clients; a comment keeps it open.
  readonly #keepAlive = setInterval(() => {
    for (const { response } of this.#listeners) response.write(':\n\n');
  }, keepAliveMs).unref();

  emit(event: PlatformEvent): void {
    this.#lastId += 1;
    this.#recent.push({ id: this.#lastId, event });
    if (this.#recent.length > keptEvents) this.#recent.shift();
    if (this.#listeners.size === 0) return;
    const text = line(this.#lastId, event);
    for (const { response, types } of this.#listeners) {
      if (types !== null && !types.has(event.type)) continue;
      if (response.writableLength > mostUnreadBytes) response.destroy();
      else response.write(text);
    }
  }

  /** Keeps a response open and writes events to it until its client goes. */
  listen(response: ServerResponse, types: Set<string> | null, lastEventId: number | null): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(`event: hello\ndata: {"last_event_id":${this.#lastId}}\n\n`);
    for (const { id, event } of this.#recent) {
      if (lastEventId !== null && id > lastEventId && (types === null || types.has(event.type))) {
        response.write(line(id, event));
      }
    }
    const listener = { response, types };
    this.#listeners.add(listener);
    response.on('close', () => this.#listeners.delete(listener));
  }

  close(): void {
    clearInterval(this.#keepAlive);
    for (const { response } of this.#listeners) response.end();
    this.#listeners.clear();
  }
}

function line(id: number, event: PlatformEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
