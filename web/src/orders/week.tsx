/** The schedule as a week: a press or a stroke paints days; the hours are the same on each. */
import { Checkbox, TextInput } from '@mantine/core';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { useProfile } from '../session/profile';
import { orders } from '../words';
import type { Schedule } from './form';

type Day = 1 | 2 | 3 | 4 | 5 | 6 | 7;
const days: readonly Day[] = [1, 2, 3, 4, 5, 6, 7];
const DAY_MINUTES = 1_440;

export function Week({
  schedule,
  fault,
  change,
}: {
  schedule: Schedule;
  fault: string | undefined;
  change: (next: Schedule) => void;
}): ReactNode {
  const dayNames = Object.values(orders.dayNames);
  const { service } = useProfile();
  const excluded = (schedule.excluded_days ?? []) as Day[];
  /** What the stroke under way does: paints, or wipes. */
  const stroke = useRef<'paint' | 'wipe' | null>(null);

  const set = (day: Day, isShown: boolean): void => {
    const rest = excluded.filter((each) => each !== day);
    change({ ...schedule, excluded_days: isShown ? rest : [...rest, day].sort() });
  };
  const dayUnder = (event: PointerEvent): Day | null => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-day]');
    const day = found instanceof HTMLElement ? Number(found.dataset['day']) : 0;
    return day === 0 ? null : (day as Day);
  };
  const begin = (day: Day): void => {
    stroke.current = excluded.includes(day) ? 'paint' : 'wipe';
    set(day, stroke.current === 'paint');
  };
  const goOn = (event: PointerEvent): void => {
    const day = stroke.current === null ? null : dayUnder(event);
    if (day !== null && excluded.includes(day) === (stroke.current === 'paint'))
      set(day, stroke.current === 'paint');
  };
  const end = (): void => {
    stroke.current = null;
  };

  return (
    <div className="stack">
      <p className="soft small">
        {orders.scheduleHint} {orders.zone({ zone: service.time_zone })}
      </p>
      <div className="week" onPointerMove={goOn} onPointerUp={end} onPointerLeave={end}>
        {days.map((day) => (
          <button
            type="button"
            className="bare"
            key={day}
            data-day={day}
            tabIndex={0}
            aria-pressed={!excluded.includes(day)}
            onPointerDown={() => begin(day)}
            onClick={({ detail }) => {
              // Of a key or a screen reader; a pointer's press began a stroke already.
              if (detail === 0) set(day, excluded.includes(day));
            }}
          >
            {dayNames[day % 7]}
            <span className="hours">
              {spans(schedule).map(({ top, height }) => (
                <i key={top} style={{ top: `${String(top)}%`, height: `${String(height)}%` }} />
              ))}
            </span>
          </button>
        ))}
      </div>
      {fault !== undefined && (
        <p className="fault small" role="alert">
          {fault}
        </p>
      )}
      <div className="row end">
        {(['start_time', 'end_time'] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            label={end === 'start_time' ? orders.from : orders.to}
            w={110}
            value={schedule[end]?.slice(0, 5) ?? ''}
            onChange={({ currentTarget }) => change({ ...schedule, [end]: currentTarget.value || null })}
          />
        ))}
        <TextInput
          type="datetime-local"
          miw={0}
          label={orders.startAt}
          value={(schedule.start_datetime ?? '').replace(' ', 'T').slice(0, 16)}
          onChange={({ currentTarget: { value } }) => {
            change({ ...schedule, start_datetime: value === '' ? null : `${value.replace('T', ' ')}:00` });
          }}
        />
        <Checkbox
          mb={8}
          label={orders.everyDay}
          checked={excluded.length === 0 && !schedule.start_time && !schedule.end_time}
          onChange={() => change({ ...schedule, start_time: null, end_time: null, excluded_days: [] })}
        />
      </div>
    </div>
  );
}

/** Where the hours lie in a day, in percent from the top: two stretches where they go on past midnight. */
function spans({ start_time, end_time }: Schedule): { top: number; height: number }[] {
  const [from, to] = [minutes(start_time) ?? 0, minutes(end_time) ?? 0];
  const part = (begin: number, end: number) => ({
    top: (100 * begin) / DAY_MINUTES,
    height: (100 * (end - begin)) / DAY_MINUTES,
  });
  if (from < to) return [part(from, to)];
  if (from === to) return [part(0, DAY_MINUTES)];
  return [part(0, to), part(from, DAY_MINUTES)].filter(({ height }) => height > 0);
}

function minutes(time: string | null | undefined): number | null {
  const [, hours, rest] = /^(\d\d):(\d\d)/.exec(time ?? '') ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(rest);
}
