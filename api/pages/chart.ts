/**
 * Charts by day or hour, drawn on the server as SVG that stretches to whatever room there is; the words around it are HTML, so
 * that they stay readable on a phone. Colours come from the style sheet.
 */
import { niceCeiling } from '../../core/statistics/index.js';
import { html, type Html } from './html.js';

export interface ChartPoint {
  /** `YYYY-MM-DD`, or what names the hour. */
  date: string;
  value: number;
  /** The value as people read it. */
  text: string;
}

export interface Chart {
  title: string;
  points: readonly ChartPoint[];
  kind: 'bars' | 'line';
  /** As many points of the period before, drawn behind; `name` says what they are. */
  before?: { points: readonly ChartPoint[]; name: string };
  /** Shown to users who can tap, while nothing is chosen. */
  hint: string;
  /** How a number of the scale reads. */
  scale: (value: number) => string;
  /** How a date reads below the chart. */
  mark: (date: string) => string;
  /** Describes the chart to a reader who does not see it, given its largest point. */
  label: (title: string, peak: ChartPoint) => string;
}

const HEIGHT = 100;
/** Room a day takes; the drawing is stretched, so only ratios matter. */
const STEP = 10;
const BAR = 7;

export function chart({ title, points, kind, before, scale, mark, label, hint }: Chart): Html {
  const all = [...points, ...(before?.points ?? [])];
  const top = niceCeiling(Math.max(0, ...all.map((point) => point.value)));
  const y = (value: number) => round(HEIGHT - (HEIGHT * Math.max(0, value)) / top);
  const width = points.length * STEP;
  const peak = points.reduce(
    (best, point) => (point.value > best.value ? point : best),
    points[0] ?? noPoint,
  );
  const earlier = before?.points.some(({ value }) => value > 0) === true ? before : undefined;
  const says = ({ date, text }: ChartPoint, index: number) => {
    const then = earlier?.points[index];
    return `${mark(date)}: ${text}${then === undefined ? '' : ` · ${mark(then.date)}: ${then.text}`}`;
  };
  return html`<figure class="chart">
    <figcaption>${title} <output class="reading" data-hint="${hint}"></output></figcaption>
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
        ${kind === 'bars' ? bars(points, y) : line(points, y)} ${earlier && path('before', earlier.points, y)}
        ${points.map(
          (point, index) =>
            html`<rect
              class="hover"
              x="${index * STEP}"
              width="${STEP}"
              height="${HEIGHT}"
              data-says="${says(point, index)}"
              ><title>${says(point, index)}</title></rect
            >`,
        )}
      </svg>
    </div>
    <div class="dates" aria-hidden="true">
      ${dateMarks(points).map((date) => html`<span>${mark(date)}</span>`)}
    </div>
    ${earlier && html`<p class="legend">${earlier.name}</p>`}
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

function line(points: readonly ChartPoint[], y: (value: number) => number): Html[] {
  const there = placed(points, y);
  // A line of no length with round ends is a dot.
  const dots = there.map((point) => `M${String(point.x)} ${String(point.y)}h0`).join('');
  return there.length === 0 ? [] : [...path('line', points, y), html`<path class="dots" d="${dots}" />`];
}

function path(kind: 'line' | 'before', points: readonly ChartPoint[], y: (value: number) => number): Html[] {
  const drawn = placed(points, y)
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${String(point.x)} ${String(point.y)}`)
    .join('');
  return drawn === '' ? [] : [html`<path class="${kind}" d="${drawn}" />`];
}

/** Days without a value are left out, so that the line does not fall to a price that was never paid. */
function placed(points: readonly ChartPoint[], y: (value: number) => number): { x: number; y: number }[] {
  return points.flatMap(({ value }, index) =>
    value > 0 ? [{ x: index * STEP + STEP / 2, y: y(value) }] : [],
  );
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
