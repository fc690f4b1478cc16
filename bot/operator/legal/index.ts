/**
 * /privacy, /paysupport and /terms, which the platform asks of bots
 * (https://telegram.org/tos/bot-developers, https://core.telegram.org/bots/payments-stars). They answer everybody, a blocked
 * person too, and keep nothing: a question alone opens no account.
 */
import { Composer } from 'grammy';
import { publicUrl, type Settings } from '../../../core/config.js';
import { type Words, wordsIn } from '../../words.js';
import type { OperatorContext, OperatorParts } from '../context.js';

export const legalCommands = ['privacy', 'paysupport', 'terms'] as const;
type LegalCommand = (typeof legalCommands)[number];

const given = { privacy: 'PRIVACY_TEXT', paysupport: 'PAYSUPPORT_TEXT', terms: 'TERMS_TEXT' } as const;

export function createLegal({ service }: Pick<OperatorParts, 'service'>): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  const inPrivate = composer.chatType('private');
  for (const command of legalCommands)
    inPrivate.command(command, async (ctx) => {
      const chosen = await service.accounts.language(ctx.from.id);
      const words = wordsIn(chosen ?? ctx.from.language_code ?? '');
      await ctx.reply(legalText(command, words, service.settings));
    });
  return composer;
}

/** The operator's own words, or ours. */
function legalText(command: LegalCommand, words: Words, settings: Settings): string {
  const own = settings[given[command]];
  if (own !== undefined) return own;
  const contact = settings.SUPPORT_CONTACT;
  const ask = contact === undefined ? words.text('legal-ask') : words.text('legal-contact', { contact });
  return `${words.text(`legal-${command}`, { url: publicUrl(settings) })}\n\n${ask}`;
}
