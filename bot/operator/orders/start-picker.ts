/** When an order starts, by buttons: a day, then an hour, in the time zone of the person. */
import type { Composer } from 'grammy';
import { type Day, dayNumberOf, formatDateTime, formatDay, parseDateTime } from '../../../core/days.js';
import { callbackData, type SubjectKey } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { dayAndMonth } from '../figures.js';
import { begin } from '../dialogue/index.js';
import { StaleButton } from '../press.js';
import { button, inRows, mainButton, type Screen } from '../screen.js';
import { keepZone, zoneOf, zoneText } from '../zones/index.js';
import { onSubject, type Subject } from './subject.js';

/** Days to press; later ones are written. */
const DAYS = 14;
/** A message may be pressed a day after it was shown. */
const DAYS_SLACK = 1;

/** @param schedule shows what came of it */
export function addStartPicker(
  composer: Composer<OperatorContext>,
  schedule: (ctx: OperatorContext, subject: Subject) => Screen,
): void {
  onSubject(composer, 'sch-start', daysScreen);
  onSubject(composer, 'sch-now', async (ctx, { change }) =>
    schedule(ctx, await change({ schedule: { startAtMs: null } })),
  );
  onSubject(composer, 'sch-date', (ctx, { key }, { day }) => hoursScreen(ctx, key, checkDay(ctx, day)));
  onSubject(composer, 'sch-hour', async (ctx, { change }, { day, hour }) => {
    const { zone } = zoneOf(ctx);
    const startAtMs = parseDateTime(`${formatDay(checkDay(ctx, day))} ${clock(hour)}`, zone);
    const changed = await change({ schedule: { startAtMs } });
    // It was said which zone this is: from now on it is theirs.
    await keepZone(ctx, zone);
    return schedule(ctx, changed);
  });
  onSubject(composer, 'sch-write', (ctx, { key }) =>
    begin(ctx, 'sch-start', callbackData('sch', { key }), { key, zone: zoneOf(ctx).zone }),
  );
}

function daysScreen(ctx: OperatorContext, { key }: Subject): Screen {
  const { words } = ctx;
  const days = Array.from({ length: DAYS }, (_, index) => firstDay(ctx) + index);
  const { html, row } = zoneLine(ctx, key);
  return {
    html: `${words.html('start-day-ask')}\n\n${html}`,
    rows: [
      [mainButton(words.text('button-at-once'), 'sch-now', { key })],
      ...inRows(
        days.map((day) => button(dayAndMonth(day, words, 'short'), 'sch-date', { key, day })),
        3,
      ),
      [button(words.text('button-write'), 'sch-write', { key }), ...row],
      [button(words.text('button-back'), 'sch', { key })],
    ],
  };
}

function hoursScreen(ctx: OperatorContext, key: SubjectKey, day: Day): Screen {
  const { words } = ctx;
  const { zone } = zoneOf(ctx);
  const hours = hoursAfter(ctx.nowMs(), day, zone);
  const { html, row } = zoneLine(ctx, key);
  return {
    html: `${words.html('start-hour-ask', { day: dayAndMonth(day, words, 'short') })}\n\n${html}`,
    rows: [
      ...inRows(
        hours.map((hour) => button(clock(hour), 'sch-hour', { key, day, hour })),
        6,
      ),
      [button(words.text('button-write'), 'sch-write', { key }), ...row],
      [button(words.text('button-back'), 'sch-start', { key })],
    ],
  };
}

/** Those of a day that are to come; where the clock is put forward, the one that it passes over is none. */
export function hoursAfter(nowMs: number, day: Day, zone: string): number[] {
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => {
    const text = `${formatDay(day)} ${clock(hour)}`;
    const startMs = parseDateTime(text, zone);
    return startMs > nowMs && formatDateTime(startMs, zone).startsWith(text);
  });
}

/** Whose clock is meant, with the way to change it. */
function zoneLine(ctx: OperatorContext, key: SubjectKey) {
  const { words } = ctx;
  const { zone, isGuessed } = zoneOf(ctx);
  return {
    html: words.html(isGuessed ? 'zone-guessed' : 'zone-yours', {
      zone: zoneText(zone, words, ctx.nowMs()),
    }),
    row: [button(words.text('button-zone'), 'zone', { key })],
  };
}

/** In the last hour of a day there is none left to press. */
function firstDay(ctx: OperatorContext): Day {
  return dayNumberOf(ctx.nowMs() + 3_600_000, zoneOf(ctx).zone);
}

/** A day that is offered now, or was when the message was shown. @throws StaleButton for any other */
function checkDay(ctx: OperatorContext, day: Day): Day {
  const first = firstDay(ctx);
  if (day < first - DAYS_SLACK || day > first + DAYS) throw new StaleButton();
  return day;
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
