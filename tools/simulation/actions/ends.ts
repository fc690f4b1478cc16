/** How a run begins, and how it ends: with a platform that works, until nothing is left to do. */
import { violation } from '../violation.js';
import type { Simulation } from '../simulation.js';
import { deposit } from './accounts.js';
import { decide, newOrder } from './advertisers.js';
import { ACCOUNTS, cast } from './cast.js';
import { deliverBatch } from './people.js';
import { judgedBefore } from './qualities.js';
import { tokenOf } from '../platform.js';
import { receiverOf } from '../receivers.js';
import { drainRefunds } from './stars.js';
import { askContacts, makeReports, release, work } from './maintenance.js';

/** Publishers who want to hear of their subscribers. */
const LISTENING = [501, 502];
const FIRST_ORDERS = 12;
/** Retries grow to ten minutes; what is not done after so many rounds never will be. */
const ROUNDS = 60;

export async function settleIn(simulation: Simulation): Promise<void> {
  const process = simulation.process('api-1');
  for (const accountId of ACCOUNTS) {
    const person = { accountId, firstName: `Account ${String(accountId)}`, username: '', language: 'en' };
    await simulation.must(process, ({ service }) => service.accounts.open(person));
    simulation.model.accounts.add(accountId);
  }
  for (const one of cast) {
    const { botId, accountId, hasToken, trust, ...settings } = one;
    const given = hasToken
      ? { token: tokenOf(botId) }
      : { botId, name: `Bot ${String(botId)}`, nickname: `bot${String(botId)}_bot` };
    const { apiKey } = await simulation.must(process, ({ service }) =>
      service.bots.add(accountId, { ...given, settings }),
    );
    if (trust === 'trusted')
      await simulation.must(process, ({ store }) =>
        store.bots.update(botId, { trust }, simulation.time.now()),
      );
    if (hasToken) simulation.world.publishers.add(botId);
    const state = { decided: null, isTokenInvalid: false, isOn: true, isBlocked: false, key: apiKey };
    const figures = { profitMicros: 0n, ownMicros: 0n, followers: 0, days: new Map<number, number>() };
    simulation.model.bots.set(botId, { ...one, ...state, ...figures });
  }
  for (const accountId of LISTENING) {
    await simulation.must(process, ({ service }) =>
      service.webhooks.set(accountId, 0, receiverOf(accountId)),
    );
    simulation.model.receivers.add(accountId);
  }
  if (simulation.settings.QUALITY_PRICE || simulation.settings.QUALITY_HOLD) {
    simulation.begin();
    await judgedBefore(simulation);
    simulation.judge();
  }
  for (let count = 0; count < FIRST_ORDERS; count++) {
    simulation.begin();
    simulation.step = -count;
    await deposit(simulation);
    await newOrder(simulation);
    await decide(simulation);
    simulation.judge();
  }
}

export async function drain(simulation: Simulation): Promise<void> {
  const { world, time, books } = simulation;
  for (const channel of world.channels.values()) channel.hasRights = true;
  world.revokedTokens.clear();
  while (world.pending.length > 0) await deliverBatch(simulation, 100);
  await release(simulation);
  await drainRefunds(simulation);
  for (let round = 0; round < ROUNDS; round++) {
    await work(simulation);
    await askContacts(simulation);
    await makeReports(simulation);
    const areDone = Object.values(books.waiting()).every((count) => count === 0);
    if (areDone && books.contactsDue(time.now()) === 0) break;
    await time.advance(60_000);
  }
  checkOutboxes(simulation);
}

/** Promise 4: everything that was asked for has been done, or stands there with the reason why not. */
function checkOutboxes({ books, world, time }: Simulation): void {
  const unanswered = books.contactsDue(time.now());
  if (unanswered > 0)
    throw violation('4 delivery', `${String(unanswered)} contacts are asked about for ever`);
  for (const [outbox, count] of Object.entries(books.waiting())) {
    if (count > 0) throw violation('4 delivery', `${String(count)} rows of ${outbox} wait for ever`);
  }
  for (const block of books.blocks()) {
    if (block.dead_reason !== null) continue;
    const about = `user ${String(block.user_id)} of bot ${String(block.bot_id)}`;
    const { messages, lost } = world.screen(block.bot_id, block.user_id);
    const isKnown = block.shown_message_id !== null && messages.has(block.shown_message_id);
    // A power cut may take what was known of a block that replaced another.
    const isShown = isKnown || (lost > 0 && messages.size > 0);
    if (block.content !== null && !isShown)
      throw violation('4 delivery', `${about} was never shown the block`);
  }
}
