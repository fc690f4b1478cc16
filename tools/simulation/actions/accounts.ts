/** Money in, keys, bots and blacklists. */
import type { BotModel } from '../model.js';
import { violation } from '../violation.js';
import type { Answer, Simulation } from '../simulation.js';
import { MODERATOR } from '../people.js';
import { tokenOf } from '../platform.js';
import { ACCOUNTS, liveOrders, someBot } from './cast.js';

export async function deposit(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const asked = [...model.asked.keys()];
  // A payment is reported more than once, and paid once.
  const isRepeated = asked.length > 0 && draw.chance(0.3);
  const reference = isRepeated ? draw.one(asked.slice(-10)) : `payment ${String(simulation.step)}`;
  const payment = model.asked.get(reference) ?? {
    accountId: draw.one(ACCOUNTS),
    amountMicros: BigInt(draw.whole(1, 6_000)) * 1_001n,
  };
  model.asked.set(reference, payment);
  const wasBooked = model.booked.has(reference);
  const { accountId, amountMicros } = payment;
  const booked = await simulation.must(simulation.api(), ({ service }) =>
    service.wallet.credit(accountId, amountMicros, { reference, note: '', bookedBy: null }),
  );
  simulation.later(() => {
    if (!model.booked.has(reference))
      throw violation('3 kept', `the deposit ${reference} was acknowledged and is gone`);
    if (booked.isNew === wasBooked)
      throw violation('answers', `the deposit ${reference} is told to be new wrongly`);
    const found = booked.balance.availableMicros;
    if (found !== model.wallet(accountId)) {
      throw violation(
        'answers',
        `the balance is told to be ${found.toString()}, and is ${model.wallet(accountId).toString()}`,
      );
    }
  });
}

export async function readBalance(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const accountId = draw.one(ACCOUNTS);
  const { service } = simulation.api();
  const process = simulation.process('api-2');
  const balance = await simulation.must(process, (one) => one.service.wallet.balance(accountId));
  const summary = await simulation.must(process, () =>
    service.wallet.summary({ kind: 'statistics', accountId, botId: null }),
  );
  const expected = model.wallet(accountId);
  const heldMicros = model.balance(`hold ${String(accountId)}`);
  const isRight = balance.availableMicros === expected && balance.heldMicros === heldMicros;
  if (!isRight || summary.balanceMicros !== expected) {
    throw violation('answers', `account ${String(accountId)} is told ${balance.availableMicros.toString()}`);
  }
  for (const { botId, profitMicros, followers } of summary.bots) {
    const bot = model.bots.get(botId)!;
    if (profitMicros === bot.profitMicros && followers === bot.followers) continue;
    throw violation('answers', `bot ${String(botId)} is told to have earned ${profitMicros.toString()}`);
  }
}

/** Promise 5: the old key is dead in every process once the answer has left. */
export async function changeKey(simulation: Simulation): Promise<void> {
  const bot = someBot(simulation);
  const { draw } = simulation;
  const old = bot.key;
  // Both remember it.
  for (const name of ['api-1', 'api-2'] as const) await speaksFor(simulation, name, old, bot);
  const process = simulation.api();
  try {
    bot.key = await simulation.must(process, ({ service }) =>
      service.bots.changeKey(bot.accountId, bot.botId),
    );
  } catch (error) {
    if (!process.isDead) throw error;
    // The answer is lost: the owner looks it up.
    const info = await simulation.must(simulation.process('api-1'), ({ service }) =>
      service.bots.info(bot.accountId, bot.botId),
    );
    bot.key = info.apiKey;
  }
  for (const name of draw.chance(0.5) ? (['api-1', 'api-2'] as const) : (['api-2', 'bot'] as const)) {
    if (old !== bot.key) await speaksFor(simulation, name, old, null);
    await speaksFor(simulation, name, bot.key, bot);
  }
}

async function speaksFor(
  simulation: Simulation,
  name: 'api-1' | 'api-2' | 'bot',
  key: string,
  bot: BotModel | null,
): Promise<void> {
  const owner = await simulation.must(simulation.process(name), ({ service }) =>
    service.accounts.authenticate(key),
  );
  const isBlocked = bot !== null && simulation.model.blocked.has(bot.accountId);
  const expected = bot === null || isBlocked ? null : bot.botId;
  if ((owner?.botId ?? null) === expected) return;
  throw violation(
    '5 keys',
    `in ${name} a key speaks for ${JSON.stringify(owner)}, expected bot ${String(expected)}`,
  );
}

/** A blocked account's keys are dead at once, and live again when it is let back. */
export async function suspend(simulation: Simulation): Promise<void> {
  const { model, draw } = simulation;
  const blocked = [...model.bots.values()].find((bot) => model.blocked.has(bot.accountId));
  const bot = blocked ?? someBot(simulation);
  const { accountId } = bot;
  const isBlocked = blocked === undefined;
  for (const name of ['api-1', 'api-2'] as const) await speaksFor(simulation, name, bot.key, bot);
  const process = simulation.api();
  try {
    await simulation.must(process, ({ service }) =>
      isBlocked
        ? service.accounts.block(MODERATOR, accountId, 'Fraud.')
        : service.accounts.unblock(MODERATOR, accountId),
    );
  } catch (error) {
    if (!process.isDead) throw error;
    const profile = await simulation.inBot(({ service }) => service.accounts.profile(accountId));
    if (profile.account.isBlocked !== isBlocked) return;
  }
  if (isBlocked) model.blocked.add(accountId);
  else model.blocked.delete(accountId);
  switchAll(simulation, accountId, isBlocked);
  await speaksFor(simulation, draw.one(['api-1', 'api-2']), bot.key, bot);
}

