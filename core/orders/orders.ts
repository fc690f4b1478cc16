/** An advertiser's orders: make, change, look at, copy (`interface.md`, POST /orders; `decisions.md`, Orders). */
import { isDeepStrictEqual } from 'node:util';
import { ownedOrder } from '../accounts/index.js';
import type { FilterLists } from '../audience/index.js';
import { type AgePercentages, agePercentagesOf } from '../data/index.js';
import { ServiceError } from '../errors.js';
import { isChat } from '../kinds/index.js';
import type { Checkers } from '../checkers/index.js';
import { keptAs } from '../kept-answers.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import type { Order, OrderFields, OrderStatus, Resource } from '../ports/order-store.js';
import { withArchive } from '../pages.js';
import { applyChange, type Draft, draftOrder, unknownResource, assertKnownValues } from './draft.js';
import type { OrderChange, OrderInput, Targeting } from '../terms/index.js';
import { assertQuantity } from './quantity.js';
import { type LinkTarget, lookUpLink } from './link-target.js';
import { parseLink } from './links.js';
import type { LinksWatch } from './links-watch.js';
import { moderationNotifications } from './notifications.js';
import { isEmpty, realChange } from './real-change.js';
import { inspectResource, type ResourceProblem } from './resource.js';
import { touchesFrozen } from './revision.js';
import { isRunning, type OrderInfo, toInfo } from './status.js';
import { type OrderWarning, warningsOf } from './warnings.js';

/** How long making or changing an order waits for the platform to say what is behind the link. */
const RESOURCE_CHECK_MS = 2_000;

/** An update that finds the order changed meanwhile reads it again this often before it gives up. */
const UPDATE_ATTEMPTS = 5;

export interface OrderPage {
  search: string;
  /** Null: the archived ones too, after the others. */
  inArchive: boolean | null;
  status: OrderStatus | null;
  offset: number;
  limit: number;
}

/** What became of a create or an update. */
export interface OrderReceipt {
  orderId: number;
  /** What the caller should know though nothing is wrong: what was ignored, what will hinder the approval. */
  remarks: string[];
  /** Those of them that are about what stands behind the link, by name. */
  problems: readonly ResourceProblem[];
  /** Which of several bots of ours the order belongs to, as `botToAdd` says. */
  botToAdd: string;
  /** Demands that no user can meet here. */
  warnings: OrderWarning[];
}

export interface UpdateReceipt extends OrderReceipt {
  /** The order's, with the change. */
  revision: number;
}

export interface Orders {
  /**
   * Makes an order and sends it to the moderators.
   * @throws ServiceError `invalid`, `invalid_parameter`, `price_too_low`, or `rejected`, `exist`, `moderation` for a link
   * on which the caller has such an order, `limited` while as many of theirs wait as may
   */
  create(accountId: number, input: OrderInput, keeping?: Keeping<OrderReceipt>): Promise<OrderReceipt>;
  /**
   * Changes what is given, in one step; what needs a new look goes back to the moderators.
   * @throws ServiceError as `create` (of the conflicts only `rejected`, for a link that moderators blocked),
   * `forbidden_or_not_foundorder`, `update_forbidden` for what subscribers froze, or `limited` where it would wait for the
   * moderators and as many of the caller's do as may; `conflict` where the order is not at `seenRevision` any more
   */
  update(
    accountId: number,
    orderId: number,
    change: OrderChange,
    seenRevision?: number,
  ): Promise<UpdateReceipt>;
  /** What an order would be, with its price, if it were made now: nothing is stored or looked up. @throws as `create` */
  quote(accountId: number, input: OrderInput): Promise<OrderInfo>;
  /** Demands that no user can meet, since the service does not know such values. */
  warnings(targeting: Pick<Targeting, 'countries' | 'cities'>): OrderWarning[];
  /** What a link leads to, for a new order; null for what is no link. */
  lookUp(accountId: number, text: string): Promise<LinkTarget | null>;
  /**
   * What stands in the way of an order's checks now, as the platform says: of one that is there, or of what would be one.
   * @throws as `info` and `quote`
   */
  problems(accountId: number, order: number | OrderInput): Promise<ResourceProblem[]>;
  /**
   * The username of the bot of ours that has to be administrator of the order's channel, without @; `""` where the operator
   * bot is the only one, the order is of no channel, or the platform does not say the name.
   */
  botToAdd(order: Pick<Order, 'adsType' | 'resource'>): Promise<string>;
  /** @throws ServiceError `forbidden_or_not_foundorder` */
  info(accountId: number, orderId: number): Promise<OrderInfo>;
  /**
   * For which reasons the order was not shown in the last 24 hours, with how many times each, most first.
   * @throws as `info`
   */
  ineligibilityCounts(accountId: number, orderId: number): Promise<{ reason: string; times: number }[]>;
  /** A page of the caller's orders, newest first. */
  list(accountId: number, page: OrderPage): Promise<{ orders: OrderInfo[]; total: number }>;
  /** A stopped copy that keeps the source's approval and pause, without its subscribers. @throws as `info` */
  duplicate(accountId: number, orderId: number, keeping?: Keeping<Copied>): Promise<Copied>;
}

