/**
 * Random updates of all kinds, through the gate and the emulated platform, over restarts: no block where no person asked, no request
 * lost or handled twice, no press without an answer. GATE_UPDATES=10000 tries so many; the seed is printed.
 */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { Bot, type Transformer } from 'grammy';
import type { Update } from 'grammy/types';
import type { Listing, Network } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/grammy';
import { sqliteState } from 'sponsorgate-client/state';
import { expect, it, vi } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform } from '../../emulator/platform.js';
import fields from '../client/bot-api.json' with { type: 'json' };

const UPDATES = Number(process.env['GATE_UPDATES'] ?? '400');
const token = '558:a-bot-with-random-updates-a-random-bot';
const username = 'random_bot';
const people = [401, 402, 403, 404, 405];

const person = fc.constantFrom(...people);
const seconds = fc.constantFrom(0, 0, 0, 1, 4);
/** Where such messages come: in the private chat (none), in a group, in a topic, in the discussion of a channel. */
const groups = [
  {},
  { chat: { id: -1_001, type: 'supergroup', title: 'Talk' } },
  { chat: { id: -1_002, type: 'supergroup', title: 'Forum', is_forum: true }, message_thread_id: 7 },
  { chat: { id: -1_003, type: 'channel', title: 'News', is_direct_messages: true } },
] as const;
/** What makes a message one that no person sent to ask for something. */
const nobodys = fc.oneof(
  fc.constantFrom(...fields.news).map((name) => ({ [name]: {} })),
  fc
    .constantFrom('sender_chat', 'sender_business_bot', 'business_connection_id', 'guest_query_id')
    .map((name) => ({
      [name]: {},
      text: 'hello',
    })),
  fc.constantFrom('is_automatic_forward', 'is_from_offline').map((name) => ({ [name]: true, photo: [] })),
);
const others = fields.updates.filter((name) => !['message', 'callback_query'].includes(name));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('says' as const), user: person, seconds }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sends' as const),
      user: person,
      seconds,
      content: fc.constantFrom(...fields.content),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('presses' as const), user: person, seconds }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('presses its own' as const), user: person, seconds }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('nobody' as const),
      user: person,
      seconds,
      message: nobodys,
      chat: fc.constantFrom(...groups),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('other' as const),
      user: person,
      seconds,
      update: fc.constantFrom(...others),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('stands' as const),
      user: person,
      seconds,
      state: fc.constantFrom('pending' as const, 'done' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), user: person, seconds }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What the platform sees of the bot. */
function watch() {
  const seen = { blocks: new Map<number, number>(), sent: 0, answered: new Map<string, number>() };
  const transformer: Transformer = async (previous, method, payload, signal) => {
    const { callback_query_id: id, chat_id: chat = 0 } = payload as {
      callback_query_id?: string;
      chat_id?: number;
    };
    if (id !== undefined) seen.answered.set(id, (seen.answered.get(id) ?? 0) + 1);
    const answer = await previous(method, payload, signal);
    if (method === 'deleteMessage') seen.blocks.delete(chat);
    if (method === 'sendMessage' && answer.ok) {
      seen.sent += 1;
      seen.blocks.set(chat, (answer.result as { message_id: number }).message_id);
    }
    return answer;
  };
  return { seen, transformer };
}

