/**
 * Takes over what a person has at another service with this interface: bots, orders, who is excluded, and a year of figures.
 * All of it arrives paused; what is here already is left as it is, so that it can be repeated.
 */
import { hasField, isKindField, kindNames } from '../../core/kinds/index.js';
import { createNames, rowOf } from '../../core/terms/index.js';
import { parseFields } from '../fields.js';
import { toSettings } from '../routes/bot-settings.js';
import { addFields } from '../routes/bots.js';
import { createFields, toOrderInput } from '../routes/orders/order-fields.js';
import { type Found, isFound } from './elsewhere.js';
import { type Came, takeHistory } from './history.js';
import { comes, isHere, type Item, leftOut, orLeftOut, type Outcome, type Taking } from './item.js';
import { ServiceError } from '../../core/errors.js';

/** What became of a bot or an order, and its number here; null: it has none yet. */
type Taken = Outcome & { ours: number | null };

/** What becomes of each, in turn. @throws ImportFault where the other service does not answer as it should */
export async function* importFrom(taking: Taking): AsyncGenerator<Item> {
  const { elsewhere, service } = taking;
  const translate = translator(await elsewhere.filters(), await service.filters.all());
  const [bots, orders]: [Came[], Came[]] = [[], []];
  for await (const bot of elsewhere.bots()) {
    const [id, name] = [Number(bot['bot_id']), text(bot['bot_nickname'])];
    yield noted({ what: 'bot', id, name }, await orLeftOut(() => takeBot(taking, id, bot)), bots);
  }
  for await (const order of elsewhere.orders()) {
    const [id, name] = [Number(order['order_id']), text(order['name'])];
    yield noted(
      { what: 'order', id, name },
      await orLeftOut(() => takeOrder(taking, order, translate)),
      orders,
    );
  }
  yield* takeExclusions(taking, { bots, orders });
  yield* takeHistory(taking, { bots, orders });
}

/** What becomes of a thing; one that came is among those that have come. */
function noted(thing: Pick<Item, 'what' | 'id' | 'name'>, taken: Taken | Outcome, came: Came[]): Item {
  const { outcome, note } = taken;
  if ('ours' in taken) came.push({ id: thing.id, name: thing.name, ours: taken.ours });
  return { key: `${thing.what} ${String(thing.id)}`, ...thing, outcome, note };
}

async function takeBot({ service, accountId, isReal }: Taking, botId: number, bot: Found): Promise<Taken> {
  const wanted = parseFields(addFields, known(bot, addFields.shape));
  const identity = { botId, name: wanted.bot_name ?? '', nickname: wanted.bot_nickname ?? '' };
  if (await isOwnBot(service, accountId, botId)) return { ...isHere, ours: botId };
  if (isReal) await service.bots.add(accountId, { ...identity, isOn: false, settings: toSettings(wanted) });
  const message = 'without its token';
  const note = { message, faults: [{ topic: 'import_no_token' }] } as const;
  return { outcome: 'comes', note, ours: isReal ? botId : null };
}

const isOwnBot = (service: Taking['service'], accountId: number, botId: number): Promise<boolean> =>
  service.bots.info(accountId, botId).then(
    ({ bot }) => !bot.inArchive,
    () => false,
  );

/** Orders that have ended there. */
const endings = { Finished: 'import_finished', Rejected: 'import_rejected' } as const;

async function takeOrder(
  { service, accountId, isReal }: Taking,
  order: Found,
  translate: Translate,
): Promise<Taken | Outcome> {
  const link = text(order['link']);
  const page = { search: link, inArchive: false, status: null, offset: 0, limit: 100 };
  const there = (await service.orders.list(accountId, page)).orders.find((each) => each.link === link);
  if (there !== undefined) return { ...isHere, ours: there.orderId };
  const status = text(order['status']);
  if (status === 'Finished' || status === 'Rejected')
    return leftOut(`It is ${status}.`, { topic: endings[status] });
  const done = Number(order['quantity_now'] ?? 0);
  const left = Number(order['quantity_all']) - done;
  const input = toOrderInput(
    parseFields(createFields, bodyOf(order, left, translate)),
    service.settings.SERVICE_TIMEZONE,
  );
  const note = done === 0 ? null : noteOfRest({ done, left });
  if (!isReal) {
    await service.orders.quote(accountId, input);
    return { ...comes, note, ours: null };
  }
  return { ...comes, note, ours: (await service.orders.create(accountId, input)).orderId };
}

const noteOfRest = (values: { done: number; left: number }): Item['note'] => ({
  message: `${String(values.done)} subscribers stay there, ${String(values.left)} are left`,
  faults: [{ topic: 'import_rest', values }],
});

