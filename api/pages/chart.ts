/**
 * Charts by day, drawn on the server as SVG that stretches to whatever room there is; the words around it are HTML, so
 * that they stay readable on a phone. Colours come from the style sheet.
 */
import { niceCeiling } from '../../core/statistics/index.js';
import { html, type Html } from './html.js';

export interface ChartPoint {
  /** `YYYY-MM-DD` */
  date: string;
  value: number;
  /** The value as people read it. */
  text: string;
}

export interface Chart {
  title: string;
  points: readonly ChartPoint[];
  kind: 'bars' | 'line';
  /** How a number of the scale reads. */
  scale: (value: number) => string;
  /** How a date reads below the chart. */
  mark: (date: string) => string;
  /** What is told of the chart to whoever does not see it, given its largest point. */
  label: (title: string, peak: ChartPoint) => string;
}

const HEIGHT = 100;
/** Room a day takes; the drawing is stretched, so only ratios matter. */
const STEP = 10;
const BAR = 7;

export function chart({ title, points, kind, scale, mark, label }: Chart): Html {
  const top = niceCeiling(Math.max(0, ...points.map((point) => point.value)));
  const y = (value: number) => round(HEIGHT - (HEIGHT * Math.max(0, value)) / top);
  const width = points.length * STEP;
  const peak = points.reduce(
    (best, point) => (point.value > best.value ? point : best),
    points[0] ?? noPoint,
  );
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <div class="plot">
      <div class="scale" aria-hidden="true">
        <span>${scale(top)}</span><span>${scale(top / 2)}</span><span>0</span>
      </div>
      <svg
        viewBox="0 0 ${width} ${HEIGHT}"
        preserveAspectRatio="none"
        role="img"
        aria-label="${label(title, peak)}"
      >
        <path class="grid" d="M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}" />
        ${kind === 'bars' ? bars(points, y) : line(points, y)}
        ${points.map(
          ({ date, text }, index) =>
            html`<rect class="hover" x="${index * STEP}" width="${STEP}" height="${HEIGHT}"
              ><title>${mark(date)}: ${text}</title></rect
            >`,
        )}
      </svg>
    </div>
    <div class="dates" aria-hidden="true">
      ${dateMarks(points).map((date) => html`<span>${mark(date)}</span>`)}
    </div>
  </figure>`;
}

const noPoint: ChartPoint = { date: '', value: 0, text: '' };

function bars(points: readonly ChartPoint[], y: (value: number) => number): Html[] {
  return points.flatMap(({ value }, index) => {
    if (value <= 0) return [];
    const x = index * STEP + (STEP - BAR) / 2;
    return html`<rect
      class="mark"
      x="${x}"
      y="${y(value)}"
      width="${BAR}"
      height="${round(HEIGHT - y(value))}"
    />`;
  });
}

/** Days without a value are left out, so that the line does not fall to a price nobody paid. */
function line(points: readonly ChartPoint[], y: (value: number) => number): Html[] {
  const there = points.flatMap(({ value }, index) =>
    value > 0 ? [{ x: index * STEP + STEP / 2, y: y(value) }] : [],
  );
  // A line of no length with round ends is a dot.
  const path = there
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${String(point.x)} ${String(point.y)}`)
    .join('');
  const dots = there.map((point) => `M${String(point.x)} ${String(point.y)}h0`).join('');
  return path === ''
    ? []
    : [html`<path class="line" d="${path}" />`, html`<path class="dots" d="${dots}" />`];
}

/** First, middle and last day; fewer where there are fewer. */
function dateMarks(points: readonly ChartPoint[]): string[] {
  const last = points.length - 1;
  const places = [...new Set([0, Math.floor(last / 2), last])];
  return places.flatMap((place) => points[place]?.date ?? []);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
