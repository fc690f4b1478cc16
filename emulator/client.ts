/**
 * Drives the emulated platform over its control interface, for tests and the demo:
 *
 *     const client = new PlatformClient(platform.url);
 *     await client.users({ id: 7, first_name: 'Ann' });
 *     await client.bots({ token: '100:secret', username: 'shop_bot', first_name: 'Shop' });
 *     const said = await client.say(7, '@shop_bot', '/start');
 *     const answer = await client.waitForMessage(7, '@shop_bot', (message) => message.text === 'Hi', { after: said });
 *     await client.press(7, '@shop_bot', answer.message_id, 'buy');
 *     client.close();
 *
 * Waiting is by the platform's events, for 30 s at most, never by sleeping. A request that is refused throws with the platform's words.
 */
import type { Message, User } from 'grammy/types';
import { request } from 'undici';
import type { CallEntry } from './calls.js';
import type {
  BotInput,
  CallbackAnswer,
  ChatAnswer,
  ChatChange,
  ChatInput,
  FaultInput,
  GroupMessageInput,
  GuideStep,
  MemberInput,
  Overview,
  Sent,
  UserInput,
  WaitOptions,
} from './client-types.js';
import { PlatformRefusal } from './failure.js';
import type { LimitSettings } from './limits.js';
import { userObject, type PaymentRecord, type UserRecord } from './world.js';
import { EventFeed } from './event-feed.js';

const waitMs = 30_000;

export class PlatformClient {
  readonly #feed: EventFeed;

  /** @param url the platform's, without a trailing slash; nothing is opened before the first wait */
  constructor(readonly url: string) {
    this.#feed = new EventFeed(`${url}/emulator/events`);
  }

  /** Adds a person, or changes one: absent fields keep what was, null clears. */
  users(user: UserInput): Promise<{ id: number }> {
    return this.#post('users', user);
  }

