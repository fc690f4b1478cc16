/**
 * Every button of the operator bot by its name: one of the presser's own affairs, or about somebody else's things, with
 * arguments that do work for their owner. A button without a line here fails the test.
 */
import { rejectionReasons } from '../../core/orders/index.js';
import { editable } from '../../bot/operator/actions.js';
import { flagSettingNames as flagNames } from '../../core/terms/index.js';
import { demandNames, levelNames } from '../../core/terms/index.js';
import { administratorId, type StrangerScene, type Theirs } from './stranger-scene.js';
import { advertiserId, moderator, publisherId } from './service-stage.js';

/** What it does or asks is about the presser alone, whatever ids stand in its data. */
interface Own {
  kind: 'own';
}

interface Foreign {
  kind: 'theirs';
  make(scene: StrangerScene): Promise<Theirs>;
}

export type Press = Own | Foreign;

const own: Own = { kind: 'own' };

/** @param tails what follows the id; none: the id alone */
const ofBot = (...tails: string[]): Foreign => ({
  kind: 'theirs',
  make: async (scene) => ({ ownerId: publisherId, args: withTails(await scene.bot(), tails) }),
});

/** What is at stake is the bot's first test. */
const ofTestedBot = (...tails: string[]): Foreign => ({
  kind: 'theirs',
  make: async (scene) => ({ ownerId: publisherId, args: withTails(await scene.testedBot(), tails) }),
});

const ofOrder = (...tails: string[]): Foreign => ({
  kind: 'theirs',
  make: async (scene) => ({ ownerId: advertiserId, args: withTails((await scene.order()).orderId, tails) }),
});

const theirs = (make: Foreign['make']): Foreign => ({ kind: 'theirs', make });

/** About an order that waits; its revision follows the id. */
const forModerators = (...tails: string[]): Foreign =>
  theirs(async (scene) => {
    const { orderId, revision } = await scene.order('resource');
    return { ownerId: moderator.id, args: withTails(`${String(orderId)}:${String(revision)}`, tails) };
  });

const moderatorsBot = (...tails: string[]): Foreign =>
  theirs(async (scene) => ({ ownerId: moderator.id, args: withTails(await scene.bot(), tails) }));

const forAdministrators = (make: (scene: StrangerScene) => Promise<string[]>): Foreign =>
  theirs(async (scene) => ({ ownerId: administratorId, args: await make(scene) }));

const ofWithdrawal: Foreign = theirs(async (scene) => {
  const { ownerId, withdrawalId } = await scene.withdrawal();
  return { ownerId, args: [String(withdrawalId)] };
});

function withTails(id: number | string, tails: readonly string[]): string[] {
  return tails.length === 0 ? [String(id)] : tails.map((tail) => `${String(id)}${tail}`);
}

/** As days are numbered. */
const tomorrow = Math.floor(Date.now() / 86_400_000) + 1;

const lists = ['languages', 'countries', 'cities', 'ages', 'deviceTypes', 'deviceSystems'];
const values = ['1', '643', '1', '5', 'mobile', '1'];

const ownPresses = [
  ...['home', 'help', 'language', 'speak', 'notices', 'notices-day', 'key', 'key-replace', 'key-replaced'],
  ...['welcome', 'start-bots', 'start-orders', 'zone', 'zone-set', 'zone-write'],
  ...['bots', 'bots-found', 'bot-search', 'bot-add', 'bot-add-token', 'bot-add-plain', 'close'],
  ...['orders', 'orders-found', 'order-search', 'order-new'],
  ...['draft', 'draft-price', 'draft-name', 'draft-type', 'draft-drop', 'draft-send'],
  ...['wallet', 'history', 'deposit', 'deposit-rail', 'withdraw', 'withdrawals'],
  // Whose code or request it is, is tried in `test/cabinet/chat.test.ts`.
  ...['cabinet', 'signin-yes', 'signin-no', 'wish-yes', 'wish-no'],
];