/** A block stops the orders and bots that are on; its end gives back those. */
function switchAll({ model }: Simulation, accountId: number, isBlocked: boolean): void {
  for (const one of [...model.orders.values(), ...model.bots.values()]) {
    const isMeant = one.accountId === accountId && (isBlocked ? one.isOn : one.isStoppedByBlock === true);
    if (isMeant) Object.assign(one, { isOn: !isBlocked, isStoppedByBlock: isBlocked });
  }
}

export async function switchBot(simulation: Simulation): Promise<void> {
  const { draw } = simulation;
  const off = [...simulation.model.bots.values()].find((bot) => !bot.isOn || bot.isBlocked);
  const bot = off ?? someBot(simulation);
  const process = simulation.api();
  const isOn = !bot.isOn;
  const byModerator = draw.chance(0.2) || bot.isBlocked;
  const next = byModerator ? { isBlocked: !bot.isBlocked } : { isOn };
  const work = byModerator
    ? () => process.service.bots.moderate(MODERATOR, bot.botId, next)
    : () => process.service.bots.update(bot.accountId, bot.botId, { ...next, settings: {} });
  try {
    await simulation.must<unknown>(process, work);
  } catch (error) {
    if (!process.isDead) throw error;
    const row = simulation.books.bot(bot.botId)!;
    Object.assign(bot, { isOn: row['is_on'] === 1, isBlocked: row['is_blocked'] === 1 });
    return;
  }
  Object.assign(bot, next);
  simulation.later(() => {
    const row = simulation.books.bot(bot.botId);
    const isKept = row?.['is_on'] === Number(bot.isOn) && row['is_blocked'] === Number(bot.isBlocked);
    if (!isKept) throw violation('3 kept', `bot ${String(bot.botId)} is ${JSON.stringify(row)}`);
  });
}

/** The platform refuses the token of a bot that speaks for itself; some time later its owner sends it again. */
export async function loseToken(simulation: Simulation): Promise<void> {
  const { draw, model, world } = simulation;
  const speaking = [...model.bots.values()].filter((bot) => bot.hasToken && !bot.getLinks);
  const refused = speaking.find((bot) => bot.isTokenInvalid || world.revokedTokens.has(bot.botId));
  if (refused === undefined) {
    world.revokedTokens.add(draw.one(speaking).botId);
    return;
  }
  if (draw.chance(0.3)) return;
  const { botId, accountId } = refused;
  world.revokedTokens.delete(botId);
  const answer = await simulation.call(simulation.api(), ({ service }) =>
    service.bots.update(accountId, botId, { token: tokenOf(botId), settings: {} }),
  );
  if (!answer.ok && answer.error.kind !== 'unavailable')
    throw violation('answers', `a bot's token was refused: ${answer.error.message}`);
  simulation.later(() => {
    if (answer.ok && refused.isTokenInvalid)
      throw violation('3 kept', `the token of bot ${String(botId)} was taken, and counts as refused`);
  });
}

export async function exclude(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const orders = liveOrders(simulation);
  if (orders.length === 0) return;
  const order = draw.one(orders);
  const bot = someBot(simulation);
  const byAdvertiser = draw.chance(0.5);
  const isEverywhere = !byAdvertiser && draw.chance(0.3);
  const [orderId, botId] = [order.orderId, isEverywhere ? 0 : bot.botId];
  const key = byAdvertiser
    ? `order ${String(orderId)} bot ${String(botId)}`
    : `account ${String(bot.accountId)} bot ${String(botId)} order ${String(orderId)}`;
  const isExcluded = !model.exclusions.has(key) && draw.chance(0.6);
  const change = {
    context: byAdvertiser ? ('advertiser' as const) : ('publisher' as const),
    isExcluded,
    orderId,
    ...(isEverywhere ? {} : { botId: bot.botId }),
  };
  const accountId = byAdvertiser ? order.accountId : bot.accountId;
  const process = simulation.api();
  let answer: Answer<{ isExcluded: boolean }> | null = null;
  try {
    answer = await simulation.call(process, ({ service }) => service.exclusions.toggle(accountId, change));
  } catch (error) {
    if (!process.isDead) throw error;
    if (!simulation.books.exclusions().has(key)) model.exclusions.delete(key);
    else model.exclusions.add(key);
    return;
  }
  if (!answer.ok || answer.value.isExcluded !== isExcluded)
    throw violation('answers', 'an exclusion was refused');
  if (isExcluded) model.exclusions.add(key);
  else model.exclusions.delete(key);
}

/** Every key identifies its owner, in every process. */
export async function keysSpeak(simulation: Simulation): Promise<void> {
  for (const bot of simulation.model.bots.values()) {
    for (const name of ['api-1', 'bot'] as const) await speaksFor(simulation, name, bot.key, bot);
  }
}
