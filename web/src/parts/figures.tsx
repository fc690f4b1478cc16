/** What figures of orders and of bots have in common: days as a chart or a table, the way of users, hours, what was not paid. */
import { SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Answered } from '../api/client';
import { Segments } from './choice';
import { format } from '../parts/format';
import { common, figures as words } from '../words';
import { Bars } from './bars';
import { SaveButton, saveCsv } from './csv';
import { type Day, type Measure, measured, measures, valueOf } from './measure';
import { Figure, Panel, Tag } from './page';
import { Table } from './table';

const Chart = lazy(() => import('./chart'));

type Figures = Answered<'/figures#orders'>['result'];
export type SharedFigures = Pick<Figures, 'days' | 'total' | 'before' | 'way' | 'hours' | 'unpaid'>;

/** @param own subscribers that the reader's own orders brought */
export function Totals({ figures, own = 0 }: { figures: SharedFigures; own?: number }): ReactNode {
  const { total, before } = figures;
  const against = (now: number, then: number): string => {
    if (then === 0) return '';
    const change = (100 * (now - then)) / then;
    return words.against({ share: format.change(change) });
  };
  const hints = [against(total.subscribers, before.subscribers), own === 0 ? '' : words.own({ count: own })];
  return (
    <div className="cols tiles">
      <Figure
        title={words.subscribers}
        value={format.whole(total.subscribers)}
        hint={hints.filter((hint) => hint !== '').join(' · ')}
      />
      <Figure
        title={words.value}
        value={format.money(total.value)}
        hint={against(total.value, before.value)}
      />
      <Figure
        title={words.average}
        value={total.subscribers <= 0 ? '—' : format.price(valueOf(total, 'average'))}
      />
    </div>
  );
}

export function Days({ figures, name }: { figures: SharedFigures; name: string }): ReactNode {
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const [measure, setMeasure] = useState<Measure>('subscribers');
  const { days, before } = figures;
  const actions = (
    <>
      <Segments
        label={common.look}
        value={look}
        labels={{ chart: words.chart, table: words.table }}
        onChange={setLook}
      />
      <SaveButton
        save={() => {
          const titles = [common.when, words.subscribers, words.value];
          saveCsv(
            name,
            titles,
            days.map((day) => [day.date, day.subscribers, day.value]),
          );
        }}
      />
    </>
  );
  return (
    <Panel title={words.byDay} actions={actions}>
      {look === 'table' ? (
        <DayTable days={days} />
      ) : (
        <div className="stack tight">
          <SegmentedControl
            aria-label={common.what}
            value={measure}
            data={measures.map((each) => ({ value: each, label: words[each] }))}
            onChange={setMeasure}
          />
          <Suspense fallback={<Skeleton height={242} />}>
            <Chart days={days} before={before.days} measure={measure} />
          </Suspense>
        </div>
      )}
    </Panel>
  );
}

function DayTable({ days }: { days: SharedFigures['days'] }): ReactNode {
  return (
    <div className="scroll">
      <Table
        isPlain
        rows={days.toReversed()}
        keyOf={({ date }) => date}
        columns={[
          { title: common.when, cell: ({ date }) => format.day(date) },
          ...measures.map((measure) => ({
            title: measured(measure).title,
            isNumber: true,
            cell: (day: Day) => measured(measure).say(valueOf(day, measure)),
          })),
        ]}
      />
    </div>
  );
}

/** Each step with its share of the one before. */
export function WayOfUsers({ figures }: { figures: SharedFigures }): ReactNode {
  const { way } = figures;
  const most = Math.max(1, way.shown, way.joined);
  const steps = [
    { step: 'shown', earlier: 0, of: '' },
    { step: 'joined', earlier: way.shown, of: words.ofShown },
    { step: 'paid', earlier: way.joined, of: words.ofJoined },
    { step: 'left', earlier: way.paid, of: words.ofPaid },
  ] as const;
  return (
    <Panel title={words.way}>
      <Bars
        rows={steps.map(({ step, earlier, of }) => ({
          key: step,
          name: words[step],
          percent: (100 * way[step]) / most,
          said: (
            <>
              {format.whole(way[step])}
              {earlier > 0 && (
                <div className="soft small">
                  {format.percent((100 * way[step]) / earlier)} {of}
                </div>
              )}
            </>
          ),
        }))}
      />
    </Panel>
  );
}

export function Hours({ figures }: { figures: SharedFigures }): ReactNode {
  const first = figures.hours[0];
  const zone = first === undefined ? '' : format.zoneAt(first.at);
  const hours = figures.hours.filter(({ subscribers }) => subscribers > 0);
  const most = Math.max(1, ...hours.map(({ subscribers }) => subscribers));
  return (
    <Panel
      title={zone === '' ? words.byHour : `${words.byHour}, ${zone}`}
      none={hours.length === 0 && words.noData}
    >
      <Bars
        rows={hours.map(({ at, subscribers }) => ({
          key: at,
          name: format.hour(at),
          percent: (100 * subscribers) / most,
          said: format.whole(subscribers),
        }))}
      />
    </Panel>
  );
}

export function Unpaid({ figures }: { figures: SharedFigures }): ReactNode {
  return (
    <Panel title={words.unpaid} none={figures.unpaid.length === 0 && words.unpaidNone}>
      <div className="stack tight">
        {figures.unpaid.map(({ reason, joins }) => (
          <div className="row between" key={reason}>
            <span>{words.reasons[reason]}</span>
            <Tag>{format.whole(joins)}</Tag>
          </div>
        ))}
      </div>
    </Panel>
  );
}
