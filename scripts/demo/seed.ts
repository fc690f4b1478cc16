/**
 * The demo's story so far, told over chat and HTTP as people would: keys from the operator bot, two bots added, orders
 * created and approved. Each step looks first whether it was taken before, so that an interrupted start goes on.
 */
import { parseMoney } from '../../core/money.js';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import type { PlatformClient } from '../../test/platform/client.js';
import { cast, demoMoney } from './cast.js';
import type { DemoChannel } from './stage.js';

interface Scene {
  apiUrl: string;
  channels: DemoChannel[];
}

export async function seed(
  client: PlatformClient,
  service: Service,
  { apiUrl, channels }: Scene,
): Promise<void> {
  const operatorBot = cast.operatorBot.username;
  for (const person of [cast.moderator, cast.publisher, cast.advertiser]) {
    if (await hasAccount(service, person.id)) continue;
    await client.say(person.id, operatorBot, '/start');
    await client.waitForMessage(person.id, operatorBot);
  }
  await service.wallet.credit(cast.advertiser.id, parseMoney(demoMoney.deposit), {
    reference: 'demo:deposit',
    note: 'Deposit of the demo',
    bookedBy: null,
  });
  // A demo of three days would be a long one: its publisher is no new one.
  await service.trust.account(cast.publisher.id, true, null);
  await addBots(client, service, apiUrl);
  await placeOrders(client, service, { apiUrl, channels });
}

async function hasAccount(service: Service, accountId: number): Promise<boolean> {
  try {
    await service.accounts.profile(accountId);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

async function addBots(client: PlatformClient, service: Service, apiUrl: string): Promise<void> {
  const accessKey = await service.accounts.revealKey(cast.publisher.id, 'access');
  const page = { search: '', inArchive: false, offset: 0, limit: 100 };
  const there = new Set((await service.bots.list(cast.publisher.id, page)).bots.map((bot) => bot.nickname));
  for (const { token, username, getLinks } of cast.publisherBots) {
    if (there.has(username)) continue;
    await post(`${apiUrl}/bots`, accessKey, { action: 'add', bot_token: token, get_links: getLinks });
    // An end user has written to the bot before: a bot cannot write to a stranger.
    for (const { id } of cast.endUsers) await client.say(id, username, '/start');
  }
}

async function placeOrders(
  client: PlatformClient,
  service: Service,
  { apiUrl, channels }: Scene,
): Promise<void> {
  const accessKey = await service.accounts.revealKey(cast.advertiser.id, 'access');
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(cast.advertiser.id, page);
  const there = new Map(orders.map((order) => [order.link, order]));
  for (const [index, { link }] of channels.entries()) {
    const known = there.get(link);
    const orderId =
      known?.orderId ?? (await create(apiUrl, accessKey, link, cast.channels[index]?.title ?? link));
    if (known === undefined || known.status === 'Moderation') await approve(client, orderId);
  }
}

async function create(apiUrl: string, accessKey: string, link: string, name: string): Promise<number> {
  const answer = await post(`${apiUrl}/orders`, accessKey, {
    action: 'create',
    link,
    name,
    ads_type: 'channel',
    quantity_all: demoMoney.quantity,
    price: demoMoney.price,
    // Whoever tries the demo, in whatever language, is to see it.
    user_parameters: { languages: null },
  });
  return (answer as { response: { order_id: number } }).response.order_id;
}

/** The moderator presses Approve on the order's card, in the chat with the operator bot. */
async function approve(client: PlatformClient, orderId: number): Promise<void> {
  const { moderator, operatorBot } = cast;
  const buttons = (message: Awaited<ReturnType<PlatformClient['messages']>>[number]) =>
    (message.reply_markup?.inline_keyboard ?? []).flat();
  const isCard = (message: Parameters<typeof buttons>[0]) =>
    new RegExp(`#${String(orderId)}\\b`).test(message.text ?? message.caption ?? '') &&
    buttons(message).some((button) => button.text.includes('Approve'));
  const card = await client.waitForMessage(moderator.id, operatorBot.username, isCard);
  const button = buttons(card).find((candidate) => candidate.text.includes('Approve'));
  if (button === undefined || !('callback_data' in button))
    throw new Error('The card has no button to approve with.');
  const query = await client.press(moderator.id, operatorBot.username, card.message_id, button.callback_data);
  await client.waitForAnswer(moderator.id, operatorBot.username, query);
}

async function post(url: string, key: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Auth: key };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { message?: string };
  if (!response.ok)
    throw new Error(
      `The demo could not be made: ${url} answered ${String(response.status)}, ${answer.message ?? ''}`,
    );
  return answer;
}