const botPresses: Record<string, Press> = {
  bot: ofBot(),
  'bot-preview': ofBot('', ':a', ':b'),
  'bot-quality': ofBot(),
  'bot-connect': ofBot('', ':1', ':3'),
  'bot-later': ofBot(),
  'bot-out': ofBot('', ':0'),
  'bot-ex': theirs(async (scene) => {
    const [botId, { orderId }] = [await scene.bot(), await scene.order()];
    return { ownerId: publisherId, args: [`${String(botId)}:${String(orderId)}:1:0`] };
  }),
  'bot-all': theirs(async (scene) => {
    const [botId, { orderId }] = [await scene.bot(), await scene.order()];
    return {
      ownerId: publisherId,
      args: [1, 0].map((out) => `${String(botId)}:${String(orderId)}:${String(out)}:0`),
    };
  }),
  'bot-on': ofBot(':0', ':1'),
  'bot-archive': ofBot(':1', ':0'),
  'bot-key': ofBot(),
  'bot-key-new': ofBot(),
  'bot-key-yes': ofBot(),
  set: ofBot(),
  'set-flag': ofBot(...flagNames.map((flag) => `:${flag}:1`)),
  'set-max': ofBot('', ':5'),
  'set-time': ofBot('', ':60'),
  'set-time-write': ofBot(),
  'set-redirect': ofBot(':url', ':miniapp'),
  'set-themes': ofBot('', ':0'),
  'set-theme': ofBot(':crypto:0'),
  'set-text': ofBot(),
  'set-image': ofBot(),
  'set-price': ofBot(),
  'set-test': ofBot(),
  'set-text-b': ofBot(),
  'set-image-b': ofBot(),
  'test-keep': ofTestedBot(':a:1', ':b:1'),
  'test-kept': ofTestedBot(':b:1'),
};

const hookPresses: Record<string, Press> = {
  hook: ofBot(),
  'hook-set': ofBot(),
  'hook-clear': ofBot(),
  'hook-cleared': ofBot(),
  'hook-test': ofBot(),
  'hook-hurry': ofBot(),
  'hook-dead': ofBot('', ':0'),
  'hook-all': ofBot(),
  'hook-again': theirs(async (scene) => {
    const { botId, webhookId } = await scene.deadEvent();
    return { ownerId: publisherId, args: [`${String(webhookId)}:${String(botId)}:0`] };
  }),
};

const ofReport = theirs(async (scene) => {
  const { orderId, taskId } = await scene.report();
  return { ownerId: advertiserId, args: [`${String(orderId)}:${taskId}`] };
});

const orderPresses: Record<string, Press> = {
  order: ofOrder(),
  'order-on': ofOrder(':0', ':1'),
  'order-archive': ofOrder(':1', ':0'),
  'order-copy': ofOrder(),
  'order-pick': ofOrder(),
  'order-chat': ofOrder(':-1001234567890'),
  'order-edit': ofOrder('', ...editable.map((field) => `:${field}`)),
  tg: ofOrder(),
  'tg-turn': ofOrder(':gender', ':onlyPremium'),
  'tg-clear': ofOrder(),
  'tg-pick': ofOrder(...lists.map((list) => `:${list}:0`)),
  'tg-any': ofOrder(...lists.map((list) => `:${list}`)),
  'tg-set': ofOrder(...lists.map((list, index) => `:${list}:${values[index] ?? ''}:0`)),
  'tg-find': ofOrder(...lists.map((list) => `:${list}`)),
  'tg-more': ofOrder(),
  'tg-demand': ofOrder(...demandNames.map((name) => `:${name}`)),
  'tg-level': ofOrder(...levelNames.flatMap((name) => [`:${name}`, `:${name}:3`])),
  opt: ofOrder(),
  'opt-turn': ofOrder(':places', ':leavers', ':first', ':free'),
  'opt-theme': ofOrder('', ':crypto', ':-'),
  'opt-out': ofOrder('', ':0'),
  'opt-bar': ofOrder(':games:0'),
  'opt-quality': ofOrder('', ':0.9', ':0'),
  sch: ofOrder(),
  'sch-day': ofOrder(':1'),
  'sch-lite': ofOrder(),
  'sch-clear': ofOrder(),
  'sch-start': ofOrder(),
  'sch-now': ofOrder(),
  'sch-date': ofOrder(`:${String(tomorrow)}`),
  'sch-hour': ofOrder(`:${String(tomorrow)}:9`),
  'sch-write': ofOrder(),
  'sch-window': ofOrder(),
  'sch-speed': ofOrder(),
  'order-out': ofOrder('', ':0'),
  'order-ex': theirs(async (scene) => {
    const [botId, { orderId }] = [await scene.bot(), await scene.order()];
    return { ownerId: advertiserId, args: [`${String(orderId)}:${String(botId)}:1:0`] };
  }),
  'order-ex-id': ofOrder(),
  'order-report': ofOrder(),
  'order-ids': ofOrder(),
  report: ofOrder(':all:0', ':today:1'),
  rep: ofReport,
  'rep-go': ofReport,
  ids: ofOrder(':all'),
};

