/** What happens in a case besides requests: who is there, what they own, what they do. Each is one word of README.md. */
import { parseMoney } from '../../core/money.js';
import { parseDateTime } from '../../core/days.js';
import { type EndUserHappening, happenToEndUsers } from './end-users.js';
import { Names } from './names.js';
import { moderatorId, operatorBot, type Stage } from './stage.js';
import { ask } from '../support/asking.js';

/** One thing that is so, or happens. Exactly one of the words names it. */
export interface Happening extends EndUserHappening {
  /** Pays into a person's wallet. */
  balance?: string;
  of?: string;
  channel?: string;
  title?: string;
  operator?: 'administrator' | 'member' | 'absent';
  private?: boolean;
  takes_join_requests?: boolean;
  /** A bot on the platform. */
  bot?: string;
  /** A bot that has been added to the service. */
  publisher_bot?: string;
  /** An order, by its name in the case. */
  order?: string;
  by?: string;
  create?: Record<string, unknown>;
  then?: Decision;
  /** How many new end users subscribe to the order named by `of`, shown to them by `in`. */
  subscribers?: number;
  in?: string;
  /** A moderator acts on the order named by `on`. */
  moderator?: Decision | 'blocks the link';
  on?: string;
  reason?: string;
  theme?: string;
  /** So many new users who speak `speak` meet the publisher's bot named by `in`. */
  users?: number;
  speak?: string;
  /** Somebody leaves: the order named by `of` loses this many subscribers, first come first. */
  leavers?: number;
  clock?: string;
  wait?: string;
  platform?: 'down' | 'slow' | 'up' | 'is asked about users';
}

type Decision = 'approves' | 'rejects';

/** Ids of people; each that a case names beyond these gets the next one. */
const FIRST_PERSON = 1002;
const FIRST_END_USER = 50_001;
const FIRST_BOT = 7_000_001;
/** How often an end user confirms at most. */
const PATIENCE = 5;
/** By then shows of a moment ago hold back the last places of a small order no more (`core/choosing/promises.ts`). */
const PROMISED_MS = 10_000;

export class Scene {
  readonly names = new Names();
  /** While it is not, nothing that it was asked is waited for. */
  isPlatformUp = true;
  readonly #people = new Map<string, number>([['moderator', moderatorId]]);
  readonly #subscribers = new Map<string, number[]>();
  #endUsers = 0;
  #bots = 0;

  constructor(readonly stage: Stage) {}

  /** The people that are always there, with an account each. */
  async open(): Promise<void> {
    this.names.set('service', { url: this.stage.url });
    for (const name of ['moderator', 'advertiser', 'publisher', 'stranger']) await this.person(name);
  }

  /** Opens the account of a person at their first mention. */
  async person(name: string): Promise<number> {
    const known = this.#people.get(name);
    if (known !== undefined && name !== 'moderator') return known;
    const accountId = known ?? FIRST_PERSON + this.#people.size - 1;
    this.#people.set(name, accountId);
    const { accounts } = this.stage.service;
    await this.stage.platform.users({ id: accountId, first_name: name });
    await accounts.open({ accountId, firstName: name, username: name, language: 'en' });
    const access = await accounts.revealKey(accountId, 'access');
    this.names.set(name, {
      id: accountId,
      access,
      statistics: await accounts.revealKey(accountId, 'statistics'),
    });
    return accountId;
  }

  async happen(raw: Happening): Promise<void> {
    const happening = this.names.fill(raw);
    const newUserId = () => FIRST_END_USER + this.#endUsers++;
    if (await happenToEndUsers(this.stage, this.names, happening, newUserId)) return;
    if (happening.balance !== undefined)
      return this.#balance(happening.balance, happening.of ?? 'advertiser');
    if (happening.channel !== undefined) return this.#channel(happening.channel, happening);
    if (happening.bot !== undefined) return this.#bot(happening.bot);
    if (happening.publisher_bot !== undefined) return this.#publisherBot(happening.publisher_bot, happening);
    if (happening.order !== undefined) return this.#order(happening.order, happening);
    if (happening.subscribers !== undefined) return this.#subscribe(happening.subscribers, happening);
    if (happening.users !== undefined) return this.#meet(happening.users, happening);
    if (happening.leavers !== undefined) return this.#leave(happening.leavers, happening);
    if (happening.moderator !== undefined) return this.#moderate(happening.moderator, happening);
    if (happening.clock !== undefined) {
      this.#setClock(happening.clock);
      return;
    }
    if (happening.wait !== undefined) {
      this.#wait(happening.wait);
      return;
    }
    if (happening.platform !== undefined) return this.#platform(happening.platform);
    throw new Error(`Nobody knows what this means: ${JSON.stringify(raw)}`);
  }

