/** Medians, and the table that people read. */
import type { Figures } from './load.js';

export interface Result {
  name: string;
  goal: number | null;
  /** Rate relative to the bare route's in the same round. */
  ratio: Spread;
  /** The bare route's processor time per request, relative to this one's: the most stable figure. */
  cpuRatio: Spread;
  perSecond: Spread;
  cpuMicros: Spread;
  p50Ms: Spread;
  p99Ms: Spread;
  /** p99 relative to the bare route's in the same round. */
  p99Ratio: Spread;
  residentMb: number;
}

export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** The value below which this share of sorted values lies; NaN of none. */
export function atShare(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: atShare(sorted, 0), median: atShare(sorted, 0.5), max: atShare(sorted, 1) };
}

/** @param rounds each round's figures, with the bare route's measured just before */
export function toResult(
  { name, goal }: { name: string; goal: number | null },
  rounds: readonly { bare: Figures; figures: Figures }[],
): Result {
  const spread = (value: (round: { bare: Figures; figures: Figures }) => number) =>
    spreadOf(rounds.map(value));
  return {
    name,
    goal,
    ratio: spread(({ bare, figures }) => figures.perSecond / bare.perSecond),
    cpuRatio: spread(({ bare, figures }) => bare.cpuMicros / figures.cpuMicros),
    perSecond: spread(({ figures }) => figures.perSecond),
    cpuMicros: spread(({ figures }) => figures.cpuMicros),
    p50Ms: spread(({ figures }) => figures.p50Ms),
    p99Ms: spread(({ figures }) => figures.p99Ms),
    p99Ratio: spread(({ bare, figures }) => figures.p99Ms / Math.max(1, bare.p99Ms)),
    residentMb: Math.max(...rounds.map(({ figures }) => figures.residentMb)),
  };
}

const columns = [
  '',
  'goal',
  'ratio: min',
  'median',
  'max',
  'by cpu',
  'a second',
  'cpu µs',
  'p50 ms',
  'p99 ms',
  'p99 to bare',
  'MB',
];

/** As Markdown, aligned so that a terminal shows it well, too. */
export function toTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.name,
    result.goal === null ? '' : result.goal.toFixed(1),
    result.ratio.min.toFixed(2),
    result.ratio.median.toFixed(2),
    result.ratio.max.toFixed(2),
    result.cpuRatio.median.toFixed(2),
    result.perSecond.median.toFixed(0),
    result.cpuMicros.median.toFixed(0),
    result.p50Ms.median.toFixed(1),
    result.p99Ms.median.toFixed(1),
    result.p99Ratio.median.toFixed(2),
    result.residentMb.toFixed(0),
  ]);
  return alignedTable(columns, rows);
}

export function alignedTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Changes against the kept results beyond noise: both spreads lie apart. */
export function moved(results: readonly Result[], kept: readonly Result[]): string[] {
  return results.flatMap((result) => {
    const before = kept.find(({ name }) => name === result.name);
    if (before === undefined) return [`new: ${result.name}`];
    const change = result.ratio.median / before.ratio.median;
    const isApart = result.ratio.min > before.ratio.max || result.ratio.max < before.ratio.min;
    if (!isApart) return [];
    return [
      `${result.name}: ${before.ratio.median.toFixed(2)} -> ${result.ratio.median.toFixed(2)} (× ${change.toFixed(2)})`,
    ];
  });
}