export type Copied = Pick<Order, 'orderId'>;

export function createOrders(
  ports: Ports & { checkers: Checkers },
  filters: FilterLists,
  links: Pick<LinksWatch, 'lookNow'>,
): Orders {
  const { store, clock, settings, checkers } = ports;

  /** Values must be among those that /filters shows, and ages are weighted by their percentages. */
  const weigh = async (change: OrderChange): Promise<AgePercentages> => {
    const shown = await filters.all();
    assertKnownValues(change, shown);
    return agePercentagesOf(shown);
  };

  /**
   * What is behind the link, and which of our bots is to check there.
   * @param before the order so far. What is known behind the same link stays while the platform does not answer: under its
   *   id joins are kept and paid for once
   */
  const lookAt = async (
    accountId: number,
    fields: OrderFields,
    before: Order | null = null,
  ): Promise<{ resource: Resource; problems: ResourceProblem[] }> => {
    const checkerBotId = isChat(fields) ? await checkers.forNewOrder() : null;
    const isSame = before?.linkKey === fields.linkKey && before.adsType === fields.adsType;
    const resource = isSame ? before.resource : { ...unknownResource, checkerBotId };
    const options = { deadlineMs: clock.now() + RESOURCE_CHECK_MS };
    const report = await inspectResource(ports, { ...fields, accountId, resource }, options);
    return { resource: report.resource ?? resource, problems: report.problems };
  };

  const remarksOn = async (
    order: Pick<Order, 'adsType' | 'targeting' | 'resource'>,
    remarks: readonly string[],
    problems: readonly ResourceProblem[],
  ): Promise<Omit<OrderReceipt, 'orderId'>> => {
    const botToAdd = problems.length === 0 ? '' : await nameToAdd(order);
    const said = problems.map((problem) => problemMeaning(problem, botToAdd));
    return {
      remarks: [...remarks, ...said],
      problems,
      botToAdd,
      warnings: warningsOf(order.targeting, ports.geo),
    };
  };

  const nameToAdd = async (order: Pick<Order, 'adsType' | 'resource'>): Promise<string> => {
    if (!isChat(order) || checkers.bots.length === 1) return '';
    const { checkerBotId } = order.resource;
    const isOurs = checkers.bots.some((bot) => bot.checkerBotId === checkerBotId);
    return (await checkers.named(isOurs ? checkerBotId : null))?.username ?? '';
  };

  const insert = async (
    accountId: number,
    fields: OrderFields,
    keeping: Keeping<Order> | undefined,
    source: Pick<Order, 'pauseReason'> | null = null,
  ): Promise<Order> => {
    const creation = await store.orders.create(
      accountId,
      fields,
      {
        allowSameLink: source !== null,
        waitingMax: settings.ORDERS_WAITING_MAX,
        pauseReason: source?.pauseReason ?? null,
        notifications: (order: Order) => moderationNotifications(settings, order),
        keeping,
      },
      clock.now(),
    );
    if (creation.kind === 'created') return creation.order;
    if (creation.kind === 'too_many') throw tooManyWait(settings.ORDERS_WAITING_MAX);
    throw new ServiceError(creation.with, conflictText(creation.with, creation.orderId));
  };

  const revise = async (order: Order, wanted: OrderChange): Promise<UpdateReceipt | 'stale'> => {
    const change = realChange(order, wanted, settings.SERVICE_TIMEZONE);
    const { orderId, revision } = order;
    if (isEmpty(change)) return { orderId, revision, ...(await remarksOn(order, [], [])) };
    const { fields, remarks } = reviseFields(ports, order, change, await weigh(change));
    if (touchesFrozen(order, fields) && order.quantityNow > 0) throw frozen(order);
    await assertQuantity(ports, order, fields);
    const looked = changesTarget(order, fields) ? await lookAt(order.accountId, fields, order) : null;
    const revised = looked === null ? fields : { ...fields, resource: looked.resource };
    const notifications = needsModeration(order, fields)
      ? moderationNotifications(settings, nextOf(order, revised))
      : [];
    const waitingMax = settings.ORDERS_WAITING_MAX;
    const outcome = await store.orders.revise(
      orderId,
      revision,
      revised,
      notifications,
      clock.now(),
      waitingMax,
    );
    if (outcome.kind === 'stale') return 'stale';
    if (outcome.kind === 'frozen') throw frozen(order);
    if (outcome.kind === 'too_many') throw tooManyWait(waitingMax);
    if (outcome.kind === 'blocked') throw new ServiceError('rejected', conflictText('rejected', null));
    // While it was stopped its name was not looked up.
    if (!isRunning(order) && isRunning({ ...order, ...revised })) await links.lookNow(nextOf(order, revised));
    const said = await remarksOn(revised, remarks, looked?.problems ?? []);
    return { orderId, revision: outcome.order.revision, ...said };
  };

  const pageOf = async (accountId: number, page: OrderPage): Promise<{ orders: Order[]; total: number }> => {
    const { items, total } = await withArchive(page, async (inArchive, part) => {
      const found = await store.orders.list(accountId, { ...page, ...part, inArchive });
      return { items: found.orders, total: found.total };
    });
    return { orders: items, total };
  };

  return {
    create: async (accountId, input, keeping) => {
      const { fields, remarks } = draftOrder(ports, input, await weigh(input));
      const looked = await lookAt(accountId, fields);
      const made = { ...fields, resource: looked.resource };
      const said = await remarksOn(made, remarks, looked.problems);
      const receipt = ({ orderId }: Copied): OrderReceipt => ({ orderId, ...said });
      return receipt(await insert(accountId, made, keptAs(keeping, receipt)));
    },
    quote: async (accountId, input) => {
      const { fields } = draftOrder(ports, input, await weigh(input));
      const unmade = {
        orderId: 0,
        quantityNow: 0,
        checkState: 'ok',
        pauseReason: null,
        revision: 0,
        createdAtMs: clock.now(),
      } as const;
      return toInfo({ ...fields, ...unmade, accountId });
    },
    update: async (accountId, orderId, change, seenRevision) => {
      for (let attempt = 0; attempt < UPDATE_ATTEMPTS; attempt++) {
        const order = await ownedOrder(store, accountId, orderId);
        if (seenRevision !== undefined && order.revision !== seenRevision) throw changedMeanwhile(order);
        const outcome = await revise(order, change);
        if (outcome !== 'stale') return outcome;
      }
      throw new ServiceError('unavailable', 'The order keeps changing; try again.', { retryAfterSeconds: 1 });
    },
    lookUp: (accountId, text) => lookUpLink(ports, accountId, text),
    problems: async (accountId, order) => {
      const fields =
        typeof order === 'number'
          ? await ownedOrder(store, accountId, order)
          : draftOrder(ports, order, await weigh(order)).fields;
      return (await lookAt(accountId, fields)).problems;
    },
    warnings: (targeting) => warningsOf(targeting, ports.geo),
    info: async (accountId, orderId) => toInfo(await ownedOrder(store, accountId, orderId)),
    botToAdd: nameToAdd,
    ineligibilityCounts: async (accountId, orderId) => {
      await ownedOrder(store, accountId, orderId);
      const counts = await store.statistics.ineligibilityCounts(orderId, clock.now());
      return [...counts]
        .map(([reason, times]) => ({ reason, times }))
        .sort((one, other) => other.times - one.times || (one.reason < other.reason ? -1 : 1));
    },
    list: async (accountId, page) => {
      const inArchive = page.status === 'Archived' ? true : page.inArchive;
      // Names are kept without the @ that people write before them.
      const search = page.search.replace(/^@/, '');
      const link = parseLink(page.search);
      // A link finds what it leads to, however either is written; half a link is a part of some text.
      const found =
        link.kind === 'invalid' ? null : await pageOf(accountId, { ...page, inArchive, search: link.key });
      const { orders, total } =
        found !== null && found.total > 0 ? found : await pageOf(accountId, { ...page, inArchive, search });
      return { orders: orders.map(toInfo), total };
    },
    duplicate: async (accountId, orderId, keeping) => {
      const source = await ownedOrder(store, accountId, orderId);
      const { isOn: _, inArchive: __, ...fields } = fieldsOf(source);
      const copied = (order: Order): Copied => ({ orderId: order.orderId });
      const copy = { ...fields, isOn: false, inArchive: false };
      return copied(await insert(accountId, copy, keptAs(keeping, copied), source));
    },
  };
}

