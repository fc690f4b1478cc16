/** When an order is shown: its start, the hours of a day, the days of a week, and whether evenly. */
import type { Composer } from 'grammy';
import { ServiceError } from '../../../core/errors.js';
import { formatDateTime, parseDateTime } from '../../../core/days.js';
import { orderBounds } from '../../../core/orders/index.js';
import type { OrderChange } from '../../../core/terms/index.js';
import { callbackData, weekdays } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { type Answers, begin, type Form } from '../dialogue/index.js';
import { NotUnderstood, readWhole } from '../dialogue/form.js';
import { button, buttonOf, inLines, inRows, type Screen } from '../screen.js';
import { toggled } from '../values.js';
import { keepZone, zoneOf, zoneText } from '../zones/index.js';
import { addStartPicker } from './start-picker.js';
import { onSubject, openSubject, type Subject, subjectKeyIn } from './subject.js';
import { scheduleLines } from './summary.js';

const WINDOW = /^(\d{1,2})(?::(\d{2}))?\s*[-–—]\s*(\d{1,2})(?::(\d{2}))?$/;

export function addSchedule(composer: Composer<OperatorContext>): void {
  onSubject(composer, 'sch', scheduleScreen);
  onSubject(composer, 'sch-day', async (ctx, { order, change }, { day }) => {
    const next = toggled(order.schedule.excludedDays, day);
    if (next.length === weekdays.length) return { note: ctx.words.text('schedule-no-day'), isAlert: true };
    return scheduleScreen(ctx, await change({ schedule: { excludedDays: next } }));
  });
  onSubject(composer, 'sch-lite', async (ctx, { order, change }) =>
    scheduleScreen(ctx, await change({ isLite: !order.isLite })),
  );
  onSubject(composer, 'sch-clear', async (ctx, { change }) => {
    const always = { startAtMs: null, startTimeSeconds: null, endTimeSeconds: null, excludedDays: null };
    return scheduleScreen(ctx, await change({ schedule: always }));
  });
  addStartPicker(composer, scheduleScreen);
  for (const form of ['sch-window', 'sch-speed'] as const)
    onSubject(composer, form, (ctx, { key }) => begin(ctx, form, callbackData('sch', { key }), { key }));
}

function scheduleScreen(ctx: OperatorContext, { key, order, back }: Subject): Screen {
  const { words } = ctx;
  const { schedule, isLite } = order;
  const timeZone = ctx.service.settings.SERVICE_TIMEZONE;
  const own = zoneOf(ctx).zone;
  const nowMs = ctx.nowMs();
  const lines = scheduleLines(order, words, own);
  const days = weekdays.map((day) =>
    button(
      `${schedule.excludedDays.includes(day) ? '⬜️' : '✅'} ${words.text(`day-${String(day)}`)}`,
      'sch-day',
      { key, day },
    ),
  );
  return {
    html: inLines([
      words.html('schedule', {
        zone: zoneText(timeZone, words, nowMs),
        own: zoneText(own, words, nowMs),
      }),
      '',
      ...(lines.some((line) => line !== false) ? lines : [words.html('schedule-always')]),
    ]),
    rows: [
      [
        button(words.text('button-start-at'), 'sch-start', { key }),
        button(words.text('button-window'), 'sch-window', { key }),
      ],
      ...inRows(days, 4),
      [
        button(`${isLite ? '✅' : '⬜️'} ${words.text('button-evenly')}`, 'sch-lite', { key }),
        isLite && button(words.text('button-speed'), 'sch-speed', { key }),
      ],
      [button(words.text('button-clear'), 'sch-clear', { key })],
      [buttonOf(words.text('button-back'), back)],
    ],
  };
}

function scheduleForm(
  name: string,
  question: Form['questions'][number],
  changeOf: (answers: Answers, ctx: OperatorContext) => OrderChange | Promise<OrderChange>,
): Form {
  return {
    name,
    questions: [question],
    finish: async (ctx, answers) => {
      const { change } = await openSubject(ctx, subjectKeyIn(answers));
      return scheduleScreen(ctx, await change(await changeOf(answers, ctx)));
    },
  };
}

const startForm = scheduleForm(
  'sch-start',
  {
    name: 'start',
    ask: (ctx, answers) => {
      const { words } = ctx;
      const zone = zoneAsked(ctx, answers);
      const nowMs = ctx.nowMs();
      const example = formatDateTime(nowMs + 86_400_000, zone).slice(0, 16);
      return {
        html: words.html('ask-start', { zone: zoneText(zone, words, nowMs), example }),
        offers: [{ text: words.text('button-at-once'), value: 'now' }],
      };
    },
    read: (ctx, text, answers) => {
      if (text === 'now') return '';
      return String(readMoment(text, zoneAsked(ctx, answers), ctx.words.text('error-moment')));
    },
  },
  async (answers, ctx) => {
    const { start = '' } = answers;
    if (zoneOf(ctx).isGuessed) await keepZone(ctx, zoneAsked(ctx, answers));
    return { schedule: { startAtMs: start === '' ? null : Number(start) } };
  },
);

/** The zone that the question names, also where its person has chosen another since. */
function zoneAsked(ctx: OperatorContext, { zone = zoneOf(ctx).zone }: Answers): string {
  return zone;
}

function readMoment(text: string, zone: string, complaint: string): number {
  try {
    return parseDateTime(text, zone);
  } catch (error) {
    if (error instanceof ServiceError) throw new NotUnderstood(complaint);
    throw error;
  }
}

const windowForm = scheduleForm(
  'sch-window',
  {
    name: 'window',
    ask: ({ words }) => ({
      html: words.html('ask-window'),
      offers: [{ text: words.text('button-all-day'), value: 'all' }],
    }),
    read: ({ words }, text) => {
      if (text === 'all') return '';
      const match = WINDOW.exec(text);
      const [from, to] =
        match === null ? [-1, -1] : [seconds(match[1], match[2]), seconds(match[3], match[4])];
      if (from < 0 || to < 0 || from === to) throw new NotUnderstood(words.text('error-window'));
      return `${String(from)}-${String(to)}`;
    },
  },
  ({ window = '' }) => {
    const [from, to] = window.split('-').map(Number);
    const isAllDay = window === '' || from === undefined || to === undefined;
    return { schedule: { startTimeSeconds: isAllDay ? null : from, endTimeSeconds: isAllDay ? null : to } };
  },
);

/** Seconds after midnight; 24:00 is the midnight at the end. Negative when there is no such time. */
function seconds(hours = '', minutes = '0'): number {
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return -1;
  return (hour % 24) * 3_600 + minute * 60;
}

const speedForm = scheduleForm(
  'sch-speed',
  {
    name: 'speed',
    ask: ({ words }) => ({
      html: words.html('ask-speed'),
      offers: [{ text: words.text('button-no-limit'), value: '0' }],
    }),
    read: (ctx, text) => String(readWhole(ctx, text, { min: 0, max: orderBounds.subSpeed.max })),
  },
  ({ speed = '0' }) => ({ subSpeed: speed === '0' ? null : Number(speed) }),
);

export const scheduleForms: readonly Form[] = [startForm, windowForm, speedForm];
