/**
 * A town for a day: the whole service over a real SQLite file, with a platform that answers at once and a clock that the
 * day moves on. Bots send ids alone, orders have the default audience, as in the field.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSettings, type Settings } from '../../../core/config.js';
import type {
  MessageContent,
  Platform,
  PlatformAnswer,
  PlatformFailureKind,
  Ports,
  Store,
} from '../../../core/ports.js';
import { createService, type Service } from '../../../core/service.js';
import { createVault } from '../../../core/vault.js';
import { openStore } from '../../../db/index.js';
import { deliver } from '../../../bot/blocks/deliver.js';
import { createDatabase } from '../../support/database.js';
import { seededRandom } from '../../core/choosing-world.js';

export const START_MS = Date.parse('2026-03-02T06:00:00Z');
export const MODERATOR = 9_001;
const OPERATOR = '1234567:operator-token';

export interface Chat {
  chatId: number;
  username: string;
  members: Set<number>;
  takesRequests: boolean;
  hasRights: boolean;
}

export interface TownBot {
  botId: number;
  accountId: number;
  token: string | null;
  started: Set<number>;
  blocked: Set<number>;
}

/** Who changed a membership: the user, or somebody else. */
export type By = 'user' | 'other';

export interface Mutation {
  store?: (store: Store) => Store;
  environment?: Record<string, string>;
}

type Happening = () => Promise<void>;

export class Town {
  nowMs = START_MS;
  readonly chats = new Map<number, Chat>();
  readonly bots = new Map<number, TownBot>();
  /** Updates that wait while the bot process is slow: delivered by `deliverUpdates`. */
  readonly #updates: Parameters<Service['membership']['observe']>[0][] = [];
  holdsUpdates = false;
  #nextUpdateId = 1;
  #nextChat = 1;
  #nextBot = 7_000_000;
  #nextMessage = 1;
  readonly #agenda: { atMs: number; order: number; happening: Happening }[] = [];
  #planned = 0;

