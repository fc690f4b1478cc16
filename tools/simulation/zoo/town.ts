/**
 * A town for a day: the whole service over a real SQLite file, with a platform that answers at once and a clock that the
 * day moves on. Bots send ids alone, orders have the default audience, as in the field.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ourBots } from '../../../core/checkers/index.js';
import type { Settings } from '../../../core/config.js';
import type { Ports, Store } from '../../../core/ports.js';
import { createService, type Service } from '../../../core/service.js';
import { createVault } from '../../../core/vault.js';
import { openStore } from '../../../db/index.js';
import type { MembershipUpdate } from '../../../core/subscriptions/index.js';
import { createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { seededRandom } from '../../../test/core/choosing-world.js';
import { Agenda } from '../agenda.js';
import { Emulated } from '../emulated.js';
import { hear } from '../hear.js';
import { Deserving } from './deserving.js';
import { idlePorts } from '../idle-ports.js';
import type { Mutation } from './old-rules.js';
import { showBlocks } from './town-blocks.js';
import { openTownRails, type TownRails } from './town-rails.js';
import { announceQuality, MODERATOR, settingsOf } from './town-settings.js';
import { bringChat, type Chat, OPERATOR, platformOf, type TownBot } from './town-platform.js';

export type { Chat, TownBot } from './town-platform.js';

export const START_MS = Date.parse('2026-03-02T06:00:00Z');
export { MODERATOR } from './town-settings.js';

/** Who changed a membership: the user, or somebody else. */
export type By = 'user' | 'other';

type Happening = () => Promise<void>;

export class Town {
  nowMs = START_MS;
  readonly service: Service;
  readonly chats = new Map<number, Chat>();
  readonly bots = new Map<number, TownBot>();
  /** Updates that wait while the bot process is slow: delivered by `deliverUpdates`. */
  readonly #updates: MembershipUpdate[] = [];
  /** Likewise, of our rights: in a queue of their own, as the bot process keeps them. */
  readonly #rights: (() => Promise<void>)[] = [];
  holdsUpdates = false;
  /** While a bot's request is answered. */
  isAsking = false;
  /** The bot process says up to when it has taken all updates: then not everybody is asked about. */
  hearsUpdates = false;
  #nextChat = 1;
  #nextBot = 7_000_000;
  readonly #agenda = new Agenda<{ atMs: number; happening: Happening }>();
  readonly #deserving = new Deserving();
  readonly #clicks = new Map<string, number>();

  private constructor(
    readonly mutation: Mutation,
    readonly ports: Ports,
    readonly emulated: Emulated,
    readonly rails: TownRails,
    readonly sql: TestDatabase['sql'],
    readonly close: () => Promise<void>,
  ) {
    this.service = createService(ports);
  }

  get store(): Store {
    return this.ports.store;
  }

  get settings(): Settings {
    return this.ports.settings;
  }

  static async open(seed: number, mutation: Mutation = {}): Promise<Town> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-zoo-'));
    const database = await createDatabase({ folder });
    const settings = settingsOf(database.url, mutation);
    const made: { town?: Town } = {};
    const clock = { now: () => made.town?.nowMs ?? START_MS };
    const opened = await openStore({ DATABASE_URL: database.url }, { clock });
    const next = seededRandom(seed);
    const rails = await openTownRails(clock, mutation.rail);
    const emulated = new Emulated(
      { operatorToken: OPERATOR, checkerTokens: settings.CHECKER_TOKENS, mayInvite: true },
      () => clock.now(),
    );
    const platform = platformOf(emulated, () => {
      if (made.town === undefined) throw new Error('the town is not there yet');
      return made.town;
    });
    const ports: Ports = {
      store: mutation.store?.(opened, database.sql) ?? opened,
      platform: mutation.platform?.(platform) ?? platform,
      ...idlePorts,
      networks: mutation.networks ?? idlePorts.networks,
      rails: rails.all,
      clock,
      random: {
        next,
        bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
      },
      vault: createVault(settings.SECRETS_KEY),
      settings,
    };
    const close = async () => {
      await made.town?.service.contacts.idle();
      await opened.close();
      await rails.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
    made.town = new Town(mutation, ports, emulated, rails, database.sql, close);
    return made.town;
  }

