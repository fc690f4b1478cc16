/** Moderation in the operator bot: cards, decisions, reasons, the queue. */
import { describe, expect, it } from 'vitest';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  advertiserId,
  botBeforeEach,
  moderator,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
const running = botBeforeEach((opened) => {
  stage = opened;
});

describe('moderation', () => {
  async function waitingOrder(): Promise<number> {
    const { id } = await stage.client.chats({ type: 'channel', title: 'Gardens', username: 'gardens' });
    await stage.client.members({ chat: id, user: '@SponsorgateBot', status: 'administrator' });
    const { orderId } = await stage.service.orders.create(advertiserId, {
      link: 'https://t.me/gardens',
      adsType: 'channel',
      name: 'My <b>gardens</b>',
      quantityAll: 50,
    });
    return orderId;
  }

  it('a moderator gets a card for each new order, and approves it; the owner is told', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    const albert = new Visitor(stage, advertiserId);
    await Promise.all([mira.say('/start'), albert.say('/start')]);
    const orderId = await waitingOrder();
    const card = await mira.shows(`#${String(orderId)}`);
    expect(card.text).toContain('My <b>gardens</b>');
    expect(card.text).toContain('administrator ✅');
    const { note } = await mira.press('Approve', card);
    expect(note).toContain('approved');
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Processing');
    await albert.shows('is approved');
    const again = await mira.forge(`mod:ok:${String(orderId)}:1`);
    expect(again).toMatchObject({ isAlert: true, note: expect.stringContaining('already') as unknown });
  });

  it('rejects with a ready reason, in the owner’s language', async () => {
    await setScene(stage);
    await stage.service.accounts.setLanguage(advertiserId, 'ru');
    const mira = new Visitor(stage, moderator.id);
    const albert = new Visitor(stage, advertiserId);
    await Promise.all([mira.say('/start'), albert.say('/start')]);
    const orderId = await waitingOrder();
    await mira.press('Reject', await mira.shows(`#${String(orderId)}`));
    await mira.shows('Why is order');
    await mira.press('does not open');
    expect((await stage.service.orders.info(advertiserId, orderId)).reason).toBe('Ссылка не открывается.');
    await albert.shows('отклонён');
  });

  it('rejects with a written reason, also when the bot was restarted in between', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    await mira.press('Reject', await mira.shows(`#${String(orderId)}`));
    await mira.shows('Why is order');
    await mira.press('Write a reason');
    await mira.shows('the owner will read it');
    await running.bot.stop();
    running.bot = await stage.startBot();
    await mira.say('Too many weeds.');
    await mira.shows('rejected');
    expect((await stage.service.orders.info(advertiserId, orderId)).reason).toBe('Too many weeds.');
  });

  it('says what is missing instead of approving', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    const card = await mira.shows(`#${String(orderId)}`);
    await stage.client.members({ chat: '@gardens', user: '@SponsorgateBot', status: 'left' });
    // What is lost moves the order's revision as soon as the platform tells of it: then the card is shown anew.
    const first = await mira.press('Approve', card);
    const { note, isAlert } = first.note.includes('already') ? await mira.press('Approve') : first;
    expect(isAlert).toBe(true);
    expect(note).toContain('cannot be approved yet');
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Moderation');
  });

  it('is not for others, whatever they press', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    const profile = await albert.say('/start');
    const orderId = await waitingOrder();
    expect(buttonsOf(profile).some(({ text }) => text.includes('Moderation'))).toBe(false);
    expect((await albert.say('/queue')).text).toContain('did not understand');
    // A forged press: the emulator passes on what the platform would not, so the check is ours.
    const outcome = await stage.service.moderation
      .approve(advertiserId, orderId, 1)
      .catch((error: unknown) => String(error));
    expect(outcome).toContain('Only a moderator');
  });

  it('the queue has what waits, its owner to trust, and a way back', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    await mira.shows(`#${String(orderId)}`);
    await mira.say('/start');
    await mira.go('Moderation', 'Waiting for a decision');
    await mira.go(`#${String(orderId)}`, 'Order #');
    await mira.go('Its owner', 'not trusted yet');
    await mira.press('✅ Trust');
    expect(await stage.store.accounts.find(advertiserId)).toMatchObject({ isTrusted: true });
    await mira.go('Queue', 'Waiting for a decision');
    await mira.go('Profile', 'Available');
  });

  it('approves with a theme', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    await mira.shows(`#${String(orderId)}`);
    await mira.go('With a topic', 'What is order');
    await mira.press(/./);
    const order = await stage.service.orders.info(advertiserId, orderId);
    expect(order.status).toBe('Processing');
    // A theme that publishers can exclude, or it would keep the order out of nothing.
    const { bots } = await stage.service.filters.all();
    expect(bots.forbidden_themes.map(({ id }) => id)).toContain(order.theme);
  });

  it('blocks a bot, lets it go again, and says what it is about', async () => {
    const { botId } = await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    const info = async () => (await stage.service.bots.info(publisherId, botId)).bot;
    await new Visitor(stage, publisherId).say('/start');
    await mira.say('/start');
    await mira.go('Moderation', 'Nothing waits');
    await mira.go('A bot', 'Write its id');
    await mira.say(String(botId));
    await mira.shows('@petras_bot');
    await mira.go('Block the bot', 'Block Petra’s bot (@petras_bot)?');
    await mira.go('Back', 'Subscribers');
    expect((await info()).isBlocked).toBe(false);
    await mira.go('Block the bot', '?');
    await mira.press('Yes, block it');
    expect((await info()).isBlocked).toBe(true);
    await mira.press('Unblock the bot');
    expect((await info()).isBlocked).toBe(false);
    await mira.go('Topic', 'What is');
    await mira.press(/./);
    const { ads } = await stage.service.filters.all();
    expect(ads.forbidden_themes.map(({ id }) => id)).toContain((await info()).theme);
    const petra = new Visitor(stage, publisherId);
    await petra.shows('has blocked your bot @petras_bot');
    await petra.shows('is not blocked any more');
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    expect(await albert.forge(`mod:bot-banned:${String(botId)}:1`)).toMatchObject({ isAlert: true });
    expect((await info()).isBlocked).toBe(false);
  });

  it('blocks a link, in the owner’s language, and lets it go again; the log has who did what', async () => {
    await setScene(stage);
    await stage.service.accounts.setLanguage(advertiserId, 'ru');
    const mira = new Visitor(stage, moderator.id);
    const albert = new Visitor(stage, advertiserId);
    await Promise.all([mira.say('/start'), albert.say('/start')]);
    const orderId = await waitingOrder();
    await mira.press('Block the link', await mira.shows(`#${String(orderId)}`));
    await mira.press('Yes, block it');
    await albert.shows('Модераторы заблокировали эту ссылку');
    const again = { link: 'https://t.me/gardens', adsType: 'channel', quantityAll: 50 } as const;
    await expect(stage.service.orders.create(publisherId, again)).rejects.toThrow('blocked this link');
    expect((await mira.press('Unblock the link')).note).toContain('can be ordered again');
    await stage.service.orders.create(publisherId, again);
    // The new order’s card may come between, so each press names its screen.
    await mira.press('Log', await mira.go('Queue', 'Waiting for a decision'));
    const log = await mira.shows('Who decided what');
    const what = (log.text ?? '').split('\n').slice(2);
    expect(what).toHaveLength(3);
    expect(what[0]).toMatch(/· Mira · unblocked the link @gardens$/);
    expect(what[1]).toMatch(new RegExp(`rejected #${String(orderId)} @gardens: Модераторы`));
    expect(what[2]).toContain('blocked the link @gardens');
    await mira.press('Queue', log);
    await mira.shows('Waiting for a decision');
    expect((await albert.forge('mod:log')).isAlert).toBe(true);
    expect((await albert.forge(`mod:unban:${String(orderId)}`)).isAlert).toBe(true);
  });

  it('the log is leafed through', async () => {
    await setScene(stage);
    for (let round = 0; round < 6; round += 1) {
      await stage.service.accounts.block(moderator.id, 801, 'Fraud.');
      await stage.service.accounts.unblock(moderator.id, 801);
    }
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/queue');
    await mira.press('Log');
    const rows = async () => ((await mira.screen()).text ?? '').split('\n').length - 2;
    expect(await rows()).toBe(10);
    await mira.press('Older');
    expect(await rows()).toBe(2);
    await mira.press('Latest');
    expect(await rows()).toBe(10);
  });
});
