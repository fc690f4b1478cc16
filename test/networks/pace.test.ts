/** What a network that fails costs those who ask the others, too; over real sockets. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNetworks } from '../../core/adapters/networks/index.js';
import type { NetworkAccess, NetworkFailure, NetworkKind } from '../../core/ports/networks.js';
import {
  type FakeNetwork,
  faults,
  openBotohub,
  openFlyer,
  openTgrass,
} from '../../emulator/networks/index.js';
import { type Breaker, createBreaker, type Listing } from '../../networks/index.js';

const ROUNDS = 300;
/** So long a network has to answer. */
const DEADLINE_MS = 300;
const rules = { schemes: ['http'], ports: null, allowPrivate: true };

let healthy: FakeNetwork;
let silent: FakeNetwork;
let dead: FakeNetwork;

beforeAll(async () => {
  [healthy, silent, dead] = await Promise.all([openFlyer(), openTgrass(), openBotohub()]);
  healthy.offers = [{ id: '11', chat: '-10011', link: 'https://t.me/garden' }];
  silent.instead = faults.silent;
  await dead.close();
});
afterAll(() => Promise.all([healthy.close(), silent.close()]));

const accessTo = (kind: NetworkKind, { url, key }: FakeNetwork): NetworkAccess => ({ kind, url, key });
const user = (userId: number) => ({ userId, chatId: userId });

it('a silent and a dead network keep a few requests waiting, and the others none', async () => {
  // Each deadline goes by a clock of the test: a busy machine is no slow network.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const waits: Partial<Record<NetworkKind, number>> = {};
  const note = (kind: NetworkKind, outcome: 'answered' | NetworkFailure) => {
    if (outcome === 'unavailable') waits[kind] = (waits[kind] ?? 0) + 1;
  };
  const networks = createNetworks({ rules, observe: note });
  const all = [accessTo('flyer', healthy), accessTo('tgrass', silent), accessTo('botohub', dead)];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [first, ...others] = all.map((access) => networks.list(access, user(round), 3));
    expect(await first).toMatchObject({ ok: true, offers: [{ chat: '-10011' }] });
    vi.advanceTimersByTime(DEADLINE_MS);
    await Promise.all(others);
  }
  expect(waits.flyer).toBeUndefined();
  expect(waits.tgrass).toBeGreaterThan(0);
  expect(Math.max(waits.tgrass ?? 0, waits.botohub ?? 0)).toBeLessThanOrEqual(ROUNDS / 100);
});

it('a refused key and a user who has nothing there are not asked about for a minute', async () => {
  let nowMs = Date.now();
  const networks = createNetworks({ rules, now: () => nowMs });
  const wrong = { ...accessTo('flyer', healthy), key: 'FL-no-such-key' };
  const refused = { ok: false, failure: 'key_refused' };
  expect(await networks.list(wrong, user(1), 3)).toEqual(refused);
  const asked = healthy.heard.length;
  expect(await networks.list(wrong, user(2), 3)).toEqual(refused);
  expect(healthy.heard).toHaveLength(asked);
  nowMs += 60_001;
  expect(await networks.list(wrong, user(2), 3)).toEqual(refused);
  expect(healthy.heard).toHaveLength(asked + 1);

  const right = accessTo('flyer', healthy);
  const { offers } = healthy;
  healthy.offers = [];
  expect(await networks.list(right, user(3), 3)).toEqual({ ok: true, offers: [] });
  healthy.offers = offers;
  expect(await networks.list(right, user(3), 3)).toEqual({ ok: true, offers: [] });
  nowMs += 60_001;
  expect(await networks.list(right, user(3), 3)).toMatchObject({ ok: true, offers: [{ chat: '-10011' }] });
});

it('what no database keeps is left out: words without end, and a price beyond all money', async () => {
  const { offers } = healthy;
  onTestFinished(() => {
    healthy.offers = offers;
  });
  const link = 'https://t.me/garden';
  healthy.offers = [
    { id: '11', chat: '-10011', link, price: 1e15 },
    { id: '12', chat: '-10012', link: `${link}?start=${'x'.repeat(3_000)}` },
  ];
  const answer = await createNetworks({ rules }).list(accessTo('flyer', healthy), user(5), 3);
  expect(answer).toMatchObject({ ok: true, offers: [{ chat: '-10011', priceMicros: null }] });
  expect(answer.ok && answer.offers).toHaveLength(1);
});

it('an address that may not be called is not called', async () => {
  const networks = createNetworks({ rules: { ...rules, allowPrivate: false } });
  const asked = healthy.heard.length;
  const answer = await networks.list(accessTo('flyer', healthy), user(4), 3);
  expect(answer).toEqual({ ok: false, failure: 'unavailable' });
  expect(healthy.heard).toHaveLength(asked);
});

