/** Which of our bots an order belongs to, and updates of two of them about one user. */
import { expect, test } from 'vitest';
import type { OrderFields } from '../../core/ports/order-store.js';
import type { Observation } from '../../core/ports/subscription-store.js';
import { updateOrder } from '../../core/subscriptions/update-order.js';
import { addOrder, ADVERTISER, openAccount, orderFields, ownChat } from './makers.js';
import { contract, START_MS } from './run.js';

const SECOND_MS = 1_000;

/** An order on a chat of its own that is this bot's. */
function fieldsOf(number: number, checkerBotId: number | null, more: Partial<OrderFields> = {}) {
  const chat = ownChat(number);
  return { ...chat, resource: { ...chat.resource, checkerBotId }, ...more };
}

contract('orders of several bots of ours', (stage) => {
  test('are counted by bot: those of channels that run or wait, and can still bring somebody', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    expect(await store.orders.checkLoads()).toEqual(new Map([[null, 0]]));
    await addOrder(store, fieldsOf(1, null));
    for (const number of [2, 3]) await addOrder(store, fieldsOf(number, 910));
    await addOrder(store, fieldsOf(4, 920, { decision: 'waiting' }));
    const others: Partial<OrderFields>[] = [
      { isOn: false },
      { inArchive: true },
      { decision: 'rejected', reason: 'no' },
      { adsType: 'resource' },
    ];
    for (const [index, more] of others.entries()) await addOrder(store, fieldsOf(5 + index, 920, more));
    expect(await store.orders.checkLoads()).toEqual(
      new Map([
        [null, 1],
        [910, 2],
        [920, 1],
      ]),
    );
    expect((await store.orders.ofChecker(910, 10)).map(({ orderId }) => orderId)).toEqual([2, 3]);
    expect((await store.orders.ofChecker(910, 1)).map(({ orderId }) => orderId)).toEqual([2]);
    await store.orders.setCheckState('-2002', 910, 'lost', () => [], START_MS);
    expect((await store.orders.ofChecker(910, 10)).map(({ orderId }) => orderId)).toEqual([3]);
  });

  test('lose their check with their own bot alone', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    for (const checkerBotId of [null, 910]) await addOrder(store, fieldsOf(1, checkerBotId));
    const set = async (checkerBotId: number | null) =>
      (await store.orders.setCheckState('-2001', checkerBotId, 'lost', () => [], START_MS)).map(
        ({ orderId }) => orderId,
      );
    expect(await set(920)).toEqual([]);
    expect(await set(910)).toEqual([2]);
    expect(await set(null)).toEqual([1]);
  });

  test('that move get own links from the new bot: the old ones are used no more, and revoked', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    const { orderId, resource, revision } = await addOrder(store, { ...orderFields({ ownLinks: true }) });
    await store.inviteLinks.want({ orderId, botId: 77, lists: 1 }, 10, START_MS);
    const [due] = await store.inviteLinks.claim(10, SECOND_MS, START_MS);
    if (due === undefined) throw new Error('no link is due');
    await store.inviteLinks.made(due, 'https://t.me/+of_the_operator_bot', START_MS);
    const linkAt = async () => (await store.inviteLinks.linksAt(77, [orderId], START_MS)).get(orderId);
    await store.orders.setResource(orderId, { ...resource, name: 'Renamed' }, START_MS, revision);
    expect(await linkAt()).toBe('https://t.me/+of_the_operator_bot');
    await store.orders.setResource(orderId, { ...resource, checkerBotId: 910 }, START_MS, revision + 1);
    expect(await linkAt()).toBeUndefined();
    expect(await store.inviteLinks.claim(10, SECOND_MS, START_MS)).toMatchObject([
      { orderId, botId: 77, link: 'https://t.me/+of_the_operator_bot' },
    ]);
    expect((await store.orders.find(orderId))?.resource.checkerBotId).toBe(910);
  });
});

contract('updates of two bots of ours about one user', (stage) => {
  const CHAT = '-1001';
  const told = (state: 'in' | 'out', atMs: number, id: number, place: number): Observation => ({
    userId: 1,
    resourceId: CHAT,
    state,
    wasIn: state === 'out',
    updateId: updateOrder(atMs, id, place),
    atMs,
  });
  const see = async (observation: Observation) => (await stage().store.memberships.observe([observation]))[0];

  test('go by time, however their ids compare', async () => {
    await see(told('in', START_MS, 900_000, 0));
    const left = await see(told('out', START_MS + SECOND_MS, 5, 1));
    expect(left).toMatchObject({ isOutdated: false, membership: { state: 'out', hadLeft: true } });
    expect(await see(told('in', START_MS, 900_001, 0))).toMatchObject({
      isOutdated: true,
      membership: { state: 'out' },
    });
  });

  test('within a second each counts where it says something new, and the last of either is what holds', async () => {
    await see(told('in', START_MS, 900_000, 0));
    expect(await see(told('out', START_MS, 5, 1))).toMatchObject({ membership: { state: 'out' } });
    expect(await see(told('out', START_MS, 900_001, 0))).toMatchObject({
      isOutdated: false,
      membership: { state: 'out', sinceMs: START_MS },
    });
    expect(await see(told('in', START_MS, 900_000, 0))).toMatchObject({
      isOutdated: true,
      membership: { state: 'out' },
    });
  });

  test('keep whose own link brought the user, which only the bot that made it is told', async () => {
    await see({ ...told('in', START_MS, 7, 0), wasIn: false, byBotId: 77 });
    const again = await see({ ...told('in', START_MS, 8, 1), wasIn: false, byBotId: null });
    expect(again?.membership.join).toMatchObject({ byBotId: 77, isAgain: false });
  });

  test('come after those that a release before this one stored under their ids alone', async () => {
    await see({ ...told('in', START_MS, 0, 0), updateId: 1_999_999_999 });
    expect(await see(told('out', START_MS, 3, 0))).toMatchObject({ membership: { state: 'out' } });
  });
});
