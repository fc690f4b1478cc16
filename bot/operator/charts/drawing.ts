/** A picture of figures by day: panels of bars above each other, drawn for a phone's chat. */
import { niceCeiling } from '../../../core/statistics/index.js';
import { escapeHtml } from '../../../core/html-text.js';

export interface Panel {
  title: string;
  /** What all days come to. */
  total: string;
  values: readonly number[];
  /** How a number of the scale reads. */
  scale(value: number): string;
}

export interface Drawing {
  title: string;
  /** As they stand under the bars, one a value. */
  days: readonly string[];
  panels: readonly Panel[];
}

const WIDTH = 960;
const HEAD = 80;
const PANEL = 264;
/** Inside a panel: room for its title above, its dates below, and its scale on the left. */
const TOP = 52;
const BOTTOM = 54;
const LEFT = 124;
const RIGHT = 28;
/** The most dates that fit next to each other. */
const DATES_MAX = 7;
const INK = '#1d2733';
const QUIET = '#66717d';
const LINE = '#e3e7eb';
const COLOURS = ['#2f7de1', '#1f9d6b'];

export function draw({ title, days, panels }: Drawing): string {
  const height = HEAD + panels.length * PANEL;
  const parts = panels.map((panel, index) => drawPanel(panel, days, HEAD + index * PANEL, index));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(height)}" font-family="DejaVu Sans">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    text(title, { x: RIGHT, y: 56, size: 34, colour: INK }),
    ...parts.flat(),
    '</svg>',
  ].join('\n');
}

function drawPanel(
  { title, total, values, scale }: Panel,
  days: readonly string[],
  top: number,
  index: number,
): string[] {
  const colour = COLOURS[index % COLOURS.length] ?? INK;
  const [plotTop, plotHeight] = [top + TOP, PANEL - TOP - BOTTOM];
  const plotWidth = WIDTH - LEFT - RIGHT;
  const ceiling = niceCeiling(Math.max(0, ...values));
  const step = plotWidth / Math.max(1, values.length);
  const grid = [ceiling, ceiling / 2, 0].flatMap((value, row) => {
    const y = plotTop + (plotHeight * row) / 2;
    const label = value === 0 ? '0' : scale(value);
    return [
      `<path d="M${String(LEFT)} ${round(y)}H${String(WIDTH - RIGHT)}" stroke="${LINE}" stroke-width="2"/>`,
      text(label, { x: LEFT - 12, y: y + 8, size: 22, colour: QUIET, anchor: 'end' }),
    ];
  });
  const bars = values.map((value, day) => {
    const height = (plotHeight * Math.max(0, value)) / ceiling;
    const [x, width] = [LEFT + day * step + step * 0.15, step * 0.7];
    return `<path d="${bar(x, plotTop + plotHeight, width, height)}" fill="${colour}"/>`;
  });
  const every = Math.ceil(days.length / DATES_MAX);
  const dates = days.flatMap((day, place) =>
    // Counted from the end, so that the newest day always has its date.
    (days.length - 1 - place) % every === 0
      ? text(day, {
          x: LEFT + (place + 0.5) * step,
          y: plotTop + plotHeight + 32,
          size: 21,
          colour: QUIET,
          anchor: 'middle',
        })
      : [],
  );
  return [
    text(title, { x: RIGHT, y: top + 28, size: 26, colour: QUIET }),
    text(total, { x: WIDTH - RIGHT, y: top + 28, size: 28, colour: INK, anchor: 'end' }),
    ...grid,
    ...bars,
    ...dates,
  ];
}

/** A bar that stands on `bottom` with round upper corners. */
function bar(x: number, bottom: number, width: number, height: number): string {
  if (height <= 0) return 'M0 0';
  const radius = Math.min(5, width / 2, height);
  const [right, top] = [x + width, bottom - height];
  return [
    `M${round(x)} ${round(bottom)}V${round(top + radius)}`,
    `Q${round(x)} ${round(top)} ${round(x + radius)} ${round(top)}`,
    `H${round(right - radius)}Q${round(right)} ${round(top)} ${round(right)} ${round(top + radius)}`,
    `V${round(bottom)}Z`,
  ].join('');
}

interface Lettering {
  x: number;
  y: number;
  size: number;
  colour: string;
  anchor?: 'start' | 'middle' | 'end';
}

function text(words: string, { x, y, size, colour, anchor = 'start' }: Lettering): string {
  const place = `x="${round(x)}" y="${round(y)}" font-size="${String(size)}"`;
  return `<text ${place} fill="${colour}" text-anchor="${anchor}">${escapeHtml(words)}</text>`;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
