/**
 * The operator bot over a real service, fed with updates by the test instead of a platform: for more updates, and
 * stranger ones, than an emulated platform would make. What it calls is kept, and answered at once.
 */
import type { Transformer } from 'grammy';
import type { Message, Update } from 'grammy/types';
import { createOperatorBot } from '../../bot/operator/index.js';
import { startPolling } from '../../bot/polling.js';
import { unreadableIn } from '../../bot/readable.js';
import type { Log } from '../../core/ports.js';
import { operatorName, operatorToken } from './stage.js';
import type { ServiceStage } from './service-stage.js';

export interface Call {
  method: string;
  payload: Record<string, unknown>;
}

export interface FedBot {
  calls: Call[];
  /** What was logged as a warning or worse, as text. */
  complaints: string[];
  /** Hands over one update, and waits for all that it leads to. */
  hand(update: Update): Promise<void>;
  /** Hands over updates by polling, as the platform would; resolves when they have been taken. */
  poll(updates: readonly Update[]): Promise<void>;
  /** Resolves when everything that was begun for what was polled is finished. */
  settled(): Promise<void>;
  /** Ends polling; resolves when everything that was begun is finished. */
  stop(): Promise<void>;
}

const me = {
  id: 1,
  is_bot: true,
  first_name: 'Operator',
  username: operatorName,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
} as const;

export async function startFedBot({ service, settings, infrastructure }: ServiceStage): Promise<FedBot> {
  const calls: Call[] = [];
  const complaints: string[] = [];
  const complain = (facts: Record<string, unknown>, message: string) => {
    complaints.push(`${message} ${JSON.stringify(facts)}`);
  };
  const log: Log = { info: () => undefined, warn: complain, error: complain };
  const feed = new Feed();
  const answering: Transformer = async (_previous, method, payload, signal) => {
    // Each method has an answer type of its own; what is read of it here is the same for all.
    const answer = (result: unknown) => ({ ok: true, result }) as never;
    if (method === 'getUpdates') {
      const isLast = 'timeout' in payload && payload.timeout === 0;
      return answer(isLast ? [] : await feed.next(signal as AbortSignal | undefined));
    }
    const call = { method, payload: { ...payload } as Record<string, unknown> };
    calls.push(call);
    return answer(method === 'getMe' ? me : resultOf(call, calls.length));
  };
  const bot = createOperatorBot(
    operatorToken,
    {
      service,
      pictures: infrastructure.pictures,
      vault: infrastructure.vault,
      log,
      stopping: new AbortController().signal,
      nowMs: () => Date.now(),
      platform: {
        send: async () => ({ ok: true, value: { messageId: 1, isPhoto: false } }) as never,
        file: async () => ({ ok: true, value: new Uint8Array() }) as never,
      },
    },
    { client: { apiRoot: settings.PLATFORM_API_ROOT }, transformer: answering },
  );
  await bot.init();
  const underway = new Underway();
  const handle = bot.handleUpdate.bind(bot);
  bot.handleUpdate = (update) => handle(update).finally(() => underway.end(update));
  const polling = startPolling(bot, log, { deferred: service.updates.deferred });
  const ended = polling.ended.then(() => {
    throw new Error('Polling has ended.');
  });
  ended.catch(() => undefined);
  return {
    calls,
    complaints,
    hand: (update) => bot.handleUpdate(update),
    poll: (updates) => {
      underway.begin(updates.filter((update) => unreadableIn(update).length === 0));
      return Promise.race([feed.push(updates), ended]);
    },
    settled: () => underway.settled(),
    stop: () => polling.stop(),
  };
}

function resultOf({ method, payload }: Call, count: number): unknown {
  if (method === 'createChatInviteLink') return { invite_link: `https://t.me/+${'a'.repeat(16)}` };
  if (!/^(send|edit)/.test(method)) return true;
  return {
    message_id: 1_000 + count,
    date: 0,
    chat: { id: Number(payload['chat_id'] ?? 0), type: 'private', first_name: 'x' },
    text: 'x',
  } satisfies Message;
}

/** Updates that were handed out and are not done with. */
class Underway {
  readonly #updates = new Set<Update>();
  #settle: () => void = () => undefined;

  begin(updates: readonly Update[]): void {
    for (const update of updates) this.#updates.add(update);
  }

  end(update: Update): void {
    this.#updates.delete(update);
    if (this.#updates.size === 0) this.#settle();
  }

  async settled(): Promise<void> {
    if (this.#updates.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
    });
  }
}

/** What the platform would hand out: a batch, and the next when that has been taken. */
class Feed {
  #waiting: Update[] = [];
  #handedOut: (() => void) | null = null;
  #taken: () => void = () => undefined;
  #wake: () => void = () => undefined;

  async push(updates: readonly Update[]): Promise<void> {
    if (updates.length === 0) return;
    this.#waiting = [...updates];
    const taken = new Promise<void>((resolve) => {
      this.#taken = resolve;
    });
    this.#wake();
    await taken;
  }

  async next(signal: AbortSignal | undefined): Promise<Update[]> {
    // Asking again says that what was handed out before is done with.
    this.#handedOut?.();
    this.#handedOut = null;
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal?.removeEventListener('abort', this.#wake);
          resolve();
        };
        signal?.addEventListener('abort', this.#wake);
      });
    }
    if (this.#waiting.length > 0) this.#handedOut = this.#taken;
    return this.#waiting.splice(0);
  }
}