/** The fields after a change, and the decision that they leave standing. */
function reviseFields(ports: Ports, order: Order, change: OrderChange, percentages: AgePercentages): Draft {
  const { theme, ...rest } = change;
  // Once moderators have seen the order, its theme is theirs: publishers rely on it.
  const isThemeSettled = order.decision === 'approved' && theme !== undefined && theme !== order.theme;
  const { fields, remarks } = applyChange(
    ports,
    fieldsOf(order),
    isThemeSettled ? rest : change,
    percentages,
  );
  if (isThemeSettled) remarks.push('theme was settled by a moderator and stays as it is.');
  if (!needsModeration(order, fields)) return { fields, remarks };
  if (order.decision !== 'waiting') remarks.unshift('It waits for moderation again.');
  return { fields: { ...fields, decision: 'waiting', reason: null }, remarks };
}

/** `decisions.md`, Orders: what sends an order back to the moderators. */
function needsModeration(order: Order, fields: OrderFields): boolean {
  if (changesTarget(order, fields)) return true;
  if (order.decision !== 'rejected') return false;
  const ofContent = ({ isOn: _, inArchive: __, decision: ___, reason: ____, ...content }: OrderFields) =>
    content;
  return !isDeepStrictEqual(ofContent(fieldsOf(order)), ofContent(fields));
}