  /** Something happens at that time of the day. */
  plan(atMs: number, happening: Happening): void {
    this.#agenda.add({ atMs, happening });
  }

  /** Lives through all that is planned, also what is planned meanwhile. */
  async live(): Promise<void> {
    for (let next = this.#agenda.take(); next !== null; next = this.#agenda.take()) {
      this.nowMs = Math.max(this.nowMs, next.atMs);
      await next.happening();
      await this.settleDown();
    }
  }

  /** The background is through, and the bot process has done what waits. */
  async settleDown(): Promise<void> {
    await this.service.contacts.idle();
    await showBlocks(this);
    await this.#askContacts();
    // Figures are written within half a second, in which here hours pass.
    await this.store.flush();
  }

  async account(accountId: number, deposit = 0n): Promise<void> {
    await this.service.accounts.open({
      accountId,
      firstName: `Person ${String(accountId)}`,
      username: `person${String(accountId)}`,
      language: 'en',
    });
    if (deposit > 0n) await this.deposit(accountId, deposit, `deposit ${String(accountId)}`);
  }

  async deposit(accountId: number, amountMicros: bigint, reference: string): Promise<void> {
    await this.service.wallet.credit(accountId, amountMicros, { reference, note: '', bookedBy: null });
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
    await announceQuality(this.store, botId, this.mutation.quality, this.nowMs);
    return bot;
  }

  chat(username: string, { takesRequests = false, isGroup = false } = {}): Chat {
    const chatId = -1_000_000_000_000 - this.#nextChat++;
    const people = { members: new Set<number>(), left: new Set<number>() };
    const chat = { chatId, username, ...people, takesRequests, hasRights: true, isGroup };
    bringChat(this.emulated, chat);
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
    await this.hear();
    this.isAsking = true;
    const { sponsors } = await this.service.sponsors.request(bot.botId, {
      chatId: userId,
      user: { userId, ...(bot.token === null ? { firstName: 'Somebody' } : {}) },
      action: 'subscribe',
      excludeResourceIds: [],
      excludeOrderIds: [],
      ...more,
    });
    await this.settleDown();
    this.isAsking = false;
    this.#deserving.noteAsked(bot, userId, this.nowMs);
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
    const invited = this.emulated.chatOfLink(link);
    if (invited !== undefined) return this.chats.get(invited);
    const name = link.split('/').at(-1);
    return [...this.chats.values()].find((chat) => chat.username === name);
  }

  /** @param link by which they come, where it is an invite link */
  async join(chat: Chat, userId: number, link?: string): Promise<void> {
    if (chat.members.has(userId)) return;
    this.#deserving.noteJoin(chat, userId, this.nowMs - this.settings.ATTRIBUTION_HOURS * 3_600_000);
    chat.members.add(userId);
    await this.#move(chat, userId, 'in', link);
  }

  /** The number of people who joined this chat after a request of one of their bots, each once. */
  deservedOf(chat: Chat): number {
    return this.#deserving.of(chat);
  }

  async leave(chat: Chat, userId: number, by: By = 'user'): Promise<void> {
    if (!chat.members.delete(userId)) return;
    if (by === 'user') chat.left.add(userId);
    await this.#move(chat, userId, by === 'user' ? 'out' : 'removed');
  }

  /** They ask to join; the platform sends an update where the chat takes requests. */
  async request(chat: Chat, userId: number): Promise<void> {
    if (!chat.takesRequests) return;
    this.#deserving.noteJoin(chat, userId, this.nowMs - this.settings.ATTRIBUTION_HOURS * 3_600_000);
    await this.#move(chat, userId, 'requested');
  }

  /** They withdraw the request; the platform sends no update. */
  async takeBack(chat: Chat, userId: number): Promise<void> {
    await this.#move(chat, userId, 'out');
  }

  /** The platform keeps them for a day. */
  loseUpdates(): void {
    this.#updates.length = 0;
  }

