/** Days as bars, drawn by uPlot; for those who cannot see them, the same as a table. */
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { useFormat } from './format';
import { useWords } from '../words';

interface Day {
  date: string;
  subscribers: number;
  value: number;
}

const HEIGHT = 220;
const HALF_DAY_SECONDS = 43_200;

/** @param before as many days right before these: a line above the bars */
export default function Chart({
  days,
  before = [],
}: {
  days: readonly Day[];
  before?: readonly Day[];
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const scheme = useComputedColorScheme('light');
  const { figures, common } = useWords();
  const format = useFormat();
  const data: UPlot.AlignedData = [
    days.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000),
    days.map(({ subscribers }) => subscribers),
    days.map((_, index) => before[index]?.subscribers ?? null),
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
        cursor: { drag: { x: false, y: false } },
        scales: {
          // Half a day more at both ends: bars stand on their days.
          x: { range: (_plot, min, max) => [min - HALF_DAY_SECONDS, max + HALF_DAY_SECONDS] },
          y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            values: (_plot, all) =>
              all.map((at) => format.day(new Date(at * 1_000).toISOString().slice(0, 10))),
            space: 64,
          },
          {
            ...axis,
            values: (_plot, all) => all.map((value) => (Number.isInteger(value) ? format.whole(value) : '')),
            size: 48,
          },
        ],
        series: [
          {},
          {
            label: figures.subscribers,
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
    const watch = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = null;
    };
    // The effect below sets the data without a new chart.
  }, [scheme, format]);

  useEffect(() => {
    plot.current?.setData(data);
  }, [JSON.stringify(data)]);

  const total = days.reduce((sum, { subscribers }) => sum + subscribers, 0);
  return (
    <div
      ref={place}
      className="chart"
      role="img"
      aria-label={`${figures.subscribers}: ${format.whole(total)}`}
    />
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