  private constructor(
    readonly settings: Settings,
    readonly service: Service,
    readonly store: Store,
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async open(seed: number, { store: mutate, environment }: Mutation = {}): Promise<Town> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-zoo-'));
    const database = await createDatabase({ folder });
    const settings = parseSettings({
      BOT_TOKEN: OPERATOR,
      SECRETS_KEY: Buffer.alloc(32, 5).toString('base64'),
      MODERATOR_IDS: String(MODERATOR),
      DATABASE_URL: database.url,
      EXPLORE_SHARE: '0',
      BOTS_PER_HOUR: '1000',
      ...environment,
    });
    const made: { town?: Town } = {};
    const clock = { now: () => made.town?.nowMs ?? START_MS };
    const opened = await openStore({ DATABASE_URL: database.url }, { clock });
    const next = seededRandom(seed);
    const ports: Ports = {
      store: mutate?.(opened) ?? opened,
      platform: platformOf(() => {
        if (made.town === undefined) throw new Error('the town is not there yet');
        return made.town;
      }),
      membershipService: { isConfigured: false, isMember: () => Promise.reject(new Error('not configured')) },
      geo: { knows: { countries: false, cities: false }, lookup: () => ({}) },
      files: { open: () => Promise.resolve(null) },
      photoClassifier: { classify: () => Promise.resolve('unknown') },
      webhookSender: {
        fault: () => Promise.resolve(null),
        pictureFault: () => Promise.resolve(null),
        post: () => Promise.resolve({ ok: true, status: 200, tookMs: 1 }),
      },
      clock,
      random: {
        next,
        bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
      },
      vault: createVault(settings.SECRETS_KEY),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      settings,
    };
    const close = async () => {
      await made.town?.service.contacts.idle();
      await opened.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
    made.town = new Town(settings, createService(ports), ports.store, database.url, close);
    return made.town;
  }

  /** Something happens at that time of the day. */
  plan(atMs: number, happening: Happening): void {
    this.#agenda.push({ atMs, order: this.#planned++, happening });
  }

  /** Lives through all that is planned, also what is planned meanwhile. */
  async live(): Promise<void> {
    for (;;) {
      this.#agenda.sort((a, b) => b.atMs - a.atMs || b.order - a.order);
      const next = this.#agenda.pop();
      if (next === undefined) return;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      await next.happening();
      await this.settleDown();
    }
  }

  /** The background is through, and the bot process has done what waits. */
  async settleDown(): Promise<void> {
    await this.service.contacts.idle();
    await this.#showBlocks();
    await this.#askContacts();
  }

  async account(accountId: number, deposit = 0n): Promise<void> {
    await this.service.accounts.open({
      accountId,
      firstName: `Person ${String(accountId)}`,
      username: `person${String(accountId)}`,
      language: 'en',
    });
    if (deposit === 0n) return;
    const about = { reference: `deposit ${String(accountId)}`, note: '', bookedBy: null };
    await this.service.wallet.credit(accountId, deposit, about);
  }

  async addBot(accountId: number, { token = true, turnkey = false } = {}): Promise<TownBot> {
    const botId = this.#nextBot++;
    const bot: TownBot = {
      botId,
      accountId,
      token: token ? `${String(botId)}:token-of-a-bot` : null,
      started: new Set(),
      blocked: new Set(),
    };
    this.bots.set(botId, bot);
    const settings = { getLinks: !turnkey };
    const nickname = `bot${String(botId)}`;
    await this.service.bots.add(
      accountId,
      bot.token === null ? { botId, name: 'A bot', nickname, settings } : { token: bot.token, settings },
    );
    return bot;
  }

  chat(username: string, { takesRequests = false } = {}): Chat {
    const chatId = -1_000_000_000_000 - this.#nextChat++;
    const chat = { chatId, username, members: new Set<number>(), takesRequests, hasRights: true };
    this.chats.set(chatId, chat);
    return chat;
  }

  /** An approved order for a chat; returns its id. */
  async order(accountId: number, chat: Chat, more: Record<string, unknown> = {}): Promise<number> {
    return this.orderFor(accountId, `https://t.me/${chat.username}`, 'channel', more);
  }

  async orderFor(
    accountId: number,
    link: string,
    adsType: 'channel' | 'resource',
    more: Record<string, unknown> = {},
  ): Promise<number> {
    const { orderId } = await this.service.orders.create(accountId, {
      link,
      adsType,
      quantityAll: 100_000,
      priceMicros: 2_000_000n,
      ...more,
    });
    const order = await this.store.orders.find(orderId);
    await this.service.moderation.approve(MODERATOR, orderId, order?.revision ?? 0, undefined);
    return orderId;
  }

  /** A bot asks about a user, by ids alone; returns the links that are still to be subscribed. */
  async ask(bot: TownBot, userId: number, more: Record<string, unknown> = {}): Promise<string[]> {
    const { sponsors } = await this.service.sponsors.request(bot.botId, {
      chatId: userId,
      user: { userId, ...(bot.token === null ? { firstName: 'Somebody' } : {}) },
      action: 'subscribe',
      excludeResourceIds: [],
      excludeOrderIds: [],
      ...more,
    });
    await this.settleDown();
    return this.#shownTo(bot, userId, sponsors);
  }

  /** What the user sees: the answer's links, or those of the block. */
  async #shownTo(
    bot: TownBot,
    userId: number,
    sponsors: readonly { link: string; status: string; availableNow: boolean }[] | null,
  ): Promise<string[]> {
    const list =
      sponsors ?? (await this.service.sponsors.subscriptions(bot.botId, { userId, links: [], orderIds: [] }));
    return list
      .filter(({ status, availableNow }) => status === 'unsubscribed' && availableNow)
      .map((each) => each.link);
  }

  chatOfLink(link: string): Chat | undefined {
    const name = link.split('/').at(-1);
    return [...this.chats.values()].find((chat) => chat.username === name);
  }

  async join(chat: Chat, userId: number): Promise<void> {
    if (chat.members.has(userId)) return;
    chat.members.add(userId);
    await this.#tell(chat, userId, 'in', false, 'user');
  }

  async leave(chat: Chat, userId: number, by: By = 'user'): Promise<void> {
    if (!chat.members.delete(userId)) return;
    await this.#tell(chat, userId, 'out', true, by);
  }

  async request(chat: Chat, userId: number): Promise<void> {
    await this.#tell(chat, userId, 'requested', false, 'user');
  }