async function openWorld() {
  const emulator = await createPlatform({ port: 0, behaviour: quick });
  const client = new PlatformClient(emulator.url);
  for (const id of people) await client.users({ id, first_name: `Person ${String(id)}` });
  await client.bots({ token, username, first_name: 'Random' });
  const state = sqliteState(new Database(':memory:'));
  const stands = new Map<number, 'pending' | 'done'>();
  const listing = async ({ user: { id } }: { user: { id: number } }): Promise<Listing> => {
    const said = stands.get(id) ?? 'pending';
    return { state: said, offers: [{ id: 'a', chat: '', link: 'https://t.me/a', title: 'a', state: said }] };
  };
  const network: Network = { name: 'random', list: listing, check: listing };
  const { seen, transformer } = watch();
  const handled: number[] = [];
  const start = () => {
    const bot = new Bot(token, { client: { apiRoot: emulator.url } });
    bot.api.config.use(transformer);
    const restMs = { none: 0, done: 0, gone: 0, held: 0 };
    bot.use(guard(bot, { networks: [network], unavailable: 'hold', debounceMs: 0, restMs, state }));
    bot.use(async (ctx) => {
      handled.push(ctx.update.update_id);
      // The platform does not know a press that it did not bring; that it was answered is what counts.
      if (ctx.callbackQuery !== undefined) await ctx.answerCallbackQuery().catch(() => undefined);
    });
    return bot;
  };
  return { emulator, client, stands, seen, handled, start };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** Plays steps, and keeps what must come of them. */
class Play {
  readonly #world: World;
  #bot: Bot;
  #offset = 0;
  #nextId = 1_000_000;
  /** The first request of each who is held. */
  readonly first = new Map<number, number>();
  readonly presses: string[] = [];
  readonly counts = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    this.#bot = world.start();
  }

  async init() {
    await this.#bot.init();
  }

  async play(one: Step): Promise<void> {
    const { client, stands, seen, handled } = this.#world;
    const { user } = one;
    this.counts.set(one.kind, (this.counts.get(one.kind) ?? 0) + 1);
    const id = (this.#nextId += 1);
    const from = { id: user, is_bot: false, first_name: `Person ${String(user)}` };
    const message = { message_id: id, date: 1, chat: { id: user, type: 'private' }, from };
    const before = seen.sent;
    switch (one.kind) {
      case 'says':
        await client.say(user, username, `words ${String(id)}`);
        return this.#pump(user);
      case 'sends':
        return this.#asks(user, {
          update_id: id,
          message: { ...message, [one.content]: `${one.content} ${String(id)}` },
        });
      case 'presses its own': {
        const query = {
          id: `own-${String(id)}`,
          from,
          chat_instance: 'c',
          data: `own ${String(id)}`,
          message,
        };
        this.presses.push(query.id);
        return this.#asks(user, { update_id: id, callback_query: query });
      }
      case 'presses':
        return this.done(user);
      case 'nobody':
      case 'other': {
        const update =
          one.kind === 'other'
            ? { [one.update]: { ...message, text: 'a' } }
            : { message: { ...message, ...one.chat, ...one.message } };
        await this.#bot.handleUpdate({ update_id: id, ...update } as Update);
        expect([handled.at(-1), seen.sent]).toEqual([id, before]);
        return;
      }
      case 'stands':
        stands.set(user, one.state);
        return;
      case 'restart': {
        const { botInfo } = this.#bot;
        this.#bot = this.#world.start();
        this.#bot.botInfo = botInfo;
      }
    }
  }

  /** Presses "Done" on the block that stands. */
  async done(user: number): Promise<void> {
    const { client, seen, stands } = this.#world;
    const block = seen.blocks.get(user);
    if (block === undefined) return;
    this.presses.push(await client.press(user, username, block, 'subgram-op'));
    await this.#pump(user);
    if (stands.get(user) !== 'done') return;
    expect(seen.blocks.has(user)).toBe(false);
    this.#freed(user);
  }

  async #pump(user: number): Promise<void> {
    const updates = await this.#bot.api.getUpdates({ offset: this.#offset });
    this.#offset = (updates.at(-1)?.update_id ?? this.#offset - 1) + 1;
    for (const update of updates)
      if (update.message === undefined) await this.#bot.handleUpdate(update);
      else await this.#asks(user, update);
  }

  async #asks(user: number, update: object): Promise<void> {
    const { update_id: id } = update as Update;
    await this.#bot.handleUpdate(update as Update);
    if (this.#world.handled.includes(id)) this.#freed(user);
    else if (!this.first.has(user)) this.first.set(user, id);
  }

  /** Who is held no more has got what they had asked for first. */
  #freed(user: number): void {
    const first = this.first.get(user);
    if (first !== undefined) expect(this.#world.handled).toContain(first);
    this.first.delete(user);
  }
}

it('holds nobody who did not ask, loses nothing, and answers each press', async () => {
  let aheadMs = 0;
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
  const world = await openWorld();
  const play = new Play(world);
  await play.init();
  for (const one of fc.sample(step, UPDATES)) {
    aheadMs += one.seconds * 1_000;
    await play.play(one);
  }
  for (const user of people) {
    world.stands.set(user, 'done');
    await play.done(user);
  }
  expect([...play.first]).toEqual([]);
  const { answered } = world.seen;
  expect(play.presses.filter((id) => answered.get(id) !== 1)).toEqual([]);
  expect(new Set(world.handled).size).toBe(world.handled.length);
  expect(play.presses.length).toBeGreaterThan(UPDATES / 10);
  if (process.env['GATE_UPDATES'] !== undefined)
    process.stderr.write(`${JSON.stringify([...play.counts])}, ${String(play.presses.length)} presses\n`);
  world.client.close();
  await world.emulator.close();
}, 1_200_000);
