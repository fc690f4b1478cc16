import { expect, test } from 'vitest';
import { NEWER_AFTER_MS } from '../../core/evidence/index.js';
import type { Pin, RequestRecord } from '../../core/ports/sponsor-store.js';
import {
  addBot,
  addOrder,
  BOT,
  listed,
  openAccount,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
  requestRecord,
} from './makers.js';
import { contract, START_DAY, START_MS, type Stage } from './run.js';

const USER = 42;
const MINUTE_MS = 60_000;

function pinOf(orderIds: number[], more: Partial<Pin> = {}): Pin {
  return {
    mode: 'subscribe',
    slots: orderIds.map((orderId) => ({ kind: 'order', orderId })),
    pinnedAtMs: START_MS,
    expiresAtMs: START_MS + 180 * MINUTE_MS,
    ...more,
  };
}

const claims = { firstName: 'Ann', username: 'ann', languageCode: 'ru', isPremium: true };
const content = {
  kind: 'sponsors',
  language: 'en',
  buttons: [{ text: 'A', url: 'https://t.me/a' }],
} as const;
const block = { chatId: 77, content: { ...content, buttons: [...content.buttons] } };

contract('sponsors', (stage) => {
  const record = (more: Partial<RequestRecord>, userId = USER) =>
    stage().store.sponsors.record(userId, requestRecord(more));
  const visit = (nowMs = START_MS, sinceMs = 0, botId = BOT) =>
    stage().store.sponsors.requestContext(botId, USER, sinceMs, nowMs);

  test('of a stranger nothing is known', async () => {
    const seen = await visit();
    expect(seen).toMatchObject({ user: null, isKnownToBot: false, pin: null, hasBlock: false });
    expect([seen.subscriptionStatuses, seen.memberships, await seen.impressions()]).toEqual([[], [], []]);
  });

  test('a visit gives back all that was recorded', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const pin = pinOf([orderId]);
    await record({
      notesUser: true,
      isFirstForBot: true,
      claims,
      pin,
      impressions: [listed(orderId)],
      contact: { chatId: USER, dueAtMs: START_MS + 10_000, untilMs: START_MS + MINUTE_MS, staleAtMs: 0 },
      block,
    });
    await store.memberships.observe([
      { userId: USER, resourceId: '-1001', state: 'in', updateId: 5, atMs: START_MS + 1 },
      { userId: USER, resourceId: 'order:7', state: 'out', updateId: null, atMs: START_MS + 2 },
    ]);
    await settle(store, orderId, USER);
    const seen = await visit(START_MS + 10);
    expect(seen.user).toMatchObject({ userId: USER, gender: null, askedOnDay: null, askedTimes: 0 });
    expect(seen).toMatchObject({ isKnownToBot: true, claims, pin, hasBlock: true });
    expect(seen.contact).toEqual({ state: 'unknown', atMs: START_MS, untilMs: START_MS + MINUTE_MS });
    const shownAt = { firstShownAtMs: START_MS, shownAtMs: START_MS, seenAtMs: START_MS };
    const where = { target: '-1001', adsType: 'channel', hasOwnLink: false };
    expect(await seen.impressions()).toEqual([
      { ...where, orderId, botId: BOT, ...shownAt, priceMicros: PRICE, proof: 'contact' },
    ]);
    expect(seen.subscriptionStatuses).toEqual([
      { orderId, botId: BOT, state: 'subscribed', priceMicros: PRICE, atMs: START_MS + 1_000 },
    ]);
    const byId = Object.fromEntries(seen.memberships.map((each) => [each.resourceId, each.state]));
    expect(byId).toEqual({ '-1001': 'in', 'order:7': 'out' });
    expect(await visit(START_MS, 0, BOT + 1)).toMatchObject({
      isKnownToBot: false,
      claims: {},
      contact: null,
      pin: null,
      hasBlock: false,
    });
  });

  test('a pin lives until its end, and every kind of slot comes back', async () => {
    const pin = pinOf([], {
      mode: 'task',
      slots: [
        { kind: 'order', orderId: 12 },
        { kind: 'smart', orderId: null },
        { kind: 'smart', orderId: 17 },
        { kind: 'smart', orderId: 0 },
      ],
    });
    expect(await record({ pin })).toEqual({ kind: 'recorded' });
    expect((await visit(pin.expiresAtMs - 1)).pin).toEqual(pin);
    expect((await visit(pin.expiresAtMs)).pin).toBeNull();
    const next = pinOf([3], { pinnedAtMs: pin.expiresAtMs, expiresAtMs: pin.expiresAtMs + MINUTE_MS });
    expect(await record({ pin: next, nowMs: pin.expiresAtMs })).toEqual({ kind: 'recorded' });
    await record({ unpin: true });
    expect((await visit(pin.expiresAtMs)).pin).toBeNull();
  });

  test('a pin is taken away by a later record, not by the one that pins', async () => {
    const pin = pinOf([3]);
    await record({ pin, unpin: true });
    expect((await visit()).pin).toEqual(pin);
    const next = pinOf([5], { pinnedAtMs: pin.expiresAtMs, expiresAtMs: pin.expiresAtMs + MINUTE_MS });
    await record({ pin: next, unpin: true, nowMs: pin.expiresAtMs });
    expect((await visit(pin.expiresAtMs)).pin).toEqual(next);
  });

  test('of two requests at once one pins; nothing of the other is written, and it gets that pin', async () => {
    const { store, open } = stage();
    const other = await open();
    const request = (orderId: number) =>
      requestRecord({
        pin: pinOf([orderId]),
        notesUser: true,
        claims: { ...claims, firstName: String(orderId) },
        impressions: [listed(orderId)],
        block,
      });
    const made = await Promise.all(
      [store, other, store, other].map((each, index) => each.sponsors.record(USER, request(index + 1))),
    );
    const { pin, impressions, claims: said } = await visit();
    const [orderId] = (pin?.slots ?? []).flatMap((slot) => (slot.kind === 'order' ? slot.orderId : []));
    expect(made.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
    expect(made.filter(({ kind }) => kind === 'pinned')).toEqual(Array(3).fill({ kind: 'pinned', pin }));
    expect((await impressions()).map((each) => each.orderId)).toEqual([orderId]);
    expect(said.firstName).toBe(String(orderId));
    expect(await store.blocks.claim('w', 10, 1_000, START_MS)).toMatchObject([{ revision: 1 }]);
  });

  test('of many that find an ended pin at once one replaces it, time and again', async () => {
    const { store, open } = stage();
    const other = await open();
    const either = (index: number) => (index % 2 === 0 ? store : other);
    for (let life = 0; life < 5; life++) {
      const nowMs = START_MS + life * MINUTE_MS;
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const pin = pinOf([life * 100 + index + 1], { pinnedAtMs: nowMs, expiresAtMs: nowMs + MINUTE_MS });
          return either(index).sponsors.record(USER, requestRecord({ pin, nowMs }));
        }),
      );
      const { pin } = await visit(nowMs);
      expect(pin?.pinnedAtMs).toBe(nowMs);
      expect(made.filter((each) => each.kind === 'recorded')).toHaveLength(1);
      expect(made.filter((each) => each.kind === 'pinned')).toEqual(Array(19).fill({ kind: 'pinned', pin }));
    }
  });

  test('a user whom many bots see for the first time at once is one user, and takes no bot’s claim', async () => {
    const { store, open, sql } = stage();
    const other = await open();
    const either = (index: number) => (index % 2 === 0 ? store : other);
    const see = (index: number, more: Partial<RequestRecord>, userId = USER) =>
      either(index).sponsors.record(
        userId,
        requestRecord({ botId: BOT + index, isFirstForBot: true, ...more }),
      );
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        see(index, {
          notesUser: true,
          claims: { languageCode: index % 3 === 0 ? 'en' : 'ru', age: 5 },
          askedOnDay: 7,
        }),
      ),
    );
    await Promise.all([1, 2, 3, 4].map((index) => see(index, { askedOnDay: 7 })));
    const { user } = await visit();
    expect(user).toMatchObject({ languageCode: '', age: null, askedOnDay: 7, askedTimes: 24 });
    expect(await sql('SELECT user_id FROM users')).toHaveLength(1);
    const claimed = await Promise.all([0, 1].map((index) => visit(START_MS, 0, BOT + index)));
    expect(claimed.map((each) => each.claims)).toEqual([
      { languageCode: 'en', age: 5 },
      { languageCode: 'ru', age: 5 },
    ]);
    const known = await Promise.all([0, 7, 19].map((index) => visit(START_MS, 0, BOT + index)));
    expect(known.map((each) => each.isKnownToBot)).toEqual([true, true, true]);
  });

  test('a no that is asked about again is no more, but is told as one until it is answered', async () => {
    const { store } = stage();
    const contactOf = async () => (await visit()).contact;
    const again = { chatId: USER, dueAtMs: START_MS + 10, untilMs: START_MS + MINUTE_MS, staleAtMs: 0 };
    const key = { botId: BOT, userId: USER, chatId: USER };
    const unknown = { state: 'unknown', untilMs: START_MS + MINUTE_MS };
    await record({ contact: again });
    await record({ contact: again });
    expect(await contactOf()).toEqual({ ...unknown, atMs: START_MS });
    await store.contacts.answer(key, 'no', START_MS + 5);
    expect(await contactOf()).toEqual({ ...unknown, state: 'no', atMs: START_MS + 5 });
    await record({ contact: again });
    await record({ contact: again });
    expect(await contactOf()).toEqual({ ...unknown, atMs: START_MS + 5, wasNo: true });
    expect(await store.contacts.claim(1, MINUTE_MS, START_MS + 10)).toMatchObject([{ state: 'unknown' }]);
    await store.contacts.answer(key, 'yes', START_MS + 20);
    await record({ contact: again });
    expect(await contactOf()).toEqual({ ...unknown, state: 'yes', atMs: START_MS + 20 });
  });

  test('a name of any characters is kept as far as it can be', async () => {
    await record({ claims: { firstName: 'O\'Ann\\ \u{1f469} "x" \n', username: '%_' } });
    expect((await visit()).claims).toEqual({ firstName: 'O\'Ann\\ \u{1f469} "x" \n', username: '%_' });
    await record({ claims: { firstName: 'A\0nn\ud83d' } });
    expect((await visit()).claims.firstName?.replaceAll('\0', '')).toMatch(/^Ann/);
  });

  test('impressions come latest first, and are remembered from when they were last seen', async () => {
    const { store } = stage();
    await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    await show(store, USER, 1);
    await show(store, USER, 1, BOT + 1, START_MS + 5);
    await record({ nowMs: START_MS + 9, impressions: [{ ...listed(1, 5n), how: 'engaged' }] });
    const impressions = async (sinceMs?: number) => (await visit(START_MS, sinceMs)).impressions();
    const more = { proof: 'contact', target: '-1001', adsType: 'channel', hasOwnLink: false };
    const times = (first: number, last: number) => ({
      firstShownAtMs: START_MS + first,
      shownAtMs: START_MS + last,
      seenAtMs: START_MS + last,
    });
    expect(await impressions()).toEqual([
      { orderId: 1, botId: BOT, ...times(0, 9), priceMicros: PRICE, ...more },
      { orderId: 1, botId: BOT + 1, ...times(5, 5), priceMicros: PRICE, ...more },
    ]);
    expect(await impressions(START_MS + 6)).toHaveLength(1);
  });

  test.each([
    { how: 'listed', afterMs: NEWER_AFTER_MS, shown: NEWER_AFTER_MS, priceMicros: 5n },
    { how: 'listed', afterMs: NEWER_AFTER_MS - 1, shown: 0, priceMicros: 5n },
    { how: 'unconfirmed', afterMs: NEWER_AFTER_MS, shown: 0, priceMicros: 5n },
    { how: 'unconfirmed', afterMs: NEWER_AFTER_MS, shown: NEWER_AFTER_MS, priceMicros: 5n, proof: 'list' },
    { how: 'repeated', afterMs: 2 * NEWER_AFTER_MS, shown: 0, priceMicros: PRICE },
    { how: 'engaged', afterMs: 1, shown: 1, priceMicros: PRICE },
  ] as const)('an impression $how after $afterMs ms became newer at $shown', async (row) => {
    const { how, afterMs, shown, priceMicros } = row;
    await populate(stage().store);
    await record({ impressions: [listed(1, PRICE)], proof: 'proof' in row ? row.proof : 'contact' });
    await record({ nowMs: START_MS + afterMs, impressions: [listed(1, 5n, { how })] });
    expect(await (await visit()).impressions()).toMatchObject([
      { firstShownAtMs: START_MS, shownAtMs: START_MS + shown, seenAtMs: START_MS + afterMs, priceMicros },
    ]);
  });

  test('an impression keeps where its order led, and a list of elsewhere is another', async () => {
    await populate(stage().store);
    await record({ impressions: [listed(1, PRICE, { hasOwnLink: true })] });
    const moved = { target: 'link:example.com', adsType: 'resource' } as const;
    await record({ nowMs: START_MS + 9, impressions: [listed(1, 5n, moved)], proof: 'list' });
    const impressions = async () => (await visit()).impressions();
    const first = { target: '-1001', hasOwnLink: true, priceMicros: PRICE, proof: 'contact' };
    expect(await impressions()).toMatchObject([{ ...moved, priceMicros: 5n, proof: 'list' }, first]);
    await record({ nowMs: START_MS + 10, impressions: [listed(1, 7n)] });
    expect(await impressions(), 'the last list says whether it had the own link').toMatchObject([
      moved,
      { ...first, hasOwnLink: false, priceMicros: 7n, seenAtMs: START_MS + 10 },
    ]);
  });

  test('questions are counted by the day', async () => {
    expect((await visit()).askedHere).toBeNull();
    for (const askedHereOnDay of [99, 100, 100]) await record({ askedHereOnDay });
    expect(await visit()).toMatchObject({ askedHere: { onDay: 100, times: 2 } });
    expect((await stage().store.sponsors.requestContext(BOT + 1, USER, 0, START_MS)).askedHere).toBeNull();
    for (const askedOnDay of [100, 100, 101]) await record({ askedOnDay });
    expect((await visit()).user).toMatchObject({ askedOnDay: 101, askedTimes: 1 });
    await record({ askedOnDay: 101 });
    expect((await visit()).user).toMatchObject({ askedOnDay: 101, askedTimes: 2 });
  });

  test('a claim changes only what it says, of that bot alone, and nothing of the user', async () => {
    await record({ notesUser: true, claims });
    await record({ claims: { gender: 'female', age: 5 } });
    await record({ botId: BOT + 1, claims: { firstName: 'Eve', gender: 'male' } });
    expect((await visit()).claims).toEqual({ ...claims, gender: 'female', age: 5 });
    expect((await visit(START_MS, 0, BOT + 1)).claims).toEqual({ firstName: 'Eve', gender: 'male' });
    const nothing = {
      firstName: '',
      username: '',
      languageCode: '',
      isPremium: null,
      gender: null,
      age: null,
    };
    expect((await visit()).user).toMatchObject(nothing);
  });

  test('a smart slot is filled once, and the show is recorded', async () => {
    const { store, open } = stage();
    await populate(store);
    const other = await open();
    await record({
      pin: pinOf([], {
        slots: [
          { kind: 'order', orderId: 1 },
          { kind: 'smart', orderId: null },
        ],
      }),
    });
    const fill = (from: Stage['store'], index: number, orderId: number, nowMs = START_MS + 1) =>
      from.sponsors.fillSlot(BOT, USER, index, { ...listed(orderId), proof: 'list' }, nowMs);
    const filled = await Promise.all([fill(store, 1, 8), fill(other, 1, 9)]);
    expect(filled[0]).toBe(filled[1]);
    const { pin, impressions } = await visit();
    expect(pin?.slots[1]).toEqual({ kind: 'smart', orderId: filled[0] });
    expect((await impressions()).map(({ orderId }) => orderId)).toEqual([filled[0]]);
    expect(await fill(store, 0, 5), 'the place is no smart link').toBeNull();
    expect(await fill(store, 1, 5, START_MS + 181 * MINUTE_MS), 'the pin has ended').toBeNull();
  });

  test('a smart slot for which nothing suits counts as done', async () => {
    const { store } = stage();
    await record({ pin: pinOf([], { slots: [{ kind: 'smart', orderId: null }] }) });
    expect(await store.sponsors.fillSlot(BOT, USER, 0, null, START_MS)).toBe(0);
    const { pin, impressions } = await visit();
    expect(pin).toMatchObject({ slots: [{ kind: 'smart', orderId: 0 }] });
    expect(await impressions()).toEqual([]);
  });

  test('what a bot showed comes latest first with how the user stands, within the window', async () => {
    const { store } = stage();
    const first = await populate(store);
    const second = await addOrder(store);
    await addBot(store, BOT + 1, PUBLISHER);
    await show(store, USER, first.orderId, BOT, START_MS);
    await show(store, USER, second.orderId, BOT, START_MS + 5);
    await show(store, USER, second.orderId, BOT + 1, START_MS + 6);
    await settle(store, first.orderId, USER);
    const shown = async (fromMs: number, toMs: number, limit = 10) =>
      (await store.sponsors.shownBy(BOT, USER, { fromMs, toMs }, limit)).map((row) => [
        row.impression.orderId,
        row.subscriptionStatus?.state ?? null,
      ]);
    expect(await shown(START_MS, START_MS + 5)).toEqual([
      [second.orderId, null],
      [first.orderId, 'subscribed'],
    ]);
    expect(await shown(START_MS, START_MS + 4)).toEqual([[first.orderId, 'subscribed']]);
    expect(await shown(START_MS, START_MS + 9, 1)).toEqual([[second.orderId, null]]);
  });

  test('a purge takes contacts, openings and counted addresses once they are old, and leaves what waits', async () => {
    const { store, setNow, damage } = stage();
    const DAY_MS = 86_400_000;
    const question = { chatId: 0, dueAtMs: START_MS, untilMs: START_MS, staleAtMs: 0 };
    for (const userId of [1, 2, 3]) await record({ contact: question, impressions: [listed(1)] }, userId);
    for (const userId of [1, 2]) await store.contacts.settled({ botId: BOT, userId });
    await store.contacts.answer({ botId: BOT, userId: 2, chatId: 2 }, 'yes', START_MS + 10 * DAY_MS);
    await damage(`INSERT INTO openings (user_id, order_id, bot_id, ran_at_ms, address, is_signed) VALUES
      (1, 1, 1, 0, '', 0), (9, 1, 1, 0, '', 0), (8, 1, 1, ${String(START_MS + DAY_MS)}, '', 0)`);
    await damage(`INSERT INTO paid_addresses (day, order_id, address, times) VALUES
      (${String(START_DAY + 34)}, 1, 'x', 1), (${String(START_DAY + 37)}, 1, 'x', 1)`);
    setNow(START_MS + 38 * DAY_MS);
    // The contact of user 1, the opening of user 9 and the earlier day; what user 3 waits for stays.
    expect((await store.sponsors.purge(START_MS, 100)).gone).toBe(3);
    expect(await store.contacts.find(BOT, 1)).toBeNull();
    expect(await store.contacts.find(BOT, 2)).toMatchObject({ state: 'yes' });
    expect(await store.contacts.find(BOT, 3)).toMatchObject({ state: 'unknown' });
    setNow(START_MS + 41 * DAY_MS);
    // With the impressions goes the opening of which nothing was told, and the other is forty days old.
    expect((await store.sponsors.purge(START_MS + 1, 100)).gone).toBe(6);
    expect((await store.sponsors.purge(START_MS + 1, 100)).gone).toBe(0);
  });

  test('a purge takes ended pins and old shows in steps, and leaves the rest', async () => {
    const { store, setNow } = stage();
    await openAccount(store, PUBLISHER);
    const impressions = [listed(1)];
    for (let userId = 1; userId <= 25; userId++) {
      const nowMs = userId <= 20 ? START_MS : START_MS + 10 * MINUTE_MS;
      const pin = pinOf([1], { pinnedAtMs: nowMs, expiresAtMs: nowMs + 5 * MINUTE_MS });
      await record({ pin, impressions, nowMs }, userId);
    }
    setNow(START_MS + 5 * MINUTE_MS);
    const went = [];
    for (let step = 0; step < 5; step++) went.push((await store.sponsors.purge(START_MS + 1, 8)).gone);
    expect(went.slice(0, 4)).toEqual([16, 16, 8, 0]);
    const left = await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const { pin, impressions: ofUser } = await store.sponsors.requestContext(BOT, index + 1, 0, START_MS);
        return pin !== null && (await ofUser()).length === 1;
      }),
    );
    expect(left).toEqual([...Array<boolean>(20).fill(false), ...Array<boolean>(5).fill(true)]);
  });
});
