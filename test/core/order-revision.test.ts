/** What stands in the way of changing an order, and what becomes of its check, as tables anybody can check. */
import { describe, expect, it } from 'vitest';
import {
  checkAfterError,
  checkAfterRevision,
  checkAfterSuccess,
  checkAfterUpdate,
  type CheckRecord,
  decisionHindrance,
  endsOwnLinks,
  freshCheck,
  pauseAfterApproval,
  pauseAfterLoss,
  pauseAfterLook,
  revisionHindrance,
  revisionNeeds,
} from '../../core/orders/index.js';
import type { Order, PauseReason } from '../../core/ports/order-store.js';
import { orderWith } from './choosing-world.js';

const order = (more: Partial<Order> = {}): Order =>
  orderWith(1, { decision: 'approved', quantityAll: 100, ...more });

describe('what a change needs', () => {
  const nothing = { unfrozen: false, freeLink: false, room: false };
  it.each<{ name: string; before?: Partial<Order>; change: Partial<Order>; needs: object }>([
    { name: 'of its name', change: { name: 'Another' }, needs: nothing },
    {
      name: 'of how its link is written',
      change: { link: 'https://t.me/x/' },
      needs: { ...nothing, unfrozen: true },
    },
    {
      name: 'of its link',
      change: { link: 'https://t.me/y', linkKey: '@y' },
      needs: { ...nothing, unfrozen: true, freeLink: true },
    },
    { name: 'of its type', change: { adsType: 'bot' }, needs: { ...nothing, unfrozen: true } },
    {
      name: 'that sends it to the moderators',
      change: { decision: 'waiting' },
      needs: { ...nothing, freeLink: true, room: true },
    },
    {
      name: 'that sends it to the moderators, in the archive',
      change: { decision: 'waiting', inArchive: true },
      needs: { ...nothing, freeLink: true },
    },
    {
      name: 'of one that waits',
      before: { decision: 'waiting' },
      change: { name: 'Another' },
      needs: nothing,
    },
    {
      name: 'that takes one that waits out of the archive',
      before: { decision: 'waiting', inArchive: true },
      change: { inArchive: false },
      needs: { ...nothing, room: true },
    },
  ])('$name', ({ before = {}, change, needs }) => {
    const there = order(before);
    expect(revisionNeeds(there, { ...there, ...change })).toEqual(needs);
  });

  const [all, good] = [
    { unfrozen: true, freeLink: true, room: true },
    { hasSubscribers: false, isBlocked: false, hasRoom: true },
  ];
  it.each<{ name: string; needs?: object; facts: object; then: string | null }>([
    { name: 'no subscribers, a free link and room', facts: {}, then: null },
    {
      name: 'subscribers freeze it, whatever else there is',
      facts: { hasSubscribers: true, isBlocked: true },
      then: 'frozen',
    },
    { name: 'its link is blocked', facts: { isBlocked: true, hasRoom: false }, then: 'blocked' },
    { name: 'too many wait', facts: { hasRoom: false }, then: 'too_many' },
    {
      name: 'what is not needed stands in no way',
      needs: nothing,
      facts: { hasSubscribers: true, isBlocked: true, hasRoom: false },
      then: null,
    },
  ])('$name: $then', ({ needs = {}, facts, then }) => {
    expect(revisionHindrance({ ...all, ...needs }, { ...good, ...facts })?.kind ?? null).toBe(then);
  });

  it.each([
    { seen: 2, decision: 'waiting', made: 'approved', isBlocked: false, then: null },
    { seen: 2, decision: 'waiting', made: 'approved', isBlocked: true, then: 'blocked' },
    { seen: 2, decision: 'waiting', made: 'rejected', isBlocked: true, then: null },
    { seen: 1, decision: 'waiting', made: 'approved', isBlocked: true, then: 'already' },
    { seen: 2, decision: 'rejected', made: 'approved', isBlocked: false, then: 'already' },
  ] as const)(
    '$made at revision $seen of 2, when it is $decision: $then',
    ({ seen, decision, made, isBlocked, then }) => {
      expect(decisionHindrance({ revision: 2, decision }, seen, made, isBlocked)).toBe(then);
    },
  );

  it.each<{ name: string; change: Partial<Order>; then: boolean }>([
    { name: 'its archiving', change: { inArchive: true }, then: true },
    { name: 'another chat', change: { resource: { ...order().resource, resourceId: '-1009' } }, then: true },
    {
      name: 'another name of the chat',
      change: { resource: { ...order().resource, name: 'New' } },
      then: false,
    },
    { name: 'its stop', change: { isOn: false }, then: false },
  ])("of bots' own links is the end: $name, $then", ({ change, then }) => {
    expect(endsOwnLinks(order(), { ...order(), ...change })).toBe(then);
  });
});

describe('what becomes of a pause', () => {
  it.each<{
    before: PauseReason | null;
    approved: PauseReason | null;
    there: PauseReason | null;
    moved: PauseReason | null;
    dead: PauseReason | null;
  }>([
    { before: null, approved: null, there: null, moved: 'link_moved', dead: 'link_dead' },
    { before: 'link_moved', approved: null, there: null, moved: 'link_moved', dead: 'link_moved' },
    { before: 'link_dead', approved: null, there: null, moved: 'link_dead', dead: 'link_dead' },
    {
      before: 'removes_subscribers',
      approved: 'removes_subscribers',
      there: 'removes_subscribers',
      moved: 'removes_subscribers',
      dead: 'removes_subscribers',
    },
  ])('of $before', ({ before, approved, there, moved, dead }) => {
    expect(pauseAfterApproval(before)).toBe(approved);
    expect(pauseAfterLook(before, 'there')).toBe(there);
    expect(pauseAfterLook(before, 'moved')).toBe(moved);
    expect(pauseAfterLook(before, 'dead')).toBe(dead);
  });
});