/** A record as it is created here: stopped, with what is left of it. */
const bodyOf = (order: Found, left: number, translate: Translate): Found => ({
  ...pricesOf(order),
  ...known(order, createFields.shape),
  ...Object.fromEntries(foreignFields(order).map((name) => [name, undefined])),
  is_on: 0,
  quantity_all: left,
  // Shown where there is no daily limit, too.
  ...(order['quantity_day'] === order['quantity_all'] ? { quantity_day: undefined } : {}),
  user_parameters: translate(isFound(order['user_parameters']) ? order['user_parameters'] : {}),
});

/** Records show all fields, and only some kinds take them all. */
function foreignFields(order: Found): string[] {
  const kind = kindNames.find((name) => name === order['ads_type']);
  if (kind === undefined) return [];
  return createNames
    .filter((name) => isKindField(name) && !hasField({ adsType: kind }, name))
    .map((name) => rowOf(name).wire);
}

/** Where a record shows one price, it is the one that applies. */
function pricesOf(order: Found): Found {
  const price = order['old_price'];
  const targeting = order['user_parameters'];
  return isFound(targeting) && targeting['only_premium'] === 1 ? { price_premium: price } : { price };
}

async function* takeExclusions(
  taking: Taking,
  { bots, orders }: { bots: readonly Came[]; orders: readonly Came[] },
): AsyncGenerator<Item> {
  const { elsewhere } = taking;
  for (const order of orders)
    for (const botId of await elsewhere.excluded({ order: order.id }))
      yield exclude(taking, { context: 'advertiser', order, botId });
  for (const bot of bots)
    for (const id of await elsewhere.excluded({ bot: bot.id })) {
      // Another person's order has another number here, if any.
      const order = orders.find((each) => each.id === id) ?? { id };
      yield exclude(taking, { context: 'publisher', order, botId: bot.id });
    }
}

interface Exclusion {
  context: 'advertiser' | 'publisher';
  order: Pick<Came, 'id'> & Partial<Came>;
  botId: number;
}

async function exclude(
  { service, accountId, isReal }: Taking,
  { context, order, botId }: Exclusion,
): Promise<Item> {
  const [bot, sponsor] = [`bot ${String(botId)}`, `order ${String(order.id)}`];
  const outcome = await orLeftOut(async () => {
    if (order.ours === undefined)
      return leftOut('No order of that number came from there.', { topic: 'import_no_order' });
    const orderId = order.ours;
    if (isReal && orderId !== null)
      await service.exclusions.toggle(accountId, { context, orderId, botId, isExcluded: true });
    return comes;
  });
  const isOfOrder = context === 'advertiser';
  return {
    key: `exclusion ${isOfOrder ? `${sponsor} ${bot}` : `${bot} ${sponsor}`}`,
    what: 'exclusion',
    id: isOfOrder ? botId : order.id,
    name: isOfOrder ? `${bot} of ${sponsor}` : `${sponsor} of ${bot}`,
    ...outcome,
  };
}

/** Fields that both know and that say something; secrets no record shows. */
const known = (record: Found, shape: object): Found =>
  Object.fromEntries(
    Object.keys(shape).flatMap((name) => (record[name] == null ? [] : [[name, record[name]]])),
  );

const TEXT_LENGTH_MAX = 2_000;

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : '');

const numbered = ['countries', 'cities', 'devicesos'] as const;

/** `user_parameters` as this service has them. @throws ServiceError where a value is unknown here */
type Translate = (targeting: Found) => Found;

/** Two services may number countries, cities and systems otherwise. */
function translator(theirs: Found, ours: { ads: Record<(typeof numbered)[number], Value[]> }): Translate {
  const ads = isFound(theirs['ads']) ? theirs['ads'] : {};
  const tables = numbered.map((name) => {
    const there = Array.isArray(ads[name]) ? (ads[name] as Value[]) : [];
    const names = new Map(there.map((value) => [value.id, plain(value.name)]));
    const read = (id: unknown): number => {
      const known = names.get(id as number);
      const found = ours.ads[name].filter((value) => plain(value.name) === known);
      // Of several cities of one name the number says which, where both count alike; else it could be any of them.
      const same = found.find((value) => value.id === id) ?? (found.length === 1 ? found[0] : undefined);
      if (same !== undefined) return same.id;
      const value = known ?? String(id);
      throw new ServiceError('invalid_parameter', `${name}: ${value} is not known here.`, {
        topic: 'import_unknown',
        values: { value },
      });
    };
    return [name, read] as const;
  });
  return (targeting) => ({
    ...targeting,
    ...Object.fromEntries(
      tables.flatMap(([name, read]) => {
        const given = targeting[name];
        return Array.isArray(given) ? [[name, given.map(read)]] : [];
      }),
    ),
  });
}

interface Value {
  id: number;
  name: string;
}

const plain = (name: string): string => name.trim().toLowerCase();
