/**
 * Plays the demo's story over chat and HTTP: keys from the operator bot, bots added, orders created and
 * approved, and one of each left for the moderator. Each step looks first whether it was taken before, so that an interrupted
 * start goes on; one that is refused, since somebody has changed the demo's world, is reported and left out.
 */
import { parseMoney } from '../../core/money.js';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import type { PlatformClient } from '../../emulator/client.js';
import { cast, demoMoney } from './cast.js';
import type { Attempt, DemoBot, DemoChannel, DemoStage } from './stage.js';

/** What the steps of the story are taken with. */
export interface Scene {
  client: PlatformClient;
  service: Service;
  apiUrl: string;
  stage: DemoStage;
  attempt: Attempt;
}

/** A card for the moderator comes within this, or the order is approved without it. */
const CARD_WITHIN_MS = 5_000;

export async function seed(scene: Scene): Promise<void> {
  const { service, attempt } = scene;
  for (const person of [cast.moderator, cast.publisher, cast.advertiser]) await openAccount(scene, person);
  await attempt('book the deposit', () =>
    service.wallet.credit(cast.advertiser.id, parseMoney(demoMoney.deposit), {
      reference: 'demo:deposit',
      note: 'Deposit of the demo',
      bookedBy: null,
    }),
  );
  // A demo of three days would be a long one: its publisher is no new one.
  await attempt('trust the publisher', () => service.trust.account(cast.publisher.id, true, null));
  for (const bot of scene.stage.publisherBots)
    await attempt(`add @${bot.username} to the service`, () => addBot(scene, bot));
  for (const channel of scene.stage.channels)
    await attempt(`place the order for ${channel.title}`, () => placeOrder(scene, channel, true));
  const { waitingBot, waitingChannel } = scene.stage;
  if (waitingChannel !== null)
    await attempt(`place the order for ${waitingChannel.title}`, () =>
      placeOrder(scene, waitingChannel, false),
    );
  await attempt(`add @${waitingBot.username} to the service`, () => addWaitingBot(scene, waitingBot));
}

