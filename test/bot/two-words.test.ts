/** Two moderators, one publisher: an old card decides nothing about whether an account is trusted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOrder, chargeShown, deposit, PRICE, settle, show } from '../contract/makers.js';
import { Visitor } from './operator-stage.js';
import {
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const PLAIN_BOT = 7_700;

describe('of a publisher', () => {
  let stage: ServiceStage;
  let bot: RunningBot;
  let mira: Visitor;

  beforeEach(async () => {
    stage = await openServiceStage({ HOLD_HOURS: '24' });
    bot = await stage.startBot();
    await setScene(stage);
    const { service, store } = stage;
    const identity = { botId: PLAIN_BOT, name: 'Plain bot', nickname: 'plain_bot', settings: {} };
    await service.bots.add(publisherId, identity);
    await deposit(store, advertiserId, PRICE);
    const link = { link: 'https://t.me/held', linkKey: 't.me/held' };
    const { orderId } = await addOrder(store, link, advertiserId);
    await show(store, 1, orderId, PLAIN_BOT, Date.now());
    await settle(store, orderId, 1, { nowMs: Date.now(), decide: chargeShown({ isHeldForTrust: true }) });
    mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    await mira.say('/queue');
    await mira.go('New publishers', 'with money on hold: 1');
    await mira.go(/Person 801|Paula/, 'not trusted yet');
  });
  afterEach(async () => {
    await bot.stop();
    await stage.close();
  });

  const account = async () => (await stage.store.accounts.find(publisherId))?.isTrusted;
  const late = { isAlert: true, note: expect.stringContaining('meanwhile') as unknown };

  it('an approval from before a refusal decides nothing, and the card shows the refusal', async () => {
    await stage.service.trust.refuseAccount(publisherId, null);
    expect(await mira.press('✅ Trust')).toMatchObject(late);
    expect(await account()).toBe(false);
    await mira.shows('a moderator has said so');
    await mira.press('✅ Trust');
    expect(await account()).toBe(true);
  });

  it('a refusal that was asked for before an approval refuses no bot', async () => {
    const { trust, bots } = stage.service;
    await mira.go('⛔️ Refuse', 'cannot be undone');
    await trust.account(publisherId, true, null);
    expect(await mira.press('Yes, refuse it')).toMatchObject(late);
    expect(await account()).toBe(true);
    expect(await bots.info(publisherId, PLAIN_BOT)).toMatchObject({ bot: { trust: 'unknown' } });
  });
});