/** Whether another thing stands behind the order than before. */
function changesTarget(order: Order, fields: OrderFields): boolean {
  return (
    touchesFrozen(order, fields) ||
    order.botTokenCipher !== fields.botTokenCipher ||
    order.toBotMember !== fields.toBotMember
  );
}

function frozen(order: Order): ServiceError {
  const message = `link and ads_type of order ${String(order.orderId)} cannot change any more: it has subscribers.`;
  return new ServiceError('update_forbidden', message);
}

function changedMeanwhile({ orderId, revision }: Order): ServiceError {
  const message = `Order ${String(orderId)} was changed meanwhile; its revision is ${String(revision)}.`;
  return new ServiceError('conflict', message);
}

function tooManyWait(waitingMax: number): ServiceError {
  const message = `${String(waitingMax)} of your orders wait for the moderators: archive one of those, or try again when some are decided.`;
  return new ServiceError('limited', message, { retryAfterSeconds: 60, topic: 'orders_waiting' });
}

/** The order as it will be, for the notifications that go with the change. */
function nextOf(order: Order, fields: OrderFields): Order {
  return { ...order, ...fields, revision: order.revision + 1 };
}

/** The fields alone. */
function fieldsOf(order: Order): OrderFields {
  const { orderId, accountId, quantityNow, checkState, pauseReason, revision, createdAtMs, ...fields } =
    order;
  return fields;
}

function conflictText(conflict: 'rejected' | 'exist' | 'moderation', orderId: number | null): string {
  if (conflict === 'rejected') {
    return orderId === null
      ? 'Moderators have blocked this link.'
      : `Your order ${String(orderId)} on this link was rejected; change that one instead.`;
  }
  const state = conflict === 'exist' ? 'is already there' : 'is waiting for moderation';
  return `Your order ${String(orderId)} on this link ${state}.`;
}

/** What the owner can do about it before a moderator looks. @param bot which of our bots is meant */
const remarkTexts: Readonly<Record<ResourceProblem, (bot: string) => string>> = {
  not_checked: () => 'The platform did not answer in time, so the link has not been checked yet.',
  not_found: () => 'Nothing was found behind the link: check that it is right and public.',
  not_a_channel: () => 'The link leads to a person or a bot, not to a channel or chat.',
  not_administrator: (bot) =>
    `Make ${bot} an administrator of the channel: the order cannot be approved without that.`,
  channel_unknown: (bot) =>
    `It is not known which channel the invite link leads to: make ${bot} an administrator there, or choose the channel in our bot. The order cannot be approved without that.`,
  cannot_invite: (bot) =>
    `Give ${bot} the right to invite users: they come to a private channel by a link that it makes, and without it the bot does not see who asks to join. The order cannot be approved without that.`,
  token_refused: () => 'The platform refuses this bot token: the order cannot be approved with it.',
  token_of_other_bot: () => 'The token belongs to another bot than the one the link leads to.',
};

/** The same, for the moderator who decides about the order. @param botToAdd as `Orders.botToAdd` says */
export const problemMeaning = (problem: ResourceProblem, botToAdd = ''): string =>
  remarkTexts[problem](botToAdd === '' ? 'our bot' : `our bot @${botToAdd}`);