async function openAccount(
  { client, service, stage, attempt }: Scene,
  person: { id: number; first_name: string; username: string; language_code: string },
): Promise<void> {
  if (await hasAccount(service, person.id)) return;
  const operatorBot = stage.operatorBot.id;
  await attempt(`greet ${person.first_name}`, async () => {
    const after = await client.say(person.id, operatorBot, '/start');
    await client.waitForMessage(person.id, operatorBot, undefined, { after });
  });
  if (await hasAccount(service, person.id)) return;
  const { id: accountId, first_name: firstName, username, language_code: language } = person;
  await service.accounts.open({ accountId, firstName, username, language });
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

/** The key as it is. One that was sealed by a secret that is lost cannot be read: then there is a new one. */
export async function keyOf(
  service: Service,
  accountId: number,
  kind: 'access' | 'statistics',
): Promise<string> {
  return service.accounts
    .revealKey(accountId, kind)
    .catch(() => service.accounts.replaceKey(accountId, kind));
}

async function isAdded({ service }: Scene, bot: DemoBot): Promise<boolean> {
  const page = { search: bot.username, inArchive: null, offset: 0, limit: 100 };
  const { bots } = await service.bots.list(cast.publisher.id, page);
  return bots.some(({ botId }) => botId === bot.id);
}

async function addBot(scene: Scene, bot: DemoBot): Promise<void> {
  // An end user has written to the bot before: a bot cannot write to a stranger.
  for (const { id } of cast.endUsers) {
    const said = await scene.client.messages(id, bot.id);
    if (said.length === 0) await scene.client.say(id, bot.id, '/start');
  }
  if (await isAdded(scene, bot)) return mend(scene, bot);
  await postAs(scene, cast.publisher, '/bots', { action: 'add', bot_token: bot.token, ...bot.settings });
}

/** Replaces what a lost secret had sealed: the bot's key and its token. */
async function mend({ service }: Scene, { id, token }: DemoBot): Promise<void> {
  const known = await service.bots.info(cast.publisher.id, id).catch(() => null);
  if (known !== null) return;
  await service.bots.changeKey(cast.publisher.id, id);
  await service.bots.update(cast.publisher.id, id, { token, settings: {} });
}

/** Its owner has given no token, and somebody has asked it for something: a moderator finds it in the queue. */
async function addWaitingBot(scene: Scene, bot: DemoBot): Promise<void> {
  if (await isAdded(scene, bot)) return;
  const identity = { bot_id: bot.id, bot_name: cast.waitingBot.name, bot_nickname: bot.username };
  await postAs(scene, cast.publisher, '/bots', { action: 'add', ...identity });
  const { apiKey } = await scene.service.bots.info(cast.publisher.id, bot.id);
  const [, asker] = cast.endUsers;
  const user = { user_id: asker.id, chat_id: asker.id, first_name: asker.first_name };
  const more = { username: asker.username, language_code: asker.language_code, is_premium: false };
  await post(`${scene.apiUrl}/get-sponsors`, apiKey, { ...user, ...more });
}

async function placeOrder(
  scene: Scene,
  { link, title }: DemoChannel,
  isToBeApproved: boolean,
): Promise<void> {
  const { client, service, stage } = scene;
  const page = { search: link, inArchive: null, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(cast.advertiser.id, page);
  const known = orders.find((order) => order.link === link);
  if (known !== undefined && known.status !== 'Moderation') return;
  const before = await client.messages(cast.moderator.id, stage.operatorBot.id);
  const orderId = known?.orderId ?? (await create(scene, link, title));
  if (!isToBeApproved) return;
  const after = known === undefined ? (before.at(-1)?.message_id ?? 0) : 0;
  try {
    await approveInChat(scene, orderId, after);
  } catch {
    const { revision } = await service.orders.info(cast.advertiser.id, orderId);
    await service.moderation.approve(cast.moderator.id, orderId, revision);
  }
}

async function create(scene: Scene, link: string, name: string): Promise<number> {
  const answer = await postAs(scene, cast.advertiser, '/orders', {
    action: 'create',
    link,
    name,
    ads_type: 'channel',
    quantity_all: demoMoney.quantity,
    price: demoMoney.price,
    // Everybody who tries the demo, in whatever language, is to see it.
    user_parameters: { languages: null },
  });
  return (answer as { response: { order_id: number } }).response.order_id;
}

/**
 * The moderator presses the button that approves, on the order's card in the chat with the operator bot.
 * @throws when no card comes: with many orders waiting, none gets a card by itself
 */
async function approveInChat({ client, stage }: Scene, orderId: number, after: number): Promise<void> {
  const { moderator } = cast;
  const approves = new RegExp(`^mod:ok:${String(orderId)}:`);
  const dataOf = (message: Awaited<ReturnType<PlatformClient['messages']>>[number]) =>
    (message.reply_markup?.inline_keyboard ?? [])
      .flat()
      .flatMap((button) => ('callback_data' in button ? [button.callback_data] : []))
      .find((data) => approves.test(data));
  const { id } = stage.operatorBot;
  const isCard = (message: Parameters<typeof dataOf>[0]) => dataOf(message) !== undefined;
  const card = await client.waitForMessage(moderator.id, id, isCard, { after, timeoutMs: CARD_WITHIN_MS });
  const query = await client.press(moderator.id, id, card.message_id, dataOf(card) ?? '');
  await client.waitForAnswer(moderator.id, id, query);
}

/** Posts with the Access Key of one of the cast. */
export async function postAs(
  { service, apiUrl }: Scene,
  { id }: { id: number },
  path: string,
  body: object,
): Promise<unknown> {
  return post(`${apiUrl}${path}`, await keyOf(service, id, 'access'), body);
}

async function post(url: string, key: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Auth: key };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { message?: string };
  // No suitable sponsor is no failure, though its code is 404.
  if (!response.ok && response.status !== 404)
    throw new Error(`${new URL(url).pathname} answered ${String(response.status)}, ${answer.message ?? ''}`);
  return answer;
}
