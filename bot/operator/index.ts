/**
 * The operator bot: where people get their keys and live with the service. Each folder is one feature, a small composer.
 * Nothing starts by itself.
 */
import { Bot, Composer, type Context } from 'grammy';
import type { BotClient } from '../checker.js';
import { hear } from '../hearing.js';
import { wordsIn } from '../words.js';
import { createMembership } from '../membership/index.js';
import { botForms, addBotsScreens, seenScreen } from './bots/index.js';
import { addCabinetScreens } from './cabinet/index.js';
import { addCharts } from './charts/index.js';
import type { OperatorContext, OperatorParts } from './context.js';
import { createDialogues, type Form } from './dialogue/index.js';
import { explain } from './failures.js';
import { addHelp, addUnknown } from './help/index.js';
import { addHome } from './home/index.js';
import { addKeys } from './keys/index.js';
import { addLanguage } from './language/index.js';
import { createLegal } from './legal/index.js';
import { addModerationScreens, moderationForms } from './moderation/index.js';
import { addOrdersScreens, orderForms } from './orders/index.js';
import { addNotificationsScreens } from './notifications/index.js';
import { identify, reply } from './people.js';
import { createPayments, depositForm, railDepositForm } from './payments/index.js';
import { addPayoutsScreens, payoutForms } from './payouts/index.js';
import { addStatisticsScreens } from './statistics/index.js';
import { addWalletScreens, withdrawForm } from './wallet/index.js';
import { addWebhooksScreens, webhookForm } from './webhooks/index.js';
import { addZones, zoneForm } from './zones/index.js';

export type { OperatorContext, OperatorParts, Reader } from './context.js';
export { money } from './figures.js';
export { presentBot } from './presence.js';
export { resumeWork } from './resume.js';
export { moderationCard } from './moderation/index.js';
export { payoutCard } from './payouts/index.js';
export { button, columnScreen, inLines, type Screen, shownRows } from './screen.js';
export { withdrawalRequestScreen } from './cabinet/index.js';
export { seenScreen };

export function createOperatorBot(
  token: string,
  parts: OperatorParts,
  { client, transformer }: BotClient,
): Bot<OperatorContext> {
  const bot = new Bot<OperatorContext>(token, { client });
  bot.api.config.use(transformer);
  bot.use(hear(parts.service.audience, parts.log));
  // What the platform says of channels is not a person's doing, and must fail aloud so that it comes again.
  bot.use(createMembership<OperatorContext>(parts.service));
  bot.use(createPayments(parts));
  bot.use(createPeople(parts));
  return bot;
}

/** The cabinet stands before the profile, which /start leads to otherwise; last what nothing else understood. */
const features = [
  ...[addCabinetScreens, addHome, addKeys, addLanguage, addZones, addHelp],
  ...[addModerationScreens, addWalletScreens, addOrdersScreens, addBotsScreens, addStatisticsScreens],
  ...[addCharts, addNotificationsScreens, addPayoutsScreens, addWebhooksScreens, addUnknown],
];

/** What people write and press, in private chats. */
function createPeople(parts: OperatorParts): Composer<OperatorContext> {
  const people = new Composer<OperatorContext>();

  people.use(createLegal(parts));
  people.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // A store that is away does not say who is here either.
      const words = 'words' in ctx ? ctx.words : wordsIn((ctx as Context).from?.language_code ?? '');
      await reply(ctx, explain(error, words, parts.log)).catch(() => undefined);
    }
  });
  people.use(identify(parts));
  people.use(createDialogues(parts, operatorForms));
  for (const add of features) add(people);
  return people;
}

/** Every dialogue that the bot leads. */
export const operatorForms: readonly Form[] = [
  ...moderationForms,
  webhookForm,
  zoneForm,
  ...[depositForm, railDepositForm, withdrawForm],
  ...payoutForms,
  ...botForms,
  ...orderForms,
];
