/** The emulated platform over real HTTP: how updates reach bots, who is in which channel, and payments in stars. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, Bot, InlineKeyboard, webhookCallback } from 'grammy';
import { describe, expect, test } from 'vitest';
import { ann, refusal, token, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const started = (): Promise<number> => stage.client.say(ann, '@shop_bot', '/start');

/** A channel with the shop's bot as its administrator. */
async function channel(
  options: { username?: string; join_requests?: boolean } = {},
): Promise<{ id: number; invite_link: string }> {
  const chat = await stage.client.chats({ type: 'channel', title: 'News', ...options });
  await stage.client.members({ chat: chat.id, user: 100, status: 'administrator' });
  return chat;
}

/** Hears of memberships too; drops what came so far. */
async function askForMembers(one: Api): Promise<void> {
  await one.getUpdates({
    offset: -1,
    allowed_updates: ['message', 'chat_member', 'my_chat_member', 'chat_join_request'],
  });
  const [last] = await one.getUpdates({ offset: -1 });
  if (last) await one.getUpdates({ offset: last.update_id + 1 });
}

describe('updates', () => {
  test('stay until an offset confirms them', async () => {
    await stage.client.say(ann, '@shop_bot', 'one');
    await stage.client.say(ann, '@shop_bot', 'two');
    const first = await stage.api.getUpdates({ limit: 1 });
    expect(first.map((update) => update.message?.text)).toEqual(['one']);
    expect(await updatesOf(stage.api)).toHaveLength(2);
    const rest = await stage.api.getUpdates({ offset: (first[0]?.update_id ?? 0) + 1 });
    expect(rest.map((update) => update.message?.text)).toEqual(['two']);
    expect(await stage.api.getUpdates({ offset: -1 })).toHaveLength(1);
    expect(await stage.api.getUpdates({ offset: (rest[0]?.update_id ?? 0) + 1 })).toEqual([]);
  });

  test('a long poll is answered when something comes', async () => {
    const poll = stage.api.getUpdates({ timeout: 30 });
    await stage.client.say(ann, '@shop_bot', 'hello');
    expect((await poll)[0]?.message?.text).toBe('hello');
  });

  test('of two pollers the older gets 409', async () => {
    const older = refusal(stage.api.getUpdates({ timeout: 30 }));
    await stage.client.calls();
    const newer = stage.api.getUpdates({ timeout: 30 });
    expect(await older).toBe(
      '409 Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    );
    await stage.client.say(ann, '@shop_bot', 'hello');
    expect(await newer).toHaveLength(1);
  });

  test('a confirmed update can be delivered once more', async () => {
    await stage.client.say(ann, '@shop_bot', 'hello');
    const [update] = await updatesOf(stage.api);
    const id = update?.update_id ?? 0;
    expect(await stage.api.getUpdates({ offset: id + 1 })).toEqual([]);
    await stage.client.redeliver('@shop_bot', id);
    expect(await stage.api.getUpdates({ offset: id + 1 })).toEqual([update]);
    expect(await stage.api.getUpdates({ offset: id + 1 })).toEqual([]);
  });

  test("grammY's own bot polls, answers buttons, and stops cleanly", async () => {
    const bot = new Bot(token, { client: { apiRoot: stage.platform.url } });
    bot.command('start', (context) =>
      context.reply('Choose', { reply_markup: new InlineKeyboard().text('Yes', 'yes') }),
    );
    bot.callbackQuery('yes', async (context) => {
      await context.answerCallbackQuery({ text: 'Noted', show_alert: true });
      await context.deleteMessage();
    });
    const running = bot.start();
    const said = await started();
    const { message_id } = await stage.client.waitForMessage(ann, '@shop_bot', undefined, { after: said });
    const query = await stage.client.press(ann, '@shop_bot', message_id, 'yes');
    expect(await stage.client.waitForAnswer(ann, '@shop_bot', query)).toMatchObject({
      text: 'Noted',
      show_alert: true,
    });
    await stage.client.waitForChat(ann, '@shop_bot', (messages) =>
      messages.length === 1 ? true : undefined,
    );
    await bot.stop();
    await running;
    expect(await refusal(stage.api.answerCallbackQuery('1'))).toBe(
      '400 Bad Request: query is too old and response timeout expired or query ID is invalid',
    );
  });

  test('a press is answered once, by its own bot', async () => {
    const keyboard = new InlineKeyboard().text('Yes', 'yes');
    await started();
    const { message_id } = await stage.api.sendMessage(ann, 'Choose', { reply_markup: keyboard });
    const query = await stage.client.press(ann, '@shop_bot', message_id, 'yes');
    const tooOld = '400 Bad Request: query is too old and response timeout expired or query ID is invalid';
    expect(await refusal(stage.otherApi.answerCallbackQuery(query))).toBe(tooOld);
    expect(await stage.api.answerCallbackQuery(query)).toBe(true);
    expect(await refusal(stage.api.answerCallbackQuery(query))).toBe(tooOld);
  });

  test('a webhook gets them in order with its secret, retried until it answers', async () => {
    const bot = new Bot(token, { client: { apiRoot: stage.platform.url } });
    const texts: string[] = [];
    bot.on('message:text', async (context) => {
      texts.push(context.message.text);
      await context.reply(`got ${context.message.text}`);
    });
    let refusals = 1;
    const handle = webhookCallback(bot, 'http', { secretToken: 'the-secret' });
    const hook = createServer((request, response) => {
      if (refusals > 0 && request.headers['x-telegram-bot-api-secret-token'] === 'the-secret') {
        refusals -= 1;
        response.writeHead(500).end();
      } else void handle(request, response);
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
    await stage.api.setWebhook(url, { secret_token: 'the-secret' });
    expect(await refusal(stage.api.getUpdates())).toBe(
      "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
    await stage.client.say(ann, '@shop_bot', 'one');
    await stage.client.say(ann, '@shop_bot', 'two');
    await stage.client.waitForMessage(ann, '@shop_bot', (message) => message.text === 'got two');
    expect(texts).toEqual(['one', 'two']);
    expect(await stage.api.getWebhookInfo()).toMatchObject({
      url,
      last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
    });
    await stage.api.deleteWebhook();
    expect(await updatesOf(stage.api)).toEqual([]);
    hook.close();
    hook.closeAllConnections();
    expect(await refusal(stage.api.setWebhook('http://example.com/x'))).toBe(
      '400 Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
    );
  });
});

describe('channels', () => {
  test('members are told only to administrators that asked for chat_member', async () => {
    const chat = await channel({ username: 'news_channel' });
    await stage.client.members({ chat: chat.id, user: 200, status: 'member' });
    await askForMembers(stage.otherApi);
    await stage.client.join(ann, '@news_channel');
    expect((await updatesOf(stage.api)).filter((update) => update.chat_member)).toEqual([]);
    expect(await updatesOf(stage.otherApi)).toEqual([]);
    await askForMembers(stage.api);
    await stage.client.leave(ann, chat.id);
    await stage.client.members({ chat: chat.id, user: ann, status: 'restricted', is_member: true });
    await stage.client.members({ chat: chat.id, user: ann, status: 'kicked' });
    const changes = (await updatesOf(stage.api)).flatMap((update) => update.chat_member ?? []);
    expect(changes.map((change) => [change.old_chat_member.status, change.new_chat_member.status])).toEqual([
      ['member', 'left'],
      ['left', 'restricted'],
      ['restricted', 'kicked'],
    ]);
    expect(changes.map((change) => change.from.id)).toEqual([ann, 777000, 777000]);
  });

  test('a bot is told of its own rights', async () => {
    const chat = await channel();
    await stage.client.members({
      chat: chat.id,
      user: '@shop_bot',
      status: 'administrator',
      rights: { can_invite_users: false },
    });
    await stage.client.members({ chat: chat.id, user: 100, status: 'kicked' });
    const changes = (await updatesOf(stage.api)).flatMap((update) => update.my_chat_member ?? []);
    expect(changes.map(({ new_chat_member }) => new_chat_member.status)).toEqual([
      'administrator',
      'administrator',
      'kicked',
    ]);
    expect(await refusal(stage.api.getChat(chat.id))).toBe(
      '403 Forbidden: bot was kicked from the channel chat',
    );
  });

  test('getChatMember answers administrators, and says why not otherwise', async () => {
    const chat = await channel({ username: 'news_channel' });
    expect(await stage.api.getChatMember('@news_channel', ann)).toMatchObject({
      status: 'left',
      user: { id: ann },
    });
    await stage.client.join(ann, chat.invite_link);
    expect((await stage.api.getChatMember(chat.id, ann)).status).toBe('member');
    expect((await stage.api.getChatMember(chat.id, 100)).status).toBe('administrator');
    expect(await stage.api.getChatMemberCount(chat.id)).toBe(2);
    expect((await stage.api.getChatAdministrators(chat.id)).map(({ user }) => user.id)).toEqual([100]);
    expect(await refusal(stage.api.getChatMember(chat.id, 999))).toBe(
      '400 Bad Request: PARTICIPANT_ID_INVALID',
    );
    expect(await refusal(stage.otherApi.getChatMember(chat.id, ann))).toBe(
      '400 Bad Request: member list is inaccessible',
    );
    expect(await refusal(stage.api.getChatMember(-100123, ann))).toBe('400 Bad Request: chat not found');
    expect(await refusal(stage.api.getChatMember('@nobody', ann))).toBe('400 Bad Request: chat not found');
    await stage.client.members({ chat: chat.id, user: 100, status: 'left' });
    expect(await refusal(stage.api.getChatMember(chat.id, ann))).toBe(
      '400 Bad Request: member list is inaccessible',
    );
  });

  test('a private channel is closed to bots outside it', async () => {
    const chat = await channel();
    expect(await stage.api.getChat(chat.id)).toMatchObject({ title: 'News' });
    expect(await refusal(stage.otherApi.getChat(chat.id))).toBe('400 Bad Request: chat not found');
    await stage.api.leaveChat(chat.id);
    expect(await refusal(stage.api.getChatMember(chat.id, ann))).toBe(
      '403 Forbidden: bot is not a member of the channel chat',
    );
    expect(await refusal(stage.api.sendMessage(chat.id, 'x'))).toBe(
      '403 Forbidden: bot is not a member of the channel chat',
    );
  });

  test('only administrators post', async () => {
    const chat = await channel({ username: 'news_channel' });
    const post = await stage.api.sendMessage('@news_channel', 'hello');
    expect(post).toMatchObject({ sender_chat: { id: chat.id }, chat: { type: 'channel' } });
    await stage.client.members({ chat: chat.id, user: 200, status: 'member' });
    expect(await refusal(stage.otherApi.sendMessage(chat.id, 'x'))).toBe(
      '400 Bad Request: need administrator rights in the channel chat',
    );
    expect((await stage.client.posts('@news_channel')).map(({ text }) => text)).toEqual(['hello']);
  });

  test('named links show who came by them, and end when used up or revoked', async () => {
    const chat = await channel();
    await askForMembers(stage.api);
    const link = await stage.api.createChatInviteLink(chat.id, { name: 'order 5', member_limit: 1 });
    await stage.client.join(ann, link.invite_link);
    const [update] = await updatesOf(stage.api);
    expect(update?.chat_member?.invite_link).toMatchObject({
      invite_link: link.invite_link,
      name: 'order 5',
      creator: { id: 100 },
    });
    await stage.client.users({ id: 8, first_name: 'Bob' });
    await expect(stage.client.join(8, link.invite_link)).rejects.toThrow('the invite link is used up');
    const second = await stage.api.createChatInviteLink(chat.id);
    expect((await stage.api.revokeChatInviteLink(chat.id, second.invite_link)).is_revoked).toBe(true);
    await expect(stage.client.join(8, second.invite_link)).rejects.toThrow('the invite link was revoked');
    await stage.client.members({ chat: chat.id, user: 8, status: 'member', invite_link: chat.invite_link });
    const last = (await updatesOf(stage.api)).at(-1);
    expect(last?.chat_member?.invite_link).toMatchObject({ is_primary: true });
    expect(await refusal(stage.api.createChatInviteLink(chat.id, { name: 'x'.repeat(33) }))).toBe(
      '400 Bad Request: invite link name is too long',
    );
    expect(
      await refusal(stage.api.createChatInviteLink(chat.id, { creates_join_request: true, member_limit: 3 })),
    ).toBe("400 Bad Request: member limit can't be specified for links requiring administrator approval");
    await stage.client.members({ chat: chat.id, user: 100, status: 'administrator', rights: {} });
    expect(await refusal(stage.api.createChatInviteLink(chat.id))).toBe(
      '400 Bad Request: not enough rights to manage chat invite link',
    );
  });

  test('who asks to join can be written to, approved or declined', async () => {
    const chat = await channel({ join_requests: true });
    await askForMembers(stage.api);
    expect(await stage.client.join(ann, chat.invite_link)).toBe('requested');
    const [update] = await updatesOf(stage.api);
    expect(update?.chat_join_request).toMatchObject({
      from: { id: ann },
      user_chat_id: ann,
      invite_link: { creates_join_request: true },
    });
    expect(await stage.api.sendChatAction(ann, 'typing')).toBe(true);
    expect((await stage.api.getChatMember(chat.id, ann)).status).toBe('left');
    await stage.api.approveChatJoinRequest(chat.id, ann);
    expect((await stage.api.getChatMember(chat.id, ann)).status).toBe('member');
    expect((await updatesOf(stage.api)).at(-1)?.chat_member).toMatchObject({
      from: { id: 100 },
      invite_link: { creates_join_request: true },
    });
    expect(await refusal(stage.api.approveChatJoinRequest(chat.id, ann))).toBe(
      '400 Bad Request: USER_ALREADY_PARTICIPANT',
    );
    await stage.client.users({ id: 8, first_name: 'Bob' });
    expect(await refusal(stage.api.approveChatJoinRequest(chat.id, 8))).toBe(
      '400 Bad Request: HIDE_REQUESTER_MISSING',
    );
    await stage.client.members({ chat: chat.id, user: 8, status: 'requested' });
    await stage.api.declineChatJoinRequest(chat.id, 8);
    expect((await stage.api.getChatMember(chat.id, 8)).status).toBe('left');
  });

  test('bans and their end', async () => {
    const chat = await channel();
    await stage.client.join(ann, chat.invite_link);
    await stage.api.banChatMember(chat.id, ann);
    await expect(stage.client.join(ann, chat.invite_link)).rejects.toThrow('banned');
    await stage.api.unbanChatMember(chat.id, ann);
    expect(await stage.client.join(ann, chat.invite_link)).toBe('member');
    await stage.client.members({ chat: chat.id, user: 100, status: 'administrator', rights: {} });
    expect(await refusal(stage.api.banChatMember(chat.id, ann))).toBe(
      '400 Bad Request: not enough rights to restrict/unrestrict chat member',
    );
  });
});

describe('payments in stars', () => {
  const prices = [{ label: 'Deposit', amount: 50 }];
  const begin = async (): Promise<string> => {
    await started();
    const invoice = await stage.api.sendInvoice(ann, 'Deposit', 'Fifty stars', 'payload-1', 'XTR', prices);
    return await stage.client.pay(ann, '@shop_bot', invoice.message_id);
  };

  test('are asked about, then paid once, and can be refunded once', async () => {
    const id = await begin();
    const query = (await updatesOf(stage.api)).at(-1)?.pre_checkout_query;
    expect(query).toMatchObject({ id, currency: 'XTR', total_amount: 50, invoice_payload: 'payload-1' });
    await stage.api.answerPreCheckoutQuery(id, true);
    const paid = (await updatesOf(stage.api)).at(-1)?.message?.successful_payment;
    expect(paid).toMatchObject({ total_amount: 50, invoice_payload: 'payload-1' });
    expect((await stage.client.waitForPayment(ann, '@shop_bot', id)).status).toBe('paid');
    expect(await refusal(stage.api.answerPreCheckoutQuery(id, true))).toBe(
      '400 Bad Request: query is too old and response timeout expired or query ID is invalid',
    );
    const charge = paid?.telegram_payment_charge_id ?? '';
    expect(await refusal(stage.api.refundStarPayment(8, charge))).toBe('400 Bad Request: CHARGE_NOT_FOUND');
    await stage.api.refundStarPayment(ann, charge);
    expect(await refusal(stage.api.refundStarPayment(ann, charge))).toBe(
      '400 Bad Request: CHARGE_ALREADY_REFUNDED',
    );
    expect((await updatesOf(stage.api)).at(-1)?.message?.refunded_payment?.telegram_payment_charge_id).toBe(
      charge,
    );
  });

  test('can be refused by the bot, with a reason', async () => {
    const id = await begin();
    expect(
      await refusal(stage.api.raw.answerPreCheckoutQuery({ pre_checkout_query_id: id, ok: false })),
    ).toContain('error_message');
    await stage.api.answerPreCheckoutQuery(id, false, { error_message: 'Sold out' });
    expect(await stage.client.waitForPayment(ann, '@shop_bot', id)).toMatchObject({
      status: 'refused',
      error_message: 'Sold out',
    });
    expect(
      (await stage.client.messages(ann, '@shop_bot')).some((message) => message.successful_payment),
    ).toBe(false);
  });

  test('links can be paid too; other currencies cannot', async () => {
    await started();
    expect(await stage.api.createInvoiceLink('Deposit', 'Fifty', 'p', '', 'XTR', prices)).toMatch(
      /^https:\/\/t\.me\/\$/,
    );
    expect(await refusal(stage.api.sendInvoice(ann, 'T', 'D', 'p', 'EUR', prices))).toBe(
      '400 Bad Request: CURRENCY_INVALID',
    );
    expect(await refusal(stage.api.sendInvoice(ann, 'T', 'D', 'p', 'XTR', [...prices, ...prices]))).toBe(
      '400 Bad Request: STARS_INVOICE_INVALID',
    );
  });
});
