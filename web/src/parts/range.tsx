/** Which days figures are of. They stand in the address: who keeps it, or hands it on, sees the same days. */
import { SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { common, figures, type Words } from '../words';
import { type Asking, Shown, Small } from './page';

const spans = [7, 10, 30, 90, 365] as const;
/** The service's own where nothing is asked for. */
const DEFAULT_DAYS = 10;
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

type Fault = keyof Words['figures']['rangeFaults'];

/** What the service is asked for. Its own clock says which day is today: a browser's may be wrong. */
export function useRange(): { start_date?: string; end_date?: string; days?: number } {
  const [query] = useSearchParams();
  const { from, to, days, fault } = readRange(query);
  if (fault !== null) return {};
  if (from === '' && to === '') return days === null ? {} : { days };
  return { ...(from === '' ? {} : { start_date: from }), ...(to === '' ? {} : { end_date: to }) };
}

/** Figures of days that are chosen above them. */
export function Dated<Result extends { days: readonly { date: string }[] }>(props: {
  of: Asking<{ result: Result }>;
  children: (result: Result) => ReactNode;
}): ReactNode {
  const { of, children } = props;
  return (
    <div className="stack wide">
      <RangePicker shown={of.data?.result.days} />
      <Shown of={of} lines={8}>
        {({ result }) => <div className="stack wide">{children(result)}</div>}
      </Shown>
    </div>
  );
}

/** @param shown the days of the answer, where it is there */
function RangePicker({ shown }: { shown: readonly { date: string }[] | undefined }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const { from, to, days, fault } = readRange(query);
  const choose = (chosen: Record<string, string>): void => {
    setQuery((known) => {
      for (const name of ['start_date', 'end_date', 'days']) known.delete(name);
      for (const [name, value] of Object.entries(chosen)) known.set(name, value);
      return known;
    });
  };
  const first = from || (shown?.[0]?.date ?? '');
  const last = to || (shown?.at(-1)?.date ?? '');
  return (
    <form
      // The fields are the browser's own: other days make others of them.
      key={`${first} ${last}`}
      className="row range"
      aria-label={common.period}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        choose({ start_date: textOf(typed.get('from')), end_date: textOf(typed.get('to')) });
      }}
    >
      <SegmentedControl
        aria-label={common.period}
        value={from + to === '' ? String(days ?? DEFAULT_DAYS) : ''}
        data={spans.map((span) => ({ value: String(span), label: common.last({ days: span }) }))}
        onChange={(value) => choose({ days: value })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          className="date"
          size="xs"
          name={end}
          aria-label={common[end]}
          defaultValue={end === 'from' ? first : last}
          error={fault !== null}
          required
        />
      ))}
      <Small type="submit">{common.show}</Small>
      {fault !== null && (
        <p className="fault small" role="alert">
          {figures.rangeFaults[fault]}
        </p>
      )}
    </form>
  );
}

/** A form may hold files; this one does not. */
const textOf = (entry: FormDataEntryValue | null): string => (typeof entry === 'string' ? entry : '');

/** The days that the address names, `''` or null where it does not say. */
function readRange(query: URLSearchParams) {
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
  const days = Number(query.get('days'));
  const isSpan = Number.isInteger(days) && days >= 1 && days <= DAYS_MAX;
  return { from, to, days: isSpan ? days : null, fault: faultOf(from, to) };
}

function faultOf(from: string, to: string): Fault | null {
  if (![from, to].every((date) => date === '' || isDate(date))) return 'notADate';
  if (from === '') return null;
  const length = ((to === '' ? Date.now() : Date.parse(to)) - Date.parse(from)) / DAY_MS;
  if (to !== '' && length < 0) return 'reversed';
  return length >= DAYS_MAX ? 'tooLong' : null;
}

/** There is no 30 February, though some browsers read one. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date;
}
