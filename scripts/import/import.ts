/**
 * Takes over what a person has at another service with this interface: bots, orders, and who is excluded. All of it arrives
 * paused; what is here already is left as it is, so that it can be repeated.
 */
import { addFields } from '../../api/routes/bots.js';
import { parseFields } from '../../api/fields.js';
import { createFields, toOrderInput } from '../../api/routes/orders/order-fields.js';
import { toSettings } from '../../api/routes/bot-settings.js';
import { ServiceError } from '../../core/errors.js';
import { hasField, isKindField, kindNames } from '../../core/kinds/index.js';
import type { Service } from '../../core/service.js';
import { createNames, rowOf } from '../../core/terms/index.js';
import { type Elsewhere, type Found, isFound } from './elsewhere.js';
import { type Translate, translator } from './values.js';

export interface Item {
  what: 'bot' | 'order' | 'exclusion';
  /** Its number at the other service. */
  id: number;
  name: string;
  outcome: 'comes' | 'is here' | 'is left out';
  /** Why it is left out, or how it differs; mostly empty. */
  words: string;
}

interface Taking {
  elsewhere: Elsewhere;
  service: Service;
  accountId: number;
  /** Null: only says what would be. */
  isReal: boolean;
}

type Outcome = Pick<Item, 'outcome' | 'words'> & { ours: number | null };

/** What becomes of each, in turn. @throws ImportFault where the other service does not answer as it should */
export async function* importFrom(taking: Taking): AsyncGenerator<Item> {
  const { elsewhere, service } = taking;
  const translate = translator(await elsewhere.filters(), await service.filters.all());
  const bots: number[] = [];
  for await (const bot of elsewhere.bots()) {
    const id = Number(bot['bot_id']);
    const { outcome, words, ours } = await refusedInWords(() => takeBot(taking, id, bot));
    if (ours !== null) bots.push(id);
    yield { what: 'bot', id, name: text(bot['bot_nickname']), outcome, words };
  }
  const orders = new Map<number, number>();
  for await (const order of elsewhere.orders()) {
    const id = Number(order['order_id']);
    const { outcome, words, ours } = await refusedInWords(() => takeOrder(taking, order, translate));
    if (ours !== null) orders.set(id, ours);
    yield { what: 'order', id, name: text(order['name']), outcome, words };
  }
  for (const [id, orderId] of orders)
    for (const botId of await elsewhere.excluded({ order: id }))
      yield exclude(taking, botId, { context: 'advertiser', orderId, botId });
  for (const botId of bots)
    for (const id of await elsewhere.excluded({ bot: botId }))
      yield exclude(taking, id, { context: 'publisher', orderId: orders.get(id) ?? null, botId });
}

/** In a dry run nothing has a number here yet. */
const NOT_YET = 0;

async function takeBot({ service, accountId, isReal }: Taking, botId: number, bot: Found): Promise<Outcome> {
  const wanted = parseFields(addFields, known(bot, addFields.shape));
  const identity = { botId, name: wanted.bot_name ?? '', nickname: wanted.bot_nickname ?? '' };
  if (await isOwnBot(service, accountId, botId)) return { outcome: 'is here', words: '', ours: botId };
  if (isReal) await service.bots.add(accountId, { ...identity, isOn: false, settings: toSettings(wanted) });
  return { outcome: 'comes', words: 'without its token', ours: botId };
}

const isOwnBot = (service: Service, accountId: number, botId: number): Promise<boolean> =>
  service.bots.info(accountId, botId).then(
    ({ bot }) => !bot.inArchive,
    () => false,
  );

async function takeOrder(
  { service, accountId, isReal }: Taking,
  order: Found,
  translate: Translate,
): Promise<Outcome> {
  const link = text(order['link']);
  const page = { search: link, inArchive: false, status: null, offset: 0, limit: 100 };
  const there = (await service.orders.list(accountId, page)).orders.find((each) => each.link === link);
  if (there !== undefined) return { outcome: 'is here', words: '', ours: there.orderId };
  if (['Finished', 'Rejected'].includes(text(order['status'])))
    return { outcome: 'is left out', words: `It is ${text(order['status'])}.`, ours: null };
  const done = Number(order['quantity_now'] ?? 0);
  const all = Number(order['quantity_all']) - done;
  const body = {
    ...pricesOf(order),
    ...known(order, createFields.shape),
    ...Object.fromEntries(foreignFields(order).map((name) => [name, undefined])),
    is_on: 0,
    quantity_all: all,
    // Shown where there is no daily limit, too.
    ...(order['quantity_day'] === order['quantity_all'] ? { quantity_day: undefined } : {}),
    user_parameters: translate(isFound(order['user_parameters']) ? order['user_parameters'] : {}),
  };
  const input = toOrderInput(parseFields(createFields, body), service.settings.SERVICE_TIMEZONE);
  const words = done === 0 ? '' : `${String(done)} subscribers stay there, ${String(all)} are left`;
  if (!isReal) {
    await service.orders.quote(accountId, input);
    return { outcome: 'comes', words, ours: NOT_YET };
  }
  const { orderId } = await service.orders.create(accountId, input);
  return { outcome: 'comes', words, ours: orderId };
}

/** Records show all fields, and only some kinds take them all. */
function foreignFields(order: Found): string[] {
  const adsType = kindNames.find((name) => name === order['ads_type']);
  if (adsType === undefined) return [];
  return createNames
    .filter((name) => isKindField(name) && !hasField({ adsType }, name))
    .map((name) => rowOf(name).wire);
}

/** Where a record shows one price, it is the one that applies. */
function pricesOf(order: Found): Found {
  const price = order['old_price'];
  const targeting = order['user_parameters'];
  return isFound(targeting) && targeting['only_premium'] === 1 ? { price_premium: price } : { price };
}

async function exclude(
  { service, accountId, isReal }: Taking,
  id: number,
  change: { context: 'advertiser' | 'publisher'; orderId: number | null; botId: number },
): Promise<Item> {
  const name = `${change.context === 'advertiser' ? 'bot' : 'sponsor'} ${String(id)}`;
  const { outcome, words } = await refusedInWords(async () => {
    // Another person's order has another number here, if any.
    const { orderId } = change;
    if (orderId === null)
      return { outcome: 'is left out', words: 'No order of that number came from there.', ours: null };
    if (isReal) await service.exclusions.toggle(accountId, { ...change, orderId, isExcluded: true });
    return { outcome: 'comes', words: '', ours: null };
  });
  return { what: 'exclusion', id, name, outcome, words };
}

/** What cannot be taken is left out with the service's own words, and the rest goes on. */
async function refusedInWords(take: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { outcome: 'is left out', words: error.message, ours: null };
  }
}

/** Fields that both know and that say something; secrets no record shows. */
const known = (record: Found, shape: object): Found =>
  Object.fromEntries(
    Object.keys(shape).flatMap((name) => (record[name] == null ? [] : [[name, record[name]]])),
  );

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