const moderationPresses: Record<string, Press> = {
  queue: theirs(() => Promise.resolve({ ownerId: moderator.id, args: ['', '0'] })),
  'mod:card': theirs(async (scene) => ({
    ownerId: moderator.id,
    args: ['', String((await scene.order('resource')).orderId)],
  })),
  'mod:ok': forModerators(''),
  'mod:no': forModerators(''),
  'mod:hold': theirs(async (scene) => ({
    ownerId: moderator.id,
    args: [String((await scene.order()).orderId)],
  })),
  'mod:go': theirs(async (scene) => ({
    ownerId: moderator.id,
    args: [String(await scene.pausedOrder())],
  })),
  'mod:why': forModerators(`:${rejectionReasons[0]}`),
  'mod:write': forModerators(''),
  'mod:ban': forModerators(''),
  'mod:banned': forModerators(''),
  'mod:unban': theirs(async (scene) => {
    const orderId = await scene.blockedOrder();
    return { ownerId: moderator.id, args: [String(orderId)] };
  }),
  'mod:as': forModerators('', ':crypto'),
  'mod:log': theirs(() => Promise.resolve({ ownerId: moderator.id, args: ['', '1000'] })),
  'mod:bot': theirs(async (scene) => ({ ownerId: moderator.id, args: ['', String(await scene.bot())] })),
  'mod:bot-ban': moderatorsBot(),
  'mod:bot-banned': moderatorsBot(':1', ':0'),
  'mod:bot-about': moderatorsBot('', ':0'),
  'mod:bot-theme': moderatorsBot(':games'),
  'mod:trust': theirs(() => Promise.resolve({ ownerId: moderator.id, args: ['', '0'] })),
  'mod:trust-bot': moderatorsBot(),
  'mod:trust-yes': moderatorsBot(),
  'mod:trust-no': moderatorsBot(),
  'mod:trust-refuse': moderatorsBot(),
  'mod:people': theirs(() => Promise.resolve({ ownerId: moderator.id, args: ['', '0'] })),
  'mod:person': theirs(async (scene) => ({ ownerId: moderator.id, args: [String(await scene.person())] })),
  'mod:person-no': theirs(async (scene) => ({
    ownerId: moderator.id,
    args: [String(await scene.person())],
  })),
  'mod:person-refuse': theirs(async (scene) => ({
    ownerId: moderator.id,
    args: [String(await scene.person())],
  })),
  'mod:person-trust': theirs(async (scene) => {
    const id = String(await scene.person());
    return { ownerId: moderator.id, args: [`${id}:1`, `${id}:0`] };
  }),
  'mod:user': theirs(async (scene) => ({ ownerId: moderator.id, args: ['', String(await scene.suspect())] })),
  'mod:user-clear': theirs(async (scene) => ({
    ownerId: moderator.id,
    args: [String(await scene.suspect())],
  })),
};

const payoutPresses: Record<string, Press> = {
  payouts: forAdministrators(() => Promise.resolve(['', '0'])),
  payout: forAdministrators(async (scene) => [String((await scene.withdrawal()).withdrawalId)]),
  'payout-pay': forAdministrators(async (scene) => [String((await scene.withdrawal()).withdrawalId)]),
  'payout-begin': forAdministrators(async (scene) => [
    `${String((await scene.withdrawal()).withdrawalId)}:300000000`,
  ]),
  'payout-back': forAdministrators(async (scene) => [String((await scene.withdrawal()).withdrawalId)]),
  'payout-refuse': forAdministrators(async (scene) => [String((await scene.withdrawal()).withdrawalId)]),
  'payout-send': forAdministrators(async (scene) => [
    `${String((await scene.withdrawal()).withdrawalId)}:300000000`,
  ]),
  'payouts-off': forAdministrators(() => Promise.resolve(['', '1'])),
  'payouts-on': forAdministrators(() => Promise.resolve([''])),
  purse: forAdministrators(async (scene) => ['', String(await scene.person())]),
  'purse-credit': forAdministrators(async (scene) => [String(await scene.person())]),
  'purse-adjust': forAdministrators(async (scene) => [String(await scene.person())]),
  'purse-stars': forAdministrators(async (scene) => [String(await scene.person())]),
  refund: forAdministrators(async (scene) => [String(await scene.payment())]),
  refunded: forAdministrators(async (scene) => [String(await scene.payment())]),
};

/** Figures, where the kind of thing stands before the id. */
const figuresOf = (...tails: string[]): Foreign =>
  theirs(async (scene) => {
    const [bot, { orderId }] = [await scene.bot(), await scene.order('channel', publisherId)];
    return {
      ownerId: publisherId,
      args: [...withTails(`bot:${String(bot)}`, tails), ...withTails(`order:${String(orderId)}`, tails)],
    };
  });

const figurePresses: Record<string, Press> = { stats: figuresOf(''), chart: figuresOf('', ':7') };

export const presses: Readonly<Record<string, Press>> = {
  ...Object.fromEntries(ownPresses.map((name) => [name, own])),
  ...botPresses,
  ...hookPresses,
  ...orderPresses,
  ...moderationPresses,
  ...payoutPresses,
  ...figurePresses,
  withdrawal: ofWithdrawal,
  'withdrawal-drop': ofWithdrawal,
  'withdrawal-dropped': ofWithdrawal,
};
