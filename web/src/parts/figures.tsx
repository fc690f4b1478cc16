/** What figures of orders and of bots have in common: days as a chart or a table, the way of users, hours, what was not paid. */
import { SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Answered } from '../api/client';
import { useFormat } from '../parts/format';
import { useWords } from '../words';
import { saveCsv } from './csv';
import { Figure, Panel, Tag } from './page';
import { Button } from '@mantine/core';

const Chart = lazy(() => import('./chart'));

type Figures = Answered<'/figures#orders'>['result'];
export type SharedFigures = Pick<Figures, 'days' | 'total' | 'before' | 'way' | 'hours' | 'unpaid'>;

const spans = [7, 10, 30, 90] as const;

/** The last days, as the service counts them. */
export function useRange(): { asked: { start_date: string; end_date: string }; control: ReactNode } {
  const { common } = useWords();
  const [days, setDays] = useState(10);
  const end = new Date();
  const start = new Date(end.getTime() - (days - 1) * 86_400_000);
  const asked = { start_date: start.toISOString().slice(0, 10), end_date: end.toISOString().slice(0, 10) };
  const control = (
    <SegmentedControl
      aria-label={common.period}
      value={String(days)}
      data={spans.map((span) => ({ value: String(span), label: common.last(span) }))}
      onChange={(value) => {
        setDays(Number(value));
      }}
    />
  );
  return { asked, control };
}

export function Totals({ figures }: { figures: SharedFigures }): ReactNode {
  const words = useWords();
  const format = useFormat();
  const { total, before } = figures;
  const against = (now: number, then: number): string => {
    if (then === 0) return '';
    const change = (100 * (now - then)) / then;
    return words.figures.against(format.change(change));
  };
  return (
    <div className="cols tiles">
      <Figure
        title={words.figures.subscribers}
        value={format.whole(total.subscribers)}
        hint={against(total.subscribers, before.subscribers)}
      />
      <Figure
        title={words.figures.value}
        value={format.money(total.value)}
        hint={against(total.value, before.value)}
      />
      <Figure
        title={words.figures.average}
        value={total.subscribers === 0 ? '—' : format.price(total.value / total.subscribers)}
      />
    </div>
  );
}

export function Days({ figures, name }: { figures: SharedFigures; name: string }): ReactNode {
  const words = useWords();
  const format = useFormat();
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const { days } = figures;
  const actions = (
    <div className="row">
      <SegmentedControl
        aria-label={words.account.look}
        value={look}
        data={[
          { value: 'chart', label: words.figures.chart },
          { value: 'table', label: words.figures.table },
        ]}
        onChange={(next) => {
          setLook(next);
        }}
      />
      <Button
        size="xs"
        variant="default"
        aria-label={words.common.csvAll}
        onClick={() => {
          const titles = [words.common.when, words.figures.subscribers, words.figures.value];
          saveCsv(
            name,
            titles,
            days.map((day) => [day.date, day.subscribers, day.value]),
          );
        }}
      >
        {words.common.csv}
      </Button>
    </div>
  );
  return (
    <Panel title={words.figures.subscribers} actions={actions}>
      {look === 'chart' ? (
        <Suspense fallback={<Skeleton height={220} />}>
          <Chart days={days} />
        </Suspense>
      ) : (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.common.when}</th>
                <th scope="col" className="right">
                  {words.figures.subscribers}
                </th>
                <th scope="col" className="right">
                  {words.figures.value}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <td>{format.day(day.date)}</td>
                  <td className="right">{format.whole(day.subscribers)}</td>
                  <td className="right">{format.money(day.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

export function WayOfUsers({ figures }: { figures: SharedFigures }): ReactNode {
  const { figures: words } = useWords();
  const format = useFormat();
  const { way } = figures;
  const most = Math.max(1, way.shown, way.joined);
  return (
    <Panel title={words.way}>
      <div className="funnel">
        {(['shown', 'joined', 'paid', 'left'] as const).map((step) => (
          <div className="step" key={step}>
            <span>{words[step]}</span>
            <div className="bar">
              <i style={{ width: `${String((100 * way[step]) / most)}%` }} />
            </div>
            <span className="right nowrap">
              {format.whole(way[step])}{' '}
              <span className="soft small">{share(way[step], way.shown, format.percent)}</span>
            </span>
          </div>
        ))}
      </div>
    </Panel>
  );
}

function share(part: number, whole: number, percent: (share: number) => string): string {
  return whole === 0 || part === whole ? '' : percent((100 * part) / whole);
}

export function Hours({ figures }: { figures: SharedFigures }): ReactNode {
  const { figures: words } = useWords();
  const format = useFormat();
  const first = figures.hours[0];
  const zone = first === undefined ? '' : format.zoneAt(first.at);
  const most = Math.max(1, ...figures.hours.map(({ subscribers }) => subscribers));
  return (
    <Panel title={zone === '' ? words.byHour : `${words.byHour}, ${zone}`}>
      {figures.hours.every(({ subscribers }) => subscribers === 0) ? (
        <p className="soft">{words.noData}</p>
      ) : (
        <div className="stack tight">
          {figures.hours
            .filter(({ subscribers }) => subscribers > 0)
            .map(({ at, subscribers }) => (
              <div className="funnel" key={at}>
                <div className="step">
                  <span>{format.hour(at)}</span>
                  <div className="bar">
                    <i style={{ width: `${String((100 * subscribers) / most)}%` }} />
                  </div>
                  <span className="right">{format.whole(subscribers)}</span>
                </div>
              </div>
            ))}
        </div>
      )}
    </Panel>
  );
}

export function Unpaid({ figures }: { figures: SharedFigures }): ReactNode {
  const { figures: words } = useWords();
  const format = useFormat();
  return (
    <Panel title={words.unpaid}>
      {figures.unpaid.length === 0 ? (
        <p className="soft">{words.unpaidNone}</p>
      ) : (
        <div className="stack tight">
          {figures.unpaid.map(({ reason, joins }) => (
            <div className="row between" key={reason}>
              <span>{words.reasons[reason]}</span>
              <Tag>{format.whole(joins)}</Tag>
            </div>
          ))}
        </div>
      )}
    </Panel>
  );
}
