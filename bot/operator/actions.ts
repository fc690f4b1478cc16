/**
 * Every action of the operator bot's buttons, screen by screen, with the fields that its data carries. Buttons are made
 * and presses are read by these rows alone (`button` in `screen.ts`, `onPress` in `press.ts`).
 */
import { botSettings, flagSettingNames as flagNames } from '../../core/terms/index.js';
import { adThemes, botThemes, minBotQualities } from '../../core/data/index.js';
import { rejectionReasons } from '../../core/orders/index.js';
import {
  choiceNames,
  demandNames,
  levelNames,
  levels,
  listNames,
  optionCodes,
} from '../../core/terms/index.js';
import { botTrusts } from '../../core/ports/bot-store.js';
import { pauseCodes } from '../../core/ports/order-store.js';
import { railNames } from '../../core/ports/payment-rail.js';
import { timeRanges } from '../../core/reports/index.js';
import { accountLanguages } from '../../words/index.js';
import {
  type CallbackData,
  either,
  encode,
  type Field,
  type Fields,
  flag,
  id,
  oneOf,
  optional,
  placeIn,
  text,
  type Values,
  whole,
} from './callback-data.js';
import { zonesOffered } from './zones/zone.js';

/** In the place of an order's id: the draft of one. */
export const DRAFT = 'd' as const;
/** In the place of an order's id: the time zone was asked for from the profile. */
export const NO_ORDER = '-' as const;
/** In the place of a theme's code: none. */
export const NO_THEME = '-' as const;

/** The fields of an order that are changed by a question, in the order they stand in. */
export const editable = ['name', 'link', 'quantity', 'day', 'price', 'token'] as const;
export const chartDays = [7, 14, 30, 90] as const;
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Where in a list of /filters, or in what was found in it. */
export interface Place {
  offset: number;
  isFound: boolean;
}

const place: Field<Place> = {
  parse: (said) => {
    const [, mark, digits] = /^(s?)(\d{1,6})$/.exec(said) ?? [];
    return digits === undefined ? undefined : { offset: Number(digits), isFound: mark === 's' };
  },
  write: ({ offset, isFound }) => `${isFound ? 's' : ''}${String(offset)}`,
  longest: 's999999',
};

const ofBot = { botId: id };
/** With the trust that its button was made by; buttons of before there was one say none. */
const ofTrust = { ...ofBot, seen: optional(oneOf(botTrusts)) };
const ofOrder = { orderId: id };
const ofRevision = { ...ofOrder, revision: id };
const ofKey = { key: oneOf(['access', 'statistics']) };
const ofWithdrawal = { withdrawalId: id };
const ofAccount = { accountId: id };
const ofTrustedAccount = { ...ofAccount, seen: ofTrust.seen };
const ofPayment = { paymentId: id };
/** An end user. */
const ofUser = { userId: id };
/** An order that is there, or the draft. */
const ofSubject = { key: either(id, oneOf([DRAFT])) };
const ofZone = { key: either(id, oneOf([DRAFT, NO_ORDER])) };
const ofList = { ...ofSubject, field: oneOf(listNames) };
const page = { offset: optional(id) };
/** Of a list that goes on before the entry with this id. */
const pageBefore = { before: optional(id) };
const variant = oneOf(['a', 'b']);
const adTheme = oneOf(adThemes.map(({ code }) => code));
const botTheme = oneOf(botThemes.map(({ code }) => code));
/** Of a sign-in, a withdrawal request or a report. */
const code = text(40);