describe('what becomes of a check', () => {
  const bot = { adsType: 'bot', toBotMember: false, botTokenCipher: 'one' } as const;
  const NOW_MS = 50;
  const lost: CheckRecord = { ...freshCheck, state: 'lost', unseenSinceMs: 9, unseenCursor: 4 };

  it.each<{
    name: string;
    of?: Partial<Order>;
    before?: Partial<CheckRecord>;
    then: Partial<CheckRecord> | null;
  }>([
    { name: 'one error is forgiven', then: { state: 'ok', errors: 1 } },
    {
      name: 'the second is believed',
      before: { errors: 1 },
      then: { state: 'lost', errors: 0, unseenSinceMs: NOW_MS },
    },
    {
      name: 'the walk begins anew, from the first loss',
      before: { errors: 1, unseenSinceMs: 9, unseenCursor: 4 },
      then: { state: 'lost', unseenSinceMs: 9, unseenCursor: 0 },
    },
    {
      name: 'of a membership service nobody is asked about',
      of: { ...bot, toBotMember: true },
      before: { errors: 1 },
      then: { state: 'lost', unseenSinceMs: null },
    },
    { name: 'what is lost stays so', before: lost, then: null },
  ])('after an error: $name', ({ of = {}, before = {}, then }) => {
    const after = checkAfterError(order(of), { ...freshCheck, ...before }, NOW_MS);
    if (then === null) expect(after).toBeNull();
    else expect(after).toMatchObject(then);
  });

  it.each<{
    name: string;
    before?: Partial<CheckRecord>;
    state: CheckRecord['state'];
    then: Partial<CheckRecord> | null;
  }>([
    { name: 'it worked before', state: 'ok', then: { state: 'ok', rightsAtMs: NOW_MS } },
    { name: 'it was reported before', before: { rightsAtMs: NOW_MS }, state: 'ok', then: null },
    {
      name: 'a later change was reported before',
      before: { rightsAtMs: NOW_MS + 1 },
      state: 'lost',
      then: null,
    },
    { name: 'an error is forgotten', before: { errors: 1 }, state: 'ok', then: { state: 'ok', errors: 0 } },
    {
      name: 'it is back: the walk stands',
      before: lost,
      state: 'ok',
      then: { ...lost, state: 'ok', rightsAtMs: NOW_MS },
    },
    { name: 'it is lost', state: 'lost', then: { state: 'lost', unseenSinceMs: NOW_MS, lostAtMs: NOW_MS } },
    { name: 'it was lost before', before: lost, state: 'lost', then: { ...lost, rightsAtMs: NOW_MS } },
  ])('by what our rights are: $name', ({ before = {}, state, then }) => {
    const after = checkAfterUpdate(order(), { ...freshCheck, ...before }, state, NOW_MS);
    if (then === null) expect(after).toBeNull();
    else expect(after).toMatchObject(then);
  });

  it('is left alone by answers to questions that were asked before our rights changed', () => {
    const changed: CheckRecord = { ...freshCheck, rightsAtMs: 10_000, errors: 1 };
    expect(checkAfterError(order(), changed, 11_999)).toBeNull();
    expect(checkAfterError(order(), changed, 12_000)).toMatchObject({ state: 'lost', rightsAtMs: 10_000 });
    expect(checkAfterSuccess(order(), { ...lost, rightsAtMs: 10_000 }, 11_999)).toBeNull();
    expect(checkAfterSuccess(order(), { ...lost, rightsAtMs: 10_000 }, 12_000)).toMatchObject({
      state: 'ok',
    });
  });

  it('pauses the order with the third loss within a day', () => {
    const DAY_MS = 86_400_000;
    const flicker = (check: CheckRecord, atMs: number) => {
      const pause = pauseAfterLoss(null, check, atMs);
      const gone = checkAfterUpdate(order(), check, 'lost', atMs) ?? check;
      return { pause, check: checkAfterUpdate(order(), gone, 'ok', atMs) ?? gone };
    };
    const twice = [0, 1_000].reduce((check, atMs) => flicker(check, atMs).check, freshCheck);
    expect(flicker(freshCheck, 0).pause).toBeNull();
    expect(flicker(twice, DAY_MS - 1).pause).toBe('rights_unsteady');
    expect(flicker(twice, DAY_MS).pause).toBeNull();
    expect(pauseAfterLoss('link_moved', twice, DAY_MS - 1)).toBe('link_moved');
  });

  const elsewhere = { resource: { ...order().resource, resourceId: '-1009' } };
  it.each<{ name: string; of?: Partial<Order>; change: Partial<Order>; then: CheckRecord }>([
    { name: 'its name', change: { name: 'Another' }, then: lost },
    { name: 'its link', change: { link: 'https://t.me/y' }, then: freshCheck },
    { name: 'its chat', change: elsewhere, then: freshCheck },
    { name: "a bot's name", of: bot, change: { name: 'Another' }, then: lost },
    { name: "a bot's token", of: bot, change: { botTokenCipher: 'two' }, then: { ...lost, unseenCursor: 0 } },
    {
      name: "a bot's token, which shows another bot",
      of: bot,
      change: { botTokenCipher: 'two', ...elsewhere },
      then: { ...freshCheck, unseenSinceMs: 9 },
    },
    {
      name: 'the code of a membership service',
      of: { ...bot, toBotMember: true },
      change: { botTokenCipher: 'two' },
      then: lost,
    },
  ])('by a change of $name', ({ of = {}, change, then }) => {
    expect(checkAfterRevision(order(of), lost, { ...order(of), ...change }, NOW_MS)).toEqual(then);
  });
});
