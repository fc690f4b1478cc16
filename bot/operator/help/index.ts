/** /help, and an answer to whatever nobody else understood. */
import { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import { type Language, languages, type Words, wordsIn } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { onPress } from '../press.js';
import { button, type Screen, sendScreen } from '../screen.js';

/** The commands that the messenger offers, in the order it shows them. */
const commands = ['start', 'bots', 'orders', 'wallet', 'language', 'help', 'cancel'] as const;

export function createHelp(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  composer.command('help', async (ctx) => {
    await sendScreen(ctx.api, ctx.visitor.accountId, helpScreen(ctx));
  });
  onPress(composer, 'help', (ctx) => Promise.resolve(helpScreen(ctx)));
  return composer;
}

/** Stands last: what comes here nobody has understood. */
export function createUnknown(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.visitor.words.text('error-stale'), show_alert: true });
  });
  composer.on('message', async (ctx) => {
    const { words, accountId } = ctx.visitor;
    const rows = [[button(words.text('button-home'), 'home'), button(words.text('button-help'), 'help')]];
    await sendScreen(ctx.api, accountId, { html: words.html('unknown'), rows });
  });
  return composer;
}

function helpScreen({ visitor: { words }, parts }: OperatorContext): Screen {
  return {
    html: words.html('help', { url: publicUrl(parts.service.settings) }),
    rows: [[button(words.text('button-home'), 'home')]],
  };
}

/** What is told to the platform once at the start, by language. */
export function commandLists(): {
  language: Language | null;
  commands: { command: string; description: string }[];
}[] {
  const listIn = (words: Words) =>
    commands.map((command) => ({ command, description: words.text(`command-${command}`) }));
  return [
    { language: null, commands: listIn(wordsIn('en')) },
    ...languages.map((language) => ({ language, commands: listIn(wordsIn(language)) })),
  ];
}