  async #balance(amount: string, of: string): Promise<void> {
    const accountId = await this.person(of);
    const reference = `case:${String(accountId)}:${String(this.stage.clock.now())}:${amount}`;
    await this.stage.service.wallet.credit(accountId, parseMoney(amount), {
      reference,
      note: 'a case',
      bookedBy: null,
    });
  }

  async #channel(name: string, wanted: Happening): Promise<void> {
    const { id, invite_link: invite } = await this.stage.platform.chats({
      type: 'channel',
      title: wanted.title ?? name,
      ...(wanted.private === true ? {} : { username: name }),
      ...(wanted.takes_join_requests === true ? { join_requests: true } : {}),
    });
    this.names.set(name, { id, link: wanted.private === true ? invite : `https://t.me/${name}`, invite });
    const status = wanted.operator ?? 'administrator';
    if (status === 'absent') return;
    await this.stage.platform.members({ chat: id, user: `@${operatorBot.username}`, status });
    // The platform says so to the operator bot: here, at once. Of a public channel it would say nothing new.
    if (wanted.private !== true) return;
    const byUserId = await this.person('advertiser');
    await this.stage.service.membership.rights(id, status === 'administrator', { title: name, byUserId });
  }

  async #bot(username: string): Promise<void> {
    const token = `${String(FIRST_BOT + this.#bots++)}:token-of-${username.replaceAll('_', '-')}-in-a-case`;
    const { id } = await this.stage.platform.bots({ token, username, first_name: username });
    this.names.set(username, { id, token, link: `https://t.me/${username}` });
  }

  async #publisherBot(username: string, wanted: Happening): Promise<void> {
    await this.#bot(username);
    const accountId = await this.person(wanted.of ?? 'publisher');
    const token = String(this.names.get(username, 'token'));
    const { bot, apiKey } = await this.stage.service.bots.add(accountId, {
      token,
      settings: { getLinks: true },
    });
    this.names.set(username, { id: bot.botId, token, link: `https://t.me/${username}`, key: apiKey });
    this.names.publisherBots.push(username);
    for (const userId of this.names.endUsers) await this.stage.platform.say(userId, `@${username}`, '/start');
  }

  async #order(name: string, wanted: Happening): Promise<void> {
    const access = String(this.names.get(wanted.by ?? 'advertiser', 'access'));
    const body = { action: 'create', ads_type: 'channel', quantity_all: 100, ...wanted.create };
    const { text } = await ask(`${this.stage.url}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: access },
      body: JSON.stringify(body),
    });
    const answer = JSON.parse(text) as { message: string; response?: { order_id: number } };
    if (answer.response === undefined)
      throw new Error(`The order "${name}" could not be made: ${answer.message}`);
    this.names.set(name, { value: answer.response.order_id });
    if (wanted.then !== undefined) await this.#moderate(wanted.then, { ...wanted, on: name });
  }

  async #moderate(
    command: NonNullable<Happening['moderator']>,
    { on = '', reason, theme }: Happening,
  ): Promise<void> {
    const { moderation } = this.stage.service;
    const orderId = Number(this.names.get(on));
    const order = await this.stage.store.orders.find(orderId);
    if (order === null) throw new Error(`There is no order ${String(orderId)}.`);
    const { revision } = order;
    const outcome =
      command === 'approves'
        ? await moderation.approve(moderatorId, orderId, revision, theme)
        : command === 'rejects'
          ? await moderation.reject(moderatorId, orderId, revision, reason ?? 'Not for us.')
          : await moderation.blockLink(moderatorId, orderId);
    if (outcome.kind !== 'decided') {
      throw new Error(
        `The moderator ${command} in vain: ${JSON.stringify({ ...outcome, order: undefined })}`,
      );
    }
  }

  /** New end users meet the order in a publisher's bot, join, and are confirmed, as they would be. */
  async #subscribe(count: number, { of = '', in: bot = '' }: Happening): Promise<void> {
    const orderId = Number(this.names.get(of));
    const order = await this.stage.store.orders.find(orderId);
    if (order === null) throw new Error(`There is no order ${String(orderId)}.`);
    const joined = this.#subscribers.get(of) ?? [];
    this.#subscribers.set(of, joined);
    for (let index = 0; index < count; index++) {
      const userId = FIRST_END_USER + this.#endUsers++;
      await this.stage.platform.users({ id: userId, first_name: 'Иван', username: `user_${String(userId)}` });
      await this.stage.platform.say(userId, `@${bot}`, '/start');
      const ask = () => this.#askForSponsors(bot, userId);
      if (!(await ask()).includes(orderId)) {
        this.stage.clock.pass(PROMISED_MS);
        await ask();
      }
      await this.stage.service.contacts.idle();
      await this.stage.platform.members({ chat: order.resource.resourceId, user: userId, status: 'member' });
      // On a machine with much else to do an answer can come before the check does; then they press once more.
      const counted = async () => (await this.stage.store.orders.find(orderId))?.quantityNow ?? 0;
      for (let asked = 0; asked < PATIENCE && (await counted()) <= order.quantityNow + index; asked++)
        await ask();
      joined.push(userId);
    }
    const after = await this.stage.store.orders.find(orderId);
    if (after?.quantityNow !== order.quantityNow + count) {
      const now = String(after?.quantityNow);
      throw new Error(
        `Of ${String(count)} subscribers, the order counted ${now} - ${String(order.quantityNow)}.`,
      );
    }
  }

  /** The platform tells the bot which language they speak. */
  async #meet(count: number, { speak = '', in: bot = '' }: Happening): Promise<void> {
    for (let index = 0; index < count; index++) {
      const userId = FIRST_END_USER + this.#endUsers++;
      await this.stage.platform.users({ id: userId, first_name: 'Somebody', language_code: speak });
      await this.stage.platform.say(userId, `@${bot}`, '/start');
      await this.#askForSponsors(bot, userId, {});
      await this.stage.service.audience.idle();
    }
  }

  /** @returns the orders that they were shown */
  async #askForSponsors(
    bot: string,
    userId: number,
    said: object = {
      first_name: 'Иван',
      username: `user_${String(userId)}`,
      language_code: 'ru',
      is_premium: false,
    },
  ): Promise<number[]> {
    const user = { user_id: userId, chat_id: userId, ...said };
    const { http, text } = await ask(`${this.stage.url}/get-sponsors`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: String(this.names.get(bot, 'key')) },
      body: JSON.stringify({
        ...user,
        get_links: 1,
        max_sponsors: 10,
      }),
    });
    if (http >= 400 && http !== 404) throw new Error(text);
    const { additional } = JSON.parse(text) as { additional?: { sponsors: { ads_id: string }[] } };
    return (additional?.sponsors ?? []).map(({ ads_id: orderId }) => Number(orderId));
  }

  async #leave(count: number, { of = '' }: Happening): Promise<void> {
    const order = await this.stage.store.orders.find(Number(this.names.get(of)));
    const leaving = this.#subscribers.get(of)?.splice(0, count) ?? [];
    if (order === null || leaving.length < count) throw new Error('Nobody is left to leave.');
    const { resourceId } = order.resource;
    for (const userId of leaving) {
      await this.stage.platform.members({ chat: resourceId, user: userId, status: 'left' });
      const updateId = 1_000_000 + userId;
      const observed = {
        userId,
        resourceId,
        state: 'out',
        wasIn: true,
        updateId,
        atMs: this.stage.clock.now(),
      } as const;
      await this.stage.service.membership.observe({ ...observed, chat: { title: order.resource.name } });
    }
  }

  #setClock(time: string): void {
    this.stage.clock.setTo(parseDateTime(time, this.stage.settings.SERVICE_TIMEZONE));
  }

  #wait(time: string): void {
    const match = /^(\d+) (second|minute|hour|day)s?$/.exec(time);
    const unitsMs: Record<string, number> = {
      second: 1_000,
      minute: 60_000,
      hour: 3_600_000,
      day: 86_400_000,
    };
    if (match === null) throw new Error(`"${time}" is no time to wait, such as "61 seconds".`);
    this.stage.clock.pass(Number(match[1]) * (unitsMs[match[2] ?? ''] ?? 0));
  }

  async #platform(state: NonNullable<Happening['platform']>): Promise<void> {
    const { platform, service } = this.stage;
    if (state === 'is asked about users') {
      await service.maintenance.refreshTraits();
      return;
    }
    this.isPlatformUp = state === 'up';
    if (state === 'down') await platform.faults({ kind: '500', times: 1_000 });
    // Longer than anybody waits, and not so long that the stage waits for it at its end.
    else if (state === 'slow') await platform.faults({ kind: 'latency', latency_ms: 2_500, times: 1_000 });
    else await platform.clearFaults();
  }
}
