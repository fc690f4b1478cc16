/** /help, and an answer to all that no other handler understood. */
import { type Api, type Composer, GrammyError } from 'grammy';
import type { Profile } from '../../../core/accounts/index.js';
import { publicUrl } from '../../../core/config.js';
import type { Log } from '../../../core/ports.js';
import { type Words, wordsIn } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { legalCommands } from '../legal/index.js';
import { answerPress, onCommand, onPress } from '../press.js';
import { button, inLines, type Screen, sendScreen } from '../screen.js';

/** The commands that the messenger offers, in the order it shows them. */
const commands = [
  'start',
  'bots',
  'orders',
  'wallet',
  'language',
  'help',
  'cancel',
  ...legalCommands,
] as const;
/** Offered in addition to those who have such duties. */
const duties = { queue: 'isModerator', payouts: 'isAdministrator' } as const;

export function addHelp(composer: Composer<OperatorContext>): void {
  onCommand(composer, 'help', helpScreen);
  onPress(composer, 'help', helpScreen);
}

/** Stands last: no other handler has understood what comes here. */
export function addUnknown(composer: Composer<OperatorContext>): void {
  composer.on('callback_query', async (ctx) => {
    await answerPress(ctx, { note: ctx.words.text('error-stale'), isAlert: true });
  });
  composer.on('message', async (ctx) => {
    const { words, accountId } = ctx;
    const rows = [[button(words.text('button-home'), 'home'), button(words.text('button-help'), 'help')]];
    await sendScreen(ctx.api, accountId, { html: words.html('unknown'), rows });
  });
}

async function helpScreen({ words, accountId, service }: OperatorContext): Promise<Screen> {
  const { REFERRAL_PERCENT: percent, REFERRAL_MONTHS: months } = service.settings;
  const links = await service.referrals.links(accountId);
  return {
    html: inLines([
      words.html('help', { url: publicUrl(service.settings) }),
      links !== null &&
        `\n${words.html('help-referrals', { percent, months, link: links.chat || links.web })}`,
    ]),
    rows: [[button(words.text('button-home'), 'home')]],
  };
}

type Command = (typeof commands)[number] | keyof typeof duties;

const listIn = (words: Words, names: readonly Command[]) =>
  names.map((command) => ({ command, description: words.text(`command-${command}`) }));

/** The commands that everybody is offered. */
export const commandList = (words: Words) => listIn(words, commands);

/**
 * Offers moderators and administrators theirs too, in their own chat and the language they speak with us. Others have
 * no list of their own. Where it fails, as for those who never wrote to the bot, the commands still work.
 */
export async function registerDuties(api: Api, { account, ...profile }: Profile, log: Log): Promise<void> {
  const own = (['queue', 'payouts'] as const).filter((name) => profile[duties[name]]);
  if (own.length === 0) return;
  const list = listIn(wordsIn(account.language), [...own, ...commands]);
  try {
    await api.setMyCommands(list, { scope: { type: 'chat', chat_id: account.accountId } });
  } catch (error) {
    const reason = error instanceof GrammyError ? error.description : 'the platform does not answer';
    log.warn({ accountId: account.accountId, reason }, 'the commands of a duty could not be offered');
  }
}