export const actions = {
  // The profile.
  home: {},
  welcome: {},
  'start-bots': {},
  'start-orders': {},
  help: {},
  language: {},
  speak: { language: oneOf(accountLanguages) },
  zone: { key: optional(ofZone.key) },
  'zone-set': { ...ofZone, zone: placeIn(zonesOffered) },
  'zone-write': { key: optional(ofZone.key) },
  notices: {},
  'notices-day': { isWanted: flag },
  key: ofKey,
  'key-replace': ofKey,
  'key-replaced': ofKey,
  // Any screen.
  close: {},
  /** With the place of its question in the form; buttons of before there was one answer nothing. */
  say: { answer: text(50), question: optional(whole({ min: 0, max: 99 })) },
  // The cabinet.
  cabinet: {},
  'signin-yes': { code },
  'signin-no': { code },
  'wish-yes': { withdrawalRequestId: code },
  'wish-no': { withdrawalRequestId: code },
  // The wallet.
  wallet: {},
  history: pageBefore,
  deposit: { wanted: optional(id) },
  /** Of a button of before there were several: the first. */
  'deposit-rail': { rail: optional(oneOf(railNames)) },
  withdraw: {},
  withdrawals: pageBefore,
  withdrawal: ofWithdrawal,
  'withdrawal-drop': ofWithdrawal,
  'withdrawal-dropped': ofWithdrawal,
  // Figures.
  stats: { scope: optional(oneOf(['all', 'order', 'bot'])), id: optional(id) },
  chart: { of: oneOf(['order', 'bot']), id, days: optional(oneOf(chartDays)) },
  // Bots.
  bots: { ...page, inArchive: optional(flag) },
  'bots-found': page,
  'bot-search': {},
  'bot-add': {},
  'bot-add-token': {},
  'bot-add-plain': {},
  bot: ofBot,
  'bot-connect': { ...ofBot, sample: optional(id) },
  'bot-later': ofBot,
  'bot-preview': { ...ofBot, variant: optional(variant) },
  'bot-quality': ofBot,
  'bot-out': { ...ofBot, ...page },
  'bot-ex': { ...ofBot, orderId: id, isExcluded: flag, ...page },
  'bot-all': { ...ofBot, orderId: id, isExcluded: flag, ...page },
  'bot-on': { ...ofBot, isOn: flag },
  'bot-archive': { ...ofBot, inArchive: flag },
  'bot-key': ofBot,
  'bot-key-new': ofBot,
  'bot-key-yes': ofBot,
  // The settings of a bot.
  set: ofBot,
  'set-flag': { ...ofBot, name: oneOf(flagNames), isOn: flag },
  'set-max': { ...ofBot, count: optional(whole(botSettings.maxSponsors)) },
  'set-time': { ...ofBot, minutes: optional(whole(botSettings.timePurgeMinutes)) },
  'set-time-write': ofBot,
  'set-redirect': { ...ofBot, where: oneOf(['url', 'miniapp']) },
  'set-themes': { ...ofBot, ...page },
  'set-theme': { ...ofBot, theme: adTheme, ...page },
  'set-text': ofBot,
  'set-image': ofBot,
  'set-price': ofBot,
  'set-test': ofBot,
  'set-text-b': ofBot,
  'set-image-b': ofBot,
  'test-keep': { ...ofBot, variant, test: id },
  'test-kept': { ...ofBot, variant, test: id },
  // Events, of a bot or (0) of the account.
  hook: ofBot,
  'hook-set': ofBot,
  'hook-clear': ofBot,
  'hook-cleared': ofBot,
  'hook-test': ofBot,
  'hook-hurry': ofBot,
  'hook-dead': { ...ofBot, ...page },
  'hook-again': { webhookId: id, ...ofBot, ...page },
  'hook-all': ofBot,
  // Orders.
  orders: { ...page, inArchive: optional(flag) },
  'orders-found': page,
  'order-search': {},
  'order-new': { isSure: optional(flag) },
  order: ofOrder,
  'order-on': { ...ofOrder, isOn: flag },
  'order-archive': { ...ofOrder, inArchive: flag },
  'order-copy': ofOrder,
  'order-pick': ofOrder,
  'order-chat': { ...ofOrder, chatId: text(20) },
  'order-edit': { ...ofOrder, field: optional(oneOf(editable)) },
  'order-out': { ...ofOrder, ...page },
  'order-ex': { ...ofOrder, botId: id, isExcluded: flag, ...page },
  'order-ex-id': ofOrder,
  draft: {},
  'draft-price': {},
  'draft-name': {},
  'draft-type': {},
  'draft-drop': {},
  'draft-send': {},
  // The targeting of an order.
  tg: ofSubject,
  'tg-turn': { ...ofSubject, field: oneOf(choiceNames) },
  'tg-clear': ofSubject,
  'tg-pick': { ...ofList, place: optional(place) },
  'tg-any': ofList,
  'tg-set': { ...ofList, value: text(12), place: optional(place) },
  'tg-find': ofList,
  'tg-more': ofSubject,
  'tg-demand': { ...ofSubject, name: oneOf(demandNames) },
  'tg-level': { ...ofSubject, name: oneOf(levelNames), level: optional(oneOf(levels)) },
  // The smaller matters of an order.
  opt: ofSubject,
  'opt-turn': { ...ofSubject, name: oneOf(['places', ...optionCodes]) },
  'opt-theme': { ...ofSubject, theme: optional(either(adTheme, oneOf([NO_THEME]))) },
  'opt-out': { ...ofSubject, ...page },
  'opt-bar': { ...ofSubject, theme: botTheme, ...page },
  'opt-quality': { ...ofSubject, least: optional(oneOf(minBotQualities)) },
  // When an order is shown.
  sch: ofSubject,
  'sch-day': { ...ofSubject, day: oneOf(weekdays) },
  'sch-lite': ofSubject,
  'sch-clear': ofSubject,
  'sch-window': ofSubject,
  'sch-speed': ofSubject,
  'sch-start': ofSubject,
  'sch-now': ofSubject,
  'sch-date': { ...ofSubject, day: id },
  'sch-hour': { ...ofSubject, day: id, hour: whole({ min: 0, max: 23 }) },
  'sch-write': ofSubject,
  // Reports of an order.
  'order-report': ofOrder,
  'order-ids': ofOrder,
  report: { ...ofOrder, range: oneOf(timeRanges), includePrice: flag },
  rep: { ...ofOrder, taskId: code },
  'rep-go': { ...ofOrder, taskId: code },
  ids: { ...ofOrder, range: oneOf(timeRanges) },
  // For moderators.
  queue: page,
  'mod:card': { orderId: optional(id) },
  'mod:ok': ofRevision,
  'mod:no': ofRevision,
  'mod:why': { ...ofRevision, reason: oneOf(rejectionReasons) },
  'mod:write': ofRevision,
  'mod:as': { ...ofRevision, theme: optional(adTheme) },
  'mod:ban': ofOrder,
  'mod:banned': ofOrder,
  'mod:unban': ofOrder,
  'mod:hold': ofOrder,
  /** With what the order was paused for; buttons of before there was one say nothing. */
  'mod:go': { ...ofOrder, seen: optional(oneOf(pauseCodes)) },
  'mod:log': pageBefore,
  'mod:bot': { botId: optional(id) },
  'mod:bot-ban': ofBot,
  'mod:bot-banned': { ...ofBot, isBlocked: flag },
  'mod:bot-about': { ...ofBot, ...page },
  'mod:bot-theme': { ...ofBot, theme: botTheme },
  'mod:trust': page,
  'mod:trust-bot': ofBot,
  'mod:trust-yes': ofTrust,
  'mod:trust-no': ofTrust,
  'mod:trust-refuse': ofTrust,
  'mod:people': page,
  'mod:person': ofAccount,
  'mod:person-no': ofTrustedAccount,
  'mod:person-refuse': ofTrustedAccount,
  'mod:person-trust': { ...ofAccount, isTrusted: flag, seen: ofTrust.seen },
  'mod:user': { userId: optional(id) },
  'mod:user-clear': ofUser,
  // For administrators.
  payouts: page,
  payout: ofWithdrawal,
  /** With the amount that the screen showed, in micro-units. */
  'payout-begin': { ...ofWithdrawal, micros: id },
  'payout-back': ofWithdrawal,
  'payout-pay': ofWithdrawal,
  'payout-refuse': ofWithdrawal,
  'payout-send': { ...ofWithdrawal, micros: id },
  /** Without a yes it asks for one. */
  'payouts-off': { isSure: optional(flag) },
  'payouts-on': {},
  purse: { accountId: optional(id) },
  'purse-credit': ofAccount,
  'purse-adjust': ofAccount,
  'purse-stars': ofAccount,
  refund: ofPayment,
  refunded: ofPayment,
} as const satisfies Readonly<Record<string, Fields>>;

export type ActionName = keyof typeof actions;
export type FieldsOf<Name extends ActionName> = Values<(typeof actions)[Name]>;
/** Left out where an action has no field that it needs. */
export type FieldsGiven<Name extends ActionName> =
  object extends FieldsOf<Name> ? [fields?: FieldsOf<Name>] : [fields: FieldsOf<Name>];
export type SubjectKey = FieldsOf<'tg'>['key'];
export type ZoneKey = FieldsOf<'zone-set'>['key'];

/** The data of a button. @throws RangeError for a field that no button can carry */
export function callbackData<Name extends ActionName>(
  name: Name,
  ...[fields = {} as FieldsOf<Name>]: FieldsGiven<Name>
): CallbackData {
  return encode(name, actions[name], fields);
}