  async deliverUpdates(): Promise<void> {
    for (const tell of this.#rights.splice(0)) await tell();
    const batch = this.#updates.splice(0);
    for (const update of this.mutation.batch?.(batch) ?? batch) await this.service.membership.observe(update);
  }

  /** Takes our rights in a chat, or gives them back; sends an update. */
  async turnRights(chat: Chat, hasRights: boolean): Promise<void> {
    bringChat(this.emulated, chat);
    chat.hasRights = hasRights;
    this.emulated.changeRights(chat.chatId, hasRights);
    await this.#takeUpdates();
  }

  async #move(
    chat: Chat,
    userId: number,
    state: 'in' | 'out' | 'requested' | 'removed',
    link?: string,
  ): Promise<void> {
    bringChat(this.emulated, chat);
    this.emulated.move(chat.chatId, userId, state, link);
    await this.#takeUpdates();
  }

  /** The bot process takes what our bots were sent, as it reads it. */
  async #takeUpdates(): Promise<void> {
    const { membership, movedChats } = this.service;
    const kept = {
      observe: (update: MembershipUpdate) => Promise.resolve(void this.#updates.push(update)),
      rights: (...change: Parameters<typeof membership.rights>) =>
        Promise.resolve(void this.#rights.push(() => membership.rights(...change))),
    };
    for (const { checkerBotId, token } of ourBots(this.settings))
      for (const update of this.emulated.takeUpdates(token))
        await hear({ membership: kept, movedChats }, update, checkerBotId);
    if (!this.holdsUpdates) await this.deliverUpdates();
  }

  async #askContacts(): Promise<void> {
    for (const due of await this.service.contacts.claim(100)) await this.service.contacts.perform(due);
  }

  /** Somebody's program or browser opens a link that a bot has given for them, at an address. */
  async open(
    { bot, userId, link }: { bot: TownBot; userId: number; link: string },
    { address, runsScripts }: { address: string; runsScripts: boolean },
  ): Promise<void> {
    const token = /\/r\/(.+)$/.exec(link)?.[1];
    if (token === undefined) return;
    if (runsScripts && bot.started.has(userId))
      this.#clicks.set(address, (this.#clicks.get(address) ?? 0) + 1);
    const { links } = this.service;
    const visit = {
      address,
      network: address,
      deviceType: 'desktop',
      deviceOs: 'Windows',
      fingerprint: `of ${token}`,
    };
    const following = await links.follow(token, visit);
    if (following.kind !== 'resource' || !(runsScripts || this.mutation.countsFetches === true)) return;
    await links.ran(token, { visit, pass: following.pass, initData: '' });
  }

  /** Moderators look at bots without a token at the end of the day, and refuse those they do not know. */
  async refuseUntrusted(): Promise<void> {
    if (this.#leavesOut('refusal')) return;
    for (const botId of this.bots.keys())
      if ((await this.store.bots.find(botId))?.hasToken === false)
        await this.service.trust.bot(botId, 'refused', MODERATOR);
    while ((await this.service.trust.settleHeld()) > 0);
  }

  /** The bot process has taken all updates but those that it holds. */
  async hear(): Promise<void> {
    const oldest = Math.min(...this.#updates.map(({ atMs }) => atMs));
    if (this.hearsUpdates) await this.heard(Math.min(this.nowMs, oldest));
  }

  /** All our bots have taken their updates of before then. */
  async heard(untilMs: number): Promise<void> {
    for (const { checkerBotId } of ourBots(this.settings))
      await this.service.membership.heard(untilMs, checkerBotId);
  }

  /** Resolves the orders' names and finds unseen joins, as the bot process does. */
  async resolveLinks(): Promise<void> {
    if (!this.#leavesOut('names')) await this.service.maintenance.resolveLinks();
  }

  async checkUnseen(): Promise<void> {
    if (this.#leavesOut('unseen')) return;
    while ((await this.service.maintenance.checkUnseen()) > 0);
    // Who was found waits for the updates of then.
    this.nowMs += 3_000;
    await this.hear();
    while ((await this.service.maintenance.checkUnseen()) > 0);
  }

  async makeOwnLinks(): Promise<void> {
    while ((await this.service.maintenance.ownLinks()) > 0);
  }

  /** Openings by people who use the bot, as many of an address as may be paid for. */
  deservedClicks(): number {
    const most = this.settings.CLICKS_PER_ADDRESS_DAY;
    return [...this.#clicks.values()].reduce((sum, count) => sum + Math.min(most, count), 0);
  }

  #leavesOut(work: NonNullable<Mutation['leavesOut']>[number]): boolean {
    return this.mutation.leavesOut?.includes(work) === true;
  }
}
