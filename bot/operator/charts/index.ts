/** A picture of the last days of an order or a bot: subscribers, and what they cost or brought. */
import { type Composer, InputFile } from 'grammy';
import { parseDay } from '../../../core/days.js';
import { keyboardOf } from '../../../core/keyboard.js';
import { toNumber } from '../../../core/money.js';
import { chartDays, type FieldsOf } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { dayAndMonth, lastDays, money } from '../figures.js';
import { type Answer, onPress } from '../press.js';
import { button, wasChanged } from '../screen.js';
import { draw } from './drawing.js';

const DEFAULT_DAYS = 14;

export function addCharts(composer: Composer<OperatorContext>): void {
  onPress(composer, 'chart', (ctx, { of, id, days = DEFAULT_DAYS }) => show(ctx, { of, id }, days));
}

type Subject = Pick<FieldsOf<'chart'>, 'of' | 'id'>;

/** Sends the picture, or changes the one that the button stands under. */
async function show(ctx: OperatorContext, subject: Subject, days: number): Promise<Answer> {
  const { accountId, words } = ctx;
  const figures = await figuresOf(ctx, subject, days);
  const svg = draw(toDrawing(ctx, subject, figures));
  const picture = new InputFile(await ctx.pictures.png(svg), 'chart.png');
  const caption = words.html(`chart-${subject.of}`, { id: String(subject.id), name: figures.name });
  const rows = [
    chartDays.map((count) => {
      const text = words.text('time-days', { count });
      return button(count === days ? `• ${text}` : text, 'chart', { ...subject, days: count });
    }),
    [button(words.text('button-close'), 'close')],
  ];
  const said = { caption, parse_mode: 'HTML' } as const;
  const keyboard = { reply_markup: keyboardOf(rows) };
  const message = ctx.callbackQuery?.message;
  const media = { type: 'photo', media: picture, ...said } as const;
  const isThere =
    message?.photo !== undefined &&
    (await wasChanged(() => ctx.api.editMessageMedia(accountId, message.message_id, media, keyboard)));
  if (!isThere) await ctx.api.sendPhoto(accountId, picture, { ...said, ...keyboard });
  return {};
}

/** Core refuses people who do not own the order or bot. */
async function figuresOf(ctx: OperatorContext, { of, id }: Subject, dayCount: number) {
  const { statistics } = ctx.service;
  const range = lastDays(ctx, dayCount);
  if (of === 'order') {
    const { order, days, total } = await statistics.ofAdvertiser(ctx.accountId, id, range);
    return { days, total, name: order?.name ?? '' };
  }
  const { bot, days, total } = await statistics.ofPublisher(ctx.accountId, id, range);
  return { days, total, name: `@${bot?.nickname ?? ''}` };
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

function toDrawing(ctx: OperatorContext, { of, id }: Subject, { days, total }: Figures) {
  const { words } = ctx;
  const count = new Intl.NumberFormat(words.language);
  const dates = days.map(({ date }) => dayAndMonth(parseDay(date), words));
  const period = `${dates[0] ?? ''} – ${dates.at(-1) ?? ''}`;
  return {
    title: words.text(`chart-${of}-title`, { id: String(id), period }),
    days: dates,
    panels: [
      {
        title: words.text('chart-subscribers'),
        total: count.format(total.subscribers),
        values: days.map(({ subscribers }) => subscribers),
        scale: (value: number) => count.format(value),
      },
      {
        title: words.text(of === 'order' ? 'chart-spent' : 'chart-income'),
        total: money(ctx, total.valueMicros),
        values: days.map(({ valueMicros }) => toNumber(valueMicros)),
        scale: (value: number) => count.format(value),
      },
    ],
  };
}