  /** A person as updates name them. */
  async user(id: number): Promise<User> {
    return userObject(await this.#get<UserRecord>('user', { id }));
  }

  /** Adds a bot, or changes the one with the id that stands in the token. */
  bots(bot: BotInput): Promise<{ id: number; username: string; first_name: string }> {
    return this.#post('bots', bot);
  }

  /** Makes a channel or group, or changes the one that has the `id` or the username; a username leaves who had it. */
  chats(chat: ChatInput | ChatChange): Promise<ChatAnswer> {
    return this.#post('chats', chat);
  }

  /** A basic group becomes a supergroup, with another id. */
  upgrade(chat: number): Promise<ChatAnswer> {
    return this.#post('upgrade', { chat });
  }

  /** The user writes to the bot; answers the message's id. */
  async say(from: number, bot: string | number, text: string): Promise<number> {
    return (await this.#post<{ message_id: number }>('messages', { from, to: bot, text })).message_id;
  }

  /** The user sends something else than plain text; answers the message's id, of an album the last one's. */
  async send(from: number, bot: string | number, content: Sent): Promise<number> {
    return (await this.#post<{ message_id: number }>('messages', { from, to: bot, ...content })).message_id;
  }

  /** The user presses the inline button that sends `data`; answers the callback query's id at once. */
  async press(from: number, bot: string | number, messageId: number, data: string): Promise<string> {
    const body = { from, bot, message_id: messageId, data };
    return (await this.#post<{ callback_query_id: string }>('press', body)).callback_query_id;
  }

  /** Gives someone a status in a chat; returns whether anything changed. */
  async members(member: MemberInput): Promise<boolean> {
    return (await this.#post<{ changed: boolean }>('members', member)).changed;
  }

  /** Everybody the chat has heard of, those who left included. */
  async membersOf(chat: number | string): Promise<{ user: number; status: MemberInput['status'] }[]> {
    return (
      await this.#get<{ members: { user: number; status: MemberInput['status'] }[] }>('members', { chat })
    ).members;
  }

  /** The token of a bot that this user owns. */
  async botToken(user: number, bot: string | number): Promise<string> {
    return (await this.#get<{ token: string }>('bot-maker/token', { user, bot })).token;
  }

  /** The user presses Join: they become a member, or ask to join where that is asked for. */
  async join(user: number, chat: number | string): Promise<'member' | 'requested'> {
    return (await this.#post<{ status: 'member' | 'requested' }>('join', { user, chat })).status;
  }

  async leave(user: number, chat: number | string): Promise<void> {
    await this.#post('leave', { user, chat });
  }

  /**
   * The chat as the user sees it, oldest first.
   * @param part those after a message alone, and of these the last ones
   */
  async messages(
    user: number,
    bot: string | number,
    part: { after?: number; last?: number } = {},
  ): Promise<Message[]> {
    return (await this.#get<{ messages: Message[] }>('messages', { user, bot, ...part })).messages;
  }

  /**
   * Somebody speaks in a group: a user, an administrator as the group, or a channel whose post the platform forwards.
   * Bots hear it as privacy mode lets them.
   */
  async sayIn(chat: number | string, said: GroupMessageInput): Promise<number> {
    return (await this.#post<{ message_id: number }>('say', { chat, ...said })).message_id;
  }

  /** The posts of a channel or group, oldest first. */
  async posts(chat: number | string): Promise<Message[]> {
    return (await this.#get<{ messages: Message[] }>('posts', { chat })).messages;
  }

  /** A post by the chat's owner; `text` is HTML. */
  async post(chat: number | string, text: string): Promise<number> {
    return (await this.#post<{ message_id: number }>('posts', { chat, text })).message_id;
  }

  /** The user blocks or unblocks the bot. */
  async block(user: number, bot: string | number, isBlocked = true): Promise<void> {
    await this.#post('block', { user, bot, blocked: isBlocked });
  }

  /** The bot's token stops working, until `bots` gives it another. */
  async revoke(bot: string | number): Promise<void> {
    await this.#post('revoke', { bot });
  }

  /** The next calls that match meet this. */
  async faults(fault: FaultInput): Promise<void> {
    await this.#post('faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.#request('DELETE', 'faults', undefined);
  }

  async limits(limits: Partial<LimitSettings>): Promise<void> {
    await this.#post('limits', limits);
  }

  /** The user pays the invoice in this message; answers the pre-checkout query's id at once. */
  async pay(from: number, bot: string | number, messageId: number): Promise<string> {
    const body = { from, bot, message_id: messageId };
    return (await this.#post<{ pre_checkout_query_id: string }>('pay', body)).pre_checkout_query_id;
  }

  async payments(user: number, bot: string | number): Promise<PaymentRecord[]> {
    return (await this.#get<{ payments: PaymentRecord[] }>('payments', { user, bot })).payments;
  }

  /** The user chooses a chat for the button that asked with `requestId`. */
  async shareChat(
    from: number,
    bot: string | number,
    requestId: number,
    chat: number | string,
  ): Promise<number> {
    const body = { from, bot, request_id: requestId, chat };
    return (await this.#post<{ message_id: number }>('share', body)).message_id;
  }

  /** Delivers an update that the bot has confirmed already once more. */
  async redeliver(bot: string | number, updateId: number): Promise<void> {
    await this.#post('redeliver', { bot, update_id: updateId });
  }

  /** Keeps the bot's updates back, until `release`. */
  async hold(bot: string | number): Promise<void> {
    await this.#post('hold', { bot, held: true });
  }

  /** Lets the bot have in one batch what was held back; resolves to the number of updates that wait for it. */
  async release(bot: string | number): Promise<number> {
    return (await this.#post<{ waiting: number }>('hold', { bot, held: false })).waiting;
  }

  /** What was called, oldest first. */
  async calls(
    filter: { token?: string; method?: string; bot?: string; after?: number } = {},
  ): Promise<CallEntry[]> {
    return (await this.#get<{ calls: CallEntry[] }>('calls', filter)).calls;
  }

  /** @param query a callback query, to have its answer alone */
  async answers(user: number, bot: string | number, query = ''): Promise<CallbackAnswer[]> {
    return (await this.#get<{ answers: CallbackAnswer[] }>('answers', { user, bot, query })).answers;
  }

  /** What a web app opened by this user from this bot gets as its init data. */
  async initData(user: number, bot: string | number, startParam?: string): Promise<string> {
    const query = { user, bot, ...(startParam === undefined ? {} : { start_param: startParam }) };
    return (await this.#get<{ init_data: string }>('webapp-init-data', query)).init_data;
  }

  /** Sets the guide that the phone page shows to a newcomer. */
  async guide(guide: { title: string; text?: string; steps: GuideStep[] }): Promise<void> {
    await this.#post('guide', guide);
  }

  /** Ticks off a step of the guide. @throws PlatformRefusal 404 when no step has this key */
  async guideDone(key: string): Promise<void> {
    await this.#post('guide/done', { key });
  }

  /** The guide's steps, and which of them are done. */
  async guideSteps(): Promise<(GuideStep & { done: boolean })[]> {
    return (await this.#get<{ steps: (GuideStep & { done: boolean })[] }>('guide', {})).steps;
  }

  /** Listens to what happens, for those who wait for more than one thing. */
  watch(concerns: Parameters<EventFeed['watch']>[0]): ReturnType<EventFeed['watch']> {
    return this.#feed.watch(concerns);
  }

  /** Empties the world. */
  async reset(): Promise<void> {
    await this.#post('reset', {});
  }

  /** Waits for a message of the bot's that is there or comes, in the chat with this user, new or edited. */
  waitForMessage(
    user: number,
    bot: string | number,
    matches: (message: Message) => boolean = () => true,
    options: WaitOptions = {},
  ): Promise<Message> {
    return this.waitForChat(
      user,
      bot,
      (messages) => messages.find((message) => message.from?.is_bot === true && matches(message)),
      options,
    );
  }

  /** Waits until `look` finds what it wants in the chat, after a message or in the whole of it; for deletions and the like. */
  async waitForChat<T>(
    user: number,
    bot: string | number,
    look: (messages: Message[]) => T | undefined,
    options: WaitOptions = {},
  ): Promise<T> {
    const part = options.after === undefined ? {} : { after: options.after };
    return await this.#waitFor(
      `the chat of ${user} with ${bot}`,
      (event) => event.type === 'message' && event.user_id === user,
      async () => look(await this.messages(user, bot, part)),
      options.timeoutMs,
    );
  }

  /** Waits for the bot's answer to a pressed button. */
  waitForAnswer(
    user: number,
    bot: string | number,
    callbackQueryId: string,
    timeoutMs?: number,
  ): Promise<CallbackAnswer> {
    return this.#waitFor(
      `an answer to the callback query ${callbackQueryId}`,
      (event) => event.type === 'answer' && event.callback_query_id === callbackQueryId,
      async () => {
        const [answer] = await this.answers(user, bot, callbackQueryId);
        return answer?.answered === true ? answer : undefined;
      },
      timeoutMs,
    );
  }

  /** Waits for a call that has been answered. */
  waitForCall(
    filter: { token?: string; method?: string; bot?: string; after?: number },
    matches: (call: CallEntry) => boolean = () => true,
    timeoutMs?: number,
  ): Promise<CallEntry> {
    return this.#waitFor(
      `a call of ${filter.method ?? 'any method'}`,
      (event) => event.type === 'call',
      async () => (await this.calls(filter)).find((call) => call.ok !== null && matches(call)),
      timeoutMs,
    );
  }

  /** Waits for a call that has come and is not answered yet. */
  waitForOpenCall(
    filter: { token?: string; method?: string; bot?: string; after?: number },
    timeoutMs?: number,
  ): Promise<CallEntry> {
    return this.#waitFor(
      `an open call of ${filter.method ?? 'any method'}`,
      (event) => event.type === 'call_begun',
      async () => (await this.calls(filter)).find((call) => call.ok === null),
      timeoutMs,
    );
  }

  /** Waits until a payment is no longer pending. */
  waitForPayment(
    user: number,
    bot: string | number,
    preCheckoutQueryId: string,
    timeoutMs?: number,
  ): Promise<PaymentRecord> {
    return this.#waitFor(
      `the payment ${preCheckoutQueryId}`,
      (event) => event.type === 'payment' && event.id === preCheckoutQueryId,
      async () => {
        const payments = await this.payments(user, bot);
        return payments.find((payment) => payment.id === preCheckoutQueryId && payment.status !== 'pending');
      },
      timeoutMs,
    );
  }

  /** Who and what is there already. */
  async overview(): Promise<Overview> {
    const [{ users }, { bots }, { chats }] = await Promise.all([
      this.#get<Pick<Overview, 'users'>>('users', {}),
      this.#get<Pick<Overview, 'bots'>>('bots', {}),
      this.#get<Pick<Overview, 'chats'>>('chats', {}),
    ]);
    return { users, bots, chats };
  }

  /** Stops listening. A caller that still waits is refused. */
  close(): void {
    this.#feed.close();
  }

  /** Looks, and looks again after each event that concerns it, until something is found. */
  async #waitFor<T>(
    what: string,
    concerns: Parameters<EventFeed['watch']>[0],
    look: () => Promise<T | undefined>,
    timeoutMs = waitMs,
  ): Promise<T> {
    const watch = await this.#feed.watch(concerns);
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      for (;;) {
        const found = await look();
        if (found !== undefined) return found;
        await watch.next(deadline);
      }
    } catch (error) {
      if (!deadline.aborted) throw error;
      throw new Error(`waited ${timeoutMs} ms in vain for ${what}`, { cause: error });
    } finally {
      watch.end();
    }
  }

  #post<T>(name: string, body: object): Promise<T> {
    return this.#request('POST', name, body);
  }

  #get<T>(name: string, query: Record<string, string | number | undefined>): Promise<T> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]));
    return this.#request('GET', `${name}?${search.toString()}`, undefined);
  }

  async #request<T>(method: 'GET' | 'POST' | 'DELETE', name: string, body: object | undefined): Promise<T> {
    // `fetch` takes three times as much of a processor, and tests ask tens of thousands of times.
    const { statusCode, body: answered } = await request(`${this.url}/emulator/${name}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer = (await answered.json()) as T & { error?: string };
    if (statusCode >= 400) throw new PlatformRefusal(statusCode, answer.error ?? `HTTP ${statusCode}`);
    return answer;
  }
}
