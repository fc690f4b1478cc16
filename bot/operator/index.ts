/**
 * The operator bot: where people get their keys and live with the service. Each folder is one feature, a small composer.
 * Nothing starts by itself.
 */
import { Bot, Composer, type Transformer } from 'grammy';
import { hear } from '../hearing.js';
import { createMembership } from '../membership/index.js';
import { botForms, createBotsScreens, seenScreen } from './bots/index.js';
import { createCabinetScreens } from './cabinet/index.js';
import { createCharts } from './charts/index.js';
import type { OperatorContext, OperatorParts } from './context.js';
import { createDialogues, type Form } from './dialogue/index.js';
import { explain } from './failures.js';
import { createHelp, createUnknown } from './help/index.js';
import { createHome } from './home/index.js';
import { createKeys } from './keys/index.js';
import { createLanguage } from './language/index.js';
import { createLegal } from './legal/index.js';
import {
  createModerationScreens,
  moderatedBotForm,
  moderatedOrderForm,
  pauseForm,
  rejectForm,
  suspicionForm,
} from './moderation/index.js';
import { createOrdersScreens, orderForms } from './orders/index.js';
import { createNotificationsScreens } from './notifications/index.js';
import { identify, reply } from './people.js';
import { createPayments, depositForm, railDepositForm } from './payments/index.js';
import {
  adjustmentForm,
  createPayoutsScreens,
  creditForm,
  walletCardForm,
  payForm,
  refuseForm,
  takeBackForm,
} from './payouts/index.js';
import { createStatisticsScreens } from './statistics/index.js';
import { createWalletScreens, withdrawForm } from './wallet/index.js';
import { createWebhooksScreens, webhookForm } from './webhooks/index.js';
import { createZones, zoneForm } from './zones/index.js';

export type { OperatorContext, OperatorParts } from './context.js';
export { money } from './figures.js';
export { presentBot } from './presence.js';
export { resumeWork } from './resume.js';
export { moderationCard } from './moderation/index.js';
export { payoutCard } from './payouts/index.js';
export { button, type Screen } from './screen.js';
export { withdrawalRequestScreen } from './cabinet/index.js';
export { seenScreen };

export interface OperatorBotOptions {
  apiRoot: string;
  /** How its calls are paced; see the platform adapter. */
  transformer: Transformer;
}

export function createOperatorBot(
  token: string,
  parts: OperatorParts,
  options: OperatorBotOptions,
): Bot<OperatorContext> {
  const bot = new Bot<OperatorContext>(token, { client: { apiRoot: options.apiRoot } });
  bot.api.config.use(options.transformer);
  bot.use(hear(parts.service.audience, parts.log));
  // What the platform says of channels is not a person's doing, and must fail aloud so that it comes again.
  bot.use(createMembership<OperatorContext>(parts.service));
  bot.use(createPayments(parts));
  bot.use(createPeople(parts));
  return bot;
}

/** What people write and press, in private chats. */
function createPeople(parts: OperatorParts): Composer<OperatorContext> {
  const people = new Composer<OperatorContext>();

  people.use(createLegal(parts));
  people.use(identify(parts));
  people.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      await reply(ctx, explain(error, ctx.visitor.words, parts.log)).catch(() => undefined);
    }
  });
  people.use(createDialogues(parts, operatorForms));
  // Before the profile, which /start leads to otherwise.
  people.use(createCabinetScreens());
  people.use(createHome(), createKeys(), createLanguage(), createZones(), createHelp());
  people.use(createModerationScreens(), createWalletScreens(), createOrdersScreens(), createBotsScreens());
  people.use(createStatisticsScreens(), createCharts(), createNotificationsScreens(), createPayoutsScreens());
  people.use(createWebhooksScreens());
  people.use(createUnknown());
  return people;
}

/** Every dialogue that the bot leads. */
export const operatorForms: readonly Form[] = [
  ...[rejectForm, pauseForm, moderatedOrderForm, moderatedBotForm, suspicionForm],
  ...[webhookForm, zoneForm],
  ...[depositForm, railDepositForm, withdrawForm, payForm, takeBackForm, refuseForm],
  ...[walletCardForm, creditForm, adjustmentForm],
  ...botForms,
  ...orderForms,
];
