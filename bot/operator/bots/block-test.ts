/** The test of a bot's block: its second text and picture, what is known of both halves, and its end. */
import { isTested, keptLooks } from '../../../core/bots/index.js';
import type { BlockVariant } from '../../../core/ports/block-test-store.js';
import type { Bot } from '../../../core/ports/bot-store.js';
import type { FieldsOf } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { blockTestLines } from '../statistics/index.js';
import { StaleButton } from '../press.js';
import { button, type Screen, columnScreen } from '../screen.js';
import { change } from './settings.js';

export async function blockTestScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const [{ bot }, figures] = await Promise.all([
    service.bots.info(accountId, botId),
    service.statistics.blockTest(accountId, botId),
  ]);
  const { textB, imageB } = bot.settings;
  const state = (own: string | null) => words.text(own === null ? 'state-as-a' : 'state-own');
  const lines = blockTestLines(ctx, figures);
  return {
    html: [
      words.html('block-test', { name: bot.name, nickname: bot.nickname }),
      words.html('block-test-about'),
      lines === '' ? words.html('block-test-none') : lines,
    ].join('\n\n'),
    rows: [
      [
        button(words.text('set-text-b', { state: state(textB) }), 'set-text-b', { botId }),
        button(words.text('set-image-b', { state: state(imageB) }), 'set-image-b', { botId }),
      ],
      ...(isTested(bot.settings) ? runningRows(ctx, bot) : []),
      [button(words.text('button-back'), 'set', { botId })],
    ],
  };
}

function runningRows({ words }: OperatorContext, { botId, blockTest: { number } }: Bot) {
  const both = (make: (variant: BlockVariant) => Screen['rows'][number][number]) => [make('a'), make('b')];
  const named = (variant: BlockVariant) => ({ variant: variant.toUpperCase() });
  return [
    both((variant) =>
      button(words.text('button-preview-of', named(variant)), 'bot-preview', { botId, variant }),
    ),
    both((variant) =>
      button(words.text('button-keep', named(variant)), 'test-keep', { botId, variant, test: number }),
    ),
  ];
}

/** Asks before the other text is gone. @throws StaleButton when another test runs by now */
export async function keepScreen(
  ctx: OperatorContext,
  { botId, variant, test }: FieldsOf<'test-keep'>,
): Promise<Screen> {
  await runningTest(ctx, botId, test);
  const { words } = ctx;
  const other = variant === 'a' ? 'B' : 'A';
  return columnScreen(
    words.html('test-keep-confirm', { variant: variant.toUpperCase(), other }),
    button(words.text('button-keep-yes'), 'test-kept', { botId, variant, test }),
    button(words.text('button-back'), 'set-test', { botId }),
  );
}

/** Ends the test: all users see what one half saw. @throws StaleButton when another test runs by now */
export async function keep(
  ctx: OperatorContext,
  { botId, variant, test }: FieldsOf<'test-kept'>,
): Promise<Screen> {
  const { settings } = await runningTest(ctx, botId, test);
  return change(ctx, botId, keptLooks(settings, variant), blockTestScreen);
}

async function runningTest(ctx: OperatorContext, botId: number, test: number): Promise<Bot> {
  const { bot } = await ctx.service.bots.info(ctx.accountId, botId);
  const { number, sinceMs } = bot.blockTest;
  if (sinceMs === null || number !== test) throw new StaleButton();
  return bot;
}