  async deliverUpdates(): Promise<void> {
    for (const update of this.#updates.splice(0)) await this.service.membership.observe(update);
  }

  async #tell(chat: Chat, userId: number, state: 'in' | 'out' | 'requested', wasIn: boolean, by: By) {
    if (!chat.hasRights) return;
    this.#updates.push({
      userId,
      resourceId: String(chat.chatId),
      state,
      wasIn,
      isRemoved: state === 'out' && by === 'other',
      updateId: this.#nextUpdateId++,
      atMs: Math.floor(this.nowMs / 1_000) * 1_000,
      chat: { title: chat.username },
    });
    if (!this.holdsUpdates) await this.deliverUpdates();
  }

  async #showBlocks(): Promise<void> {
    const { blocks } = this.service;
    const parts = {
      platform: platformOf(() => this),
      prefix: 'subgram',
      noteSending: (task: Parameters<typeof deliver>[0], marker: Parameters<typeof blocks.noteShown>[1]) =>
        blocks.noteShown(task, marker),
      nowMs: () => this.nowMs,
    };
    for (const task of await blocks.claim('zoo', 100, 60_000)) {
      const isThere = task.chatId >= 0 || (await blocks.isInGroup(task)) === 'yes';
      const delivery = isThere ? await deliver(task, parts) : null;
      if (delivery?.kind === 'shown') await blocks.fulfilled(task, delivery.shown);
      else {
        await blocks.failed(task, { reason: 'the user cannot be reached', retryAtMs: null, shown: null });
        await blocks.denied(task);
      }
    }
  }

  async #askContacts(): Promise<void> {
    for (const due of await this.service.contacts.claim(100)) await this.service.contacts.perform(due);
  }

  /** Moderators look at bots without a token at the end of the day, and refuse those they do not know. */
  async refuseUntrusted(): Promise<void> {
    for (const { botId, token } of this.bots.values())
      if (token === null) await this.service.trust.bot(botId, 'refused', MODERATOR);
    while ((await this.service.upkeep.settleHeld()) > 0);
  }

  /** Looks where the orders' names lead, and who joined while nobody could be seen, as the bot process does. */
  async resolveLinks(): Promise<void> {
    await this.service.upkeep.resolveLinks();
  }

  async checkUnseen(): Promise<void> {
    while ((await this.service.upkeep.checkUnseen()) > 0);
  }

  nextMessageId(): number {
    return this.#nextMessage++;
  }
}

function refused(kind: PlatformFailureKind): PlatformAnswer<never> {
  return { ok: false, failure: { kind, description: kind, retryAfterMs: null } };
}

function platformOf(townOf: () => Town): Platform {
  const given = <T>(value: T): Promise<PlatformAnswer<T>> => Promise.resolve({ ok: true, value });
  const botOf = (token: string) => townOf().bots.get(Number(token.split(':')[0]));
  const reach = (token: string, userId: number): PlatformAnswer<true> => {
    const bot = botOf(token);
    if (bot?.token !== token) return refused('token_refused');
    if (bot.blocked.has(userId)) return refused('blocked');
    return bot.started.has(userId) ? { ok: true, value: true } : refused('chat_gone');
  };
  const chatOf = (chat: number | string) => {
    const { chats } = townOf();
    return typeof chat === 'number'
      ? chats.get(chat)
      : [...chats.values()].find(({ username }) => `@${username}` === chat);
  };
  const no = () => Promise.resolve(refused('unavailable'));
  const platform = {
    me: (token: string) => {
      const botId = Number(token.split(':')[0]);
      return given({ botId, name: 'A bot', username: `bot${String(botId)}` });
    },
    chat: (_: string, asked: number | string) => {
      const chat = chatOf(asked);
      if (chat === undefined) return Promise.resolve(refused('chat_gone'));
      return given({
        chatId: chat.chatId,
        type: 'channel' as const,
        title: chat.username,
        username: chat.username,
        firstName: '',
        lastName: '',
        bio: '',
        photoFileId: '',
        takesJoinRequests: chat.takesRequests,
        inviteLink: '',
        rating: null,
      });
    },
    memberCount: (_: string, chat: number | string) => given(chatOf(chat)?.members.size ?? 0),
    isMember: (_: string, asked: number | string, userId: number) => {
      const chat = chatOf(asked);
      if (chat === undefined) return Promise.resolve(refused('chat_gone'));
      return chat.hasRights ? given(chat.members.has(userId)) : Promise.resolve(refused('rights_lost'));
    },
    isAdministrator: (_: string, chat: number | string) => given(chatOf(chat)?.hasRights ?? false),
    hasStarted: (token: string, userId: number) => Promise.resolve(reach(token, userId)),
    send: (token: string, chatId: number, _content: MessageContent) => {
      if (token === OPERATOR) return given(townOf().nextMessageId());
      const reached = chatId < 0 ? ({ ok: true } as const) : reach(token, chatId);
      return reached.ok ? given(townOf().nextMessageId()) : Promise.resolve(reached);
    },
    edit: (token: string, chatId: number) => {
      const reached = chatId < 0 ? ({ ok: true } as const) : reach(token, chatId);
      return reached.ok ? given(undefined) : Promise.resolve(reached);
    },
    remove: () => given(undefined),
    user: no,
    photos: no,
    refundStars: () => given(undefined),
    giftCount: no,
    file: no,
    createInviteLink: no,
    revokeInviteLink: no,
  };
  return platform;
}
