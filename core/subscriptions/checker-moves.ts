/** An order goes to another bot of ours: to one that is administrator in its chat, where its own is not (any more). */
import type { Checkers, OurBot } from '../checkers/index.js';
import { isChat } from '../kinds/index.js';
import { resourceOf, withOurLink } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import { rightsBack } from './rights-notifications.js';

const CALL_MS = 5_000;
/** An order that changed while the platform was asked is looked at again so often. */
const TRIES = 3;

type ChatOrder = Pick<Order, 'orderId' | 'adsType' | 'link' | 'resource' | 'revision'>;

export type CheckerMoves = ReturnType<typeof createCheckerMoves>;

export function createCheckerMoves({
  store,
  platform,
  settings,
  clock,
  log,
  checkers,
}: Pick<Ports, 'store' | 'platform' | 'settings' | 'clock' | 'log'> & { checkers: Checkers }) {
  const options = () => ({ deadlineMs: clock.now() + CALL_MS });

  /** The logo's file id is another for each bot. */
  const seenBy = async ({ link, resource }: ChatOrder, { token, checkerBotId }: OurBot) => {
    const found = await platform.chat(token, Number(resource.resourceId), options());
    const seen = found.ok
      ? resourceOf(found.value, checkerBotId)
      : { ...resource, logoFileId: '', checkerBotId, inviteLink: '' };
    const linked = await withOurLink({ store, platform, settings, clock }, link, seen, options());
    return linked.ok ? linked.value : seen;
  };

  /** Not where the order was changed meanwhile: what was seen says nothing of it. */
  const tryToGive = async (order: ChatOrder, bot: OurBot): Promise<boolean> => {
    const { orderId, resource, revision } = order;
    if (bot.checkerBotId === resource.checkerBotId) return true;
    const seen = await seenBy(order, bot);
    if (!(await store.orders.setResource(orderId, seen, clock.now(), revision))) return false;
    log.info({ orderId, from: resource.checkerBotId, to: bot.botId }, 'another bot of ours checks an order');
    return true;
  };

  const give = async (given: ChatOrder, bot: OurBot, sinceMs = clock.now()): Promise<void> => {
    let order: ChatOrder | null = given;
    for (let tries = 1; !(await tryToGive(order, bot)); tries += 1) {
      order = await store.orders.find(given.orderId);
      // Where it leads elsewhere by now, this bot is none of its own.
      if (order?.resource.resourceId !== given.resource.resourceId || tries === TRIES) return;
    }
    await store.orders.noteCheckWorked(given.orderId, rightsBack, sinceMs);
  };

  const lookAmong = async (order: ChatOrder, isOwnAsked: boolean): Promise<boolean> => {
    const { resourceId, checkerBotId } = order.resource;
    if (!isChat(order) || resourceId === '') return false;
    const chatId = Number(resourceId);
    const administrator = isOwnAsked
      ? await checkers.administratorOf(chatId, checkerBotId, options())
      : await checkers.otherAdministrator(chatId, checkerBotId, options());
    if (administrator.kind !== 'is') return false;
    await give(order, administrator.bot);
    return true;
  };

  return {
    /**
     * The order belongs to this bot from now on, and its check works.
     * @param sinceMs when it became administrator, as an update says; else now
     */
    give,
    /** Gives it to a bot of ours that is administrator in its chat, its own before others; returns whether there is one. */
    look: (order: ChatOrder) => lookAmong(order, true),
    /** The same, without its own. */
    lookElsewhere: (order: ChatOrder) => lookAmong(order, false),
  };
}
