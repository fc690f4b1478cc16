import { expect, test } from 'vitest';
import type { SettlementFacts } from '../../core/ports/subscription-store.js';
import { BOT, ownChat, orderFields, populate, settle as settleOrder, show } from './makers.js';
import { contract, START_MS, type Stage } from './run.js';

contract('openings', (stage) => {
  const opening = {
    userId: 6_123_456_789,
    orderId: 1,
    botId: 7001,
    ranAtMs: START_MS,
    network: '192.0.2.1',
    isSigned: false,
  };
  const kept = ({ sql }: Stage) => sql('SELECT * FROM openings ORDER BY user_id, order_id');
  const row = (more: object = {}) => ({
    user_id: opening.userId,
    order_id: 1,
    bot_id: 7001,
    ran_at_ms: START_MS,
    address: '192.0.2.1',
    is_signed: 0,
    ...more,
  });
  const settle = ({ sql }: Stage) =>
    sql(
      `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms)
       VALUES (${String(opening.userId)}, 1, 7001, 2, 0, 0, ${String(START_MS)})`,
    );

  test('the latest of a user and order is kept, whatever the bot', async () => {
    const { store } = stage();
    expect(await store.openings.note(opening)).toBe(true);
    expect(await kept(stage())).toEqual([row()]);
    const later = { ...opening, botId: 7002, ranAtMs: START_MS + 5, network: '2001:db8:0:1::/64' };
    expect(await store.openings.note(later)).toBe(true);
    const moved = { bot_id: 7002, ran_at_ms: START_MS + 5, address: '2001:db8:0:1::/64' };
    expect(await kept(stage())).toEqual([row(moved)]);
    await store.openings.note({ ...opening, orderId: 2 });
    expect(await kept(stage())).toEqual([row(moved), row({ order_id: 2 })]);
  });

  test('signed through a bot, it stays signed through that bot alone', async () => {
    const { store } = stage();
    await store.openings.note({ ...opening, isSigned: true });
    await store.openings.note(opening);
    expect(await kept(stage())).toEqual([row({ is_signed: 1 })]);
    await store.openings.note({ ...opening, botId: 7002 });
    expect(await kept(stage())).toEqual([row({ bot_id: 7002 })]);
  });

  test('once the user is settled with the order nothing of it changes', async () => {
    const { store } = stage();
    await store.openings.note(opening);
    await settle(stage());
    const other = { ...opening, botId: 7002, ranAtMs: START_MS + 5, network: '192.0.2.9', isSigned: true };
    expect(await store.openings.note(other)).toBe(false);
    expect(await store.openings.note({ ...other, botId: 7001 })).toBe(false);
    expect(await kept(stage())).toEqual([row()]);
  });

  test('one of a page is known at its settlement, though the order leads to a chat by now', async () => {
    const { store } = stage();
    const resource = { ...ownChat(1).resource, resourceId: '' };
    const page = {
      link: 'https://example.com',
      linkKey: 'example.com',
      adsType: 'resource',
      resource,
    } as const;
    const { orderId } = await populate(store, page);
    await show(store, opening.userId, orderId);
    await store.openings.note({ ...opening, orderId, botId: BOT });
    expect(await store.orders.revise(orderId, 1, orderFields(ownChat(1)), [], START_MS)).toMatchObject({
      kind: 'revised',
    });
    const read: SettlementFacts[] = [];
    const decide = (facts: SettlementFacts) => {
      read.push(facts);
      return { kind: 'none' as const };
    };
    await settleOrder(store, orderId, opening.userId, { decide });
    expect(read).toMatchObject([{ opening: { botId: BOT, ranAtMs: START_MS }, impressions: [{ orderId }] }]);
  });
});
