/** When an order is shown: its start, the hours of a day, the days of a week, and whether evenly. */
import type { Composer } from 'grammy';
import { ServiceError } from '../../../core/errors.js';
import { formatDateTime, parseDateTime } from '../../../core/days.js';
import { orderBounds } from '../../../core/orders/index.js';
import { callbackData, type SubjectKey, weekdays } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { NotUnderstood, readWhole } from '../dialogue/form.js';
import { onPress } from '../press.js';
import { button, buttonOf, inRows, type Screen } from '../screen.js';
import { toggled } from '../values.js';
import { keepZone, zoneOf, zoneText } from '../zones/index.js';
import { addStartPicker } from './start-picker.js';
import { openSubject, subjectKeyIn } from './subject.js';
import { scheduleLines } from './summary.js';

const WINDOW = /^(\d{1,2})(?::(\d{2}))?\s*[-–—]\s*(\d{1,2})(?::(\d{2}))?$/;

export function addSchedule(composer: Composer<OperatorContext>): void {
  onPress(composer, 'sch', (ctx, { key }) => scheduleScreen(ctx, key));
  onPress(composer, 'sch-day', async (ctx, { key, day }) => {
    const subject = await openSubject(ctx, key);
    const next = toggled(subject.order.schedule.excludedDays, day);
    if (next.length === weekdays.length)
      return { note: ctx.visitor.words.text('schedule-no-day'), isAlert: true };
    await subject.change({ schedule: { excludedDays: next } });
    return scheduleScreen(ctx, key);
  });
  onPress(composer, 'sch-lite', async (ctx, { key }) => {
    const subject = await openSubject(ctx, key);
    await subject.change({ isLite: !subject.order.isLite });
    return scheduleScreen(ctx, key);
  });
  onPress(composer, 'sch-clear', async (ctx, { key }) => {
    const subject = await openSubject(ctx, key);
    await subject.change({
      schedule: { startAtMs: null, startTimeSeconds: null, endTimeSeconds: null, excludedDays: null },
    });
    return scheduleScreen(ctx, key);
  });
  addStartPicker(composer, scheduleScreen);
  for (const form of ['sch-window', 'sch-speed'] as const) {
    onPress(composer, form, async (ctx, { key }) =>
      begin(ctx, form, { key: String((await openSubject(ctx, key)).key) }),
    );
  }
}

async function scheduleScreen(ctx: OperatorContext, key: SubjectKey): Promise<Screen> {
  const { words } = ctx.visitor;
  const subject = await openSubject(ctx, key);
  const { schedule, isLite } = subject.order;
  const timeZone = ctx.parts.service.settings.SERVICE_TIMEZONE;
  const own = zoneOf(ctx).zone;
  const nowMs = ctx.parts.nowMs();
  const lines = scheduleLines(subject.order, words, own);
  const days = weekdays.map((day) =>
    button(
      `${schedule.excludedDays.includes(day) ? '⬜️' : '✅'} ${words.text(`day-${String(day)}`)}`,
      'sch-day',
      { key: subject.key, day },
    ),
  );
  return {
    html: [
      words.html('schedule', {
        zone: zoneText(timeZone, words, nowMs),
        own: zoneText(own, words, nowMs),
      }),
      '',
      ...(lines.length === 0 ? [words.html('schedule-always')] : lines),
    ].join('\n'),
    rows: [
      [
        button(words.text('button-start-at'), 'sch-start', { key: subject.key }),
        button(words.text('button-window'), 'sch-window', { key: subject.key }),
      ],
      ...inRows(days, 4),
      [
        button(`${isLite ? '✅' : '⬜️'} ${words.text('button-evenly')}`, 'sch-lite', { key: subject.key }),
        ...(isLite ? [button(words.text('button-speed'), 'sch-speed', { key: subject.key })] : []),
      ],
      [button(words.text('button-clear'), 'sch-clear', { key: subject.key })],
      [buttonOf(words.text('button-back'), subject.back)],
    ],
  };
}

function scheduleForm(name: string, question: Form['questions'][number], apply: Form['finish']): Form {
  return {
    name,
    questions: [question],
    backTo: (answers) => callbackData('sch', { key: subjectKeyIn(answers) }),
    finish: apply,
  };
}

const startForm = scheduleForm(
  'sch-start',
  {
    name: 'start',
    ask: (ctx) => {
      const { words } = ctx.visitor;
      const { zone } = zoneOf(ctx);
      const nowMs = ctx.parts.nowMs();
      const example = formatDateTime(nowMs + 86_400_000, zone).slice(0, 16);
      return {
        html: words.html('ask-start', { zone: zoneText(zone, words, nowMs), example }),
        offers: [{ text: words.text('button-at-once'), value: 'now' }],
      };
    },
    read: (ctx, text) => {
      if (text === 'now') return '';
      return String(readMoment(text, zoneOf(ctx).zone, ctx.visitor.words.text('error-moment')));
    },
  },
  async (ctx, { start = '', ...answers }) => {
    const key = subjectKeyIn(answers);
    const subject = await openSubject(ctx, key);
    await subject.change({ schedule: { startAtMs: start === '' ? null : Number(start) } });
    await keepZone(ctx, zoneOf(ctx).zone);
    return scheduleScreen(ctx, key);
  },
);

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
    ask: ({ visitor: { words } }) => ({
      html: words.html('ask-window'),
      offers: [{ text: words.text('button-all-day'), value: 'all' }],
    }),
    read: ({ visitor: { words } }, text) => {
      if (text === 'all') return '';
      const match = WINDOW.exec(text);
      const [from, to] =
        match === null ? [-1, -1] : [seconds(match[1], match[2]), seconds(match[3], match[4])];
      if (from < 0 || to < 0 || from === to) throw new NotUnderstood(words.text('error-window'));
      return `${String(from)}-${String(to)}`;
    },
  },
  async (ctx, { window = '', ...answers }) => {
    const key = subjectKeyIn(answers);
    const subject = await openSubject(ctx, key);
    const [from, to] = window.split('-').map(Number);
    const isAllDay = window === '' || from === undefined || to === undefined;
    await subject.change({
      schedule: { startTimeSeconds: isAllDay ? null : from, endTimeSeconds: isAllDay ? null : to },
    });
    return scheduleScreen(ctx, key);
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
    ask: ({ visitor: { words } }) => ({
      html: words.html('ask-speed'),
      offers: [{ text: words.text('button-no-limit'), value: '0' }],
    }),
    read: (ctx, text) => String(readWhole(ctx, text, { min: 0, max: orderBounds.subSpeed.max })),
  },
  async (ctx, { speed = '0', ...answers }) => {
    const key = subjectKeyIn(answers);
    const subject = await openSubject(ctx, key);
    await subject.change({ subSpeed: speed === '0' ? null : Number(speed) });
    return scheduleScreen(ctx, key);
  },
);

export const scheduleForms: readonly Form[] = [startForm, windowForm, speedForm];