describe('a breaker', () => {
  const [TIMEOUT_MS, SLOW_MS, SHORTEST_MS, LONGEST_MS] = [10_000, 150, 1_000, 4_000];
  const fine: Listing = { state: 'none', offers: [] };
  type Why = NonNullable<Listing['failure']>['why'];
  const failing = (why: Why, retryAfter?: number): Listing => ({
    state: 'unavailable',
    offers: [],
    failure: { why, code: 0, message: '', ...(retryAfter === undefined ? {} : { retryAfter }) },
  });

  let breaker: Breaker;
  let nowMs = 0;
  /** Counts the calls that reached the network. */
  let calls = 0;
  const made = (timeoutMs: number, restsWhenSlow = false) =>
    createBreaker({
      timeoutMs,
      slowMs: SLOW_MS,
      restsWhenSlow,
      restMs: [SHORTEST_MS, LONGEST_MS],
      now: () => nowMs,
    });
  beforeEach(() => {
    calls = 0;
    breaker = made(TIMEOUT_MS);
  });
  const call = (answer: Listing | Promise<Listing>) =>
    breaker(() => {
      calls += 1;
      return Promise.resolve(answer);
    });
  const why = async (answer: Listing | Promise<Listing>) => (await call(answer)).failure?.why ?? 'answered';
  const whyEach = async (...answers: Listing[]) => {
    const all: string[] = [];
    for (const answer of answers) all.push(await why(answer));
    return all;
  };
  /** The first call after a rest goes out in the background; resolves when it has ended. */
  const tried = async (answer: Listing) => {
    expect(await why(answer)).toBe('resting');
    await new Promise(setImmediate);
  };

  it('rests after one silence', async () => {
    expect(await whyEach(failing('silent'), fine)).toEqual(['silent', 'resting']);
    expect(calls).toBe(1);
  });

  it('takes an answer that does not come within its time for silence', async () => {
    breaker = made(10);
    expect(await why(new Promise<Listing>(() => undefined))).toBe('silent');
    expect(await why(fine)).toBe('resting');
  });

  it.each(['failing', 'unreadable', 'limit'] as const)(
    'rests after two that are %s in a row',
    async (said) => {
      expect(await whyEach(failing(said), failing(said), fine)).toEqual([said, said, 'resting']);
    },
  );

  it('does not rest where an answer came between two failures', async () => {
    const said = await whyEach(failing('failing'), fine, failing('failing'), fine);
    expect(said).toEqual(['failing', 'answered', 'failing', 'answered']);
  });

  it.each(['key', 'refused'] as const)('never rests for one that is %s', async (said) => {
    const each = await whyEach(...Array.from({ length: 5 }, () => failing(said)), fine);
    expect(each).toEqual([...Array.from({ length: 5 }, () => said), 'answered']);
  });

  it('rests as long as the network asks for, after one refusal', async () => {
    expect(await whyEach(failing('limit', 7), fine)).toEqual(['limit', 'resting']);
    nowMs += 6_999;
    expect(await why(fine)).toBe('resting');
    nowMs += 1;
    expect(await why(fine)).toBe('answered');
  });

  it('rests a minute at most where the network, or a page before it, asks for a day', async () => {
    expect(await whyEach(failing('limit', 86_400), fine)).toEqual(['limit', 'resting']);
    nowMs += 60_000;
    expect(await why(fine)).toBe('answered');
  });

  it('rests twice as long each time, up to the longest, and the shortest again after an answer', async () => {
    await call(failing('silent'));
    for (const restMs of [SHORTEST_MS, 2 * SHORTEST_MS, LONGEST_MS, LONGEST_MS]) {
      nowMs += restMs - 1;
      const before = calls;
      expect(await why(fine)).toBe('resting');
      expect(calls).toBe(before);
      nowMs += 1;
      await tried(failing('silent'));
      expect(calls).toBe(before + 1);
    }
    nowMs += LONGEST_MS;
    await tried(fine);
    expect(await whyEach(fine, failing('silent'))).toEqual(['answered', 'silent']);
    nowMs += SHORTEST_MS;
    const before = calls;
    await tried(fine);
    expect(calls).toBe(before + 1);
  });

  it.each([
    [true, ['answered', 'answered', 'resting']],
    [false, ['answered', 'answered', 'answered']],
  ])('rests after two slow answers in a row where that is wanted: %s', async (isWanted, said) => {
    breaker = made(TIMEOUT_MS, isWanted);
    const each: string[] = [];
    while (each.length < said.length) {
      let end: (listing: Listing) => void = () => undefined;
      const answer = why(new Promise<Listing>((resolve) => (end = resolve)));
      nowMs += SLOW_MS + 1;
      end(fine);
      each.push(await answer);
    }
    expect(each).toEqual(said);
  });

  it('tries after a rest with one call alone, for which no request waits', async () => {
    await call(failing('silent'));
    nowMs += SHORTEST_MS;
    let end: (listing: Listing) => void = () => undefined;
    expect(await why(new Promise<Listing>((resolve) => (end = resolve)))).toBe('resting');
    expect(await whyEach(fine, fine)).toEqual(['resting', 'resting']);
    expect(calls).toBe(2);
    end(fine);
    await new Promise(setImmediate);
    expect(await why(fine)).toBe('answered');
  });

  it('lets no request wait while another has waited for long', async () => {
    let end: (listing: Listing) => void = () => undefined;
    const first = why(new Promise<Listing>((resolve) => (end = resolve)));
    nowMs += SLOW_MS;
    expect(await why(fine)).toBe('answered');
    nowMs += 1;
    expect(await why(fine)).toBe('resting');
    end(fine);
    expect(await first).toBe('answered');
    expect(await why(fine)).toBe('answered');
  });
});
