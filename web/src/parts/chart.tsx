/**
 * Days as bars, drawn by uPlot, with those before as a line; read by pointing, tapping or the arrow keys. For those who cannot
 * see them, `Days` has the same as a table.
 */
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { format } from './format';
import { type Day, type Measure, measured, valueOf } from './measure';
import { common, figures } from '../words';

const HEIGHT = 220;
const HALF_DAY_SECONDS = 43_200;

/** @param before as many days right before these */
export default function Chart(props: {
  days: readonly Day[];
  before?: readonly Day[];
  measure?: Measure;
}): ReactNode {
  const { days, before = [], measure = 'subscribers' } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const scheme = useComputedColorScheme('light');
  const { title, say } = measured(measure);
  const isMoney = measure !== 'subscribers';
  const data: UPlot.AlignedData = [
    days.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000),
    days.map((day) => valueOf(day, measure)),
    days.map((_, index) => (before[index] === undefined ? null : valueOf(before[index], measure))),
  ];

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const [ink, line, accent] = ['--soft', '--line', '--accent'].map((name) => colourOf(element, name));
    const bars = UPlot.paths.bars?.({ size: [0.7, 40], radius: 0.2 });
    const axis = { stroke: ink ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { show: false } };
    const made = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false },
        hooks: {
          setCursor: [
            ({ cursor }) => {
              // What was read stays until something else is.
              if (cursor.idx != null) setChosen(cursor.idx);
            },
          ],
        },
        scales: {
          // Half a day more at both ends: bars stand on their days.
          x: { range: (_plot, min, max) => [min - HALF_DAY_SECONDS, max + HALF_DAY_SECONDS] },
          y: { range: (_plot, _min, max) => [0, Math.max(isMoney ? 0.01 : 4, max * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            values: (_plot, all) =>
              all.map((at) => format.day(new Date(at * 1_000).toISOString().slice(0, 10))),
            space: 64,
            size: 32,
          },
          {
            ...axis,
            // There is no half a subscriber.
            values: (_plot, all) =>
              all.map((value) => (isMoney || Number.isInteger(value) ? say(value) : '')),
            size: isMoney ? 80 : 48,
          },
        ],
        series: [
          {},
          {
            label: title,
            fill: accent ?? '',
            stroke: accent ?? '',
            points: { show: false },
            ...(bars === undefined ? {} : { paths: bars }),
          },
          { label: common.before, stroke: ink ?? '', width: 2, dash: [5, 4], points: { show: false } },
        ],
      },
      data,
      element,
    );
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = null;
    };
    // The effect below sets the data without a new chart.
  }, [scheme, format, measure]);

  useEffect(() => {
    plot.current?.setData(data);
  }, [JSON.stringify(data)]);

  const step = (event: KeyboardEvent): void => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const next = chosen === null ? days.length - 1 : chosen + way;
    setChosen(Math.max(0, Math.min(days.length - 1, next)));
  };
  const read = (day: Day | undefined): string =>
    day === undefined ? '' : `${format.day(day.date)}: ${say(valueOf(day, measure))}`;
  const said = chosen === null ? [] : [read(days[chosen]), read(before[chosen])];
  return (
    <div role="group" tabIndex={0} aria-label={title} onKeyDown={step}>
      <p className="soft small reading" role="status">
        {said.filter((part) => part !== '').join(' · ') || (before.length > 0 && figures.beforeDashed)}
      </p>
      <div ref={place} className="chart" aria-hidden />
    </div>
  );
}

/** A colour as it is now: what is drawn on a canvas knows no variables. */
function colourOf(element: Element, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
