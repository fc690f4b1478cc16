/**
 * Curves drawn with block characters, for a <pre> of a chat: a picture would have to be loaded before it is read, and a
 * phone shows some thirty characters in a line.
 */
const RISING = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const FULL = '█';
const WIDTH = 10;
const PERCENT = 100;

/** Numbers side by side, one character each: a space for none, and the highest for the most of them. */
export function risingBars(values: readonly number[]): string {
  const most = Math.max(0, ...values);
  return values
    .map((value) => (value <= 0 ? ' ' : (RISING[Math.ceil((value / most) * RISING.length) - 1] ?? FULL)))
    .join('');
}

/** A line of up to ten characters. @param part of a hundred */
export function lyingBar(part: number): string {
  const eighths = Math.round((Math.min(PERCENT, Math.max(0, part)) / PERCENT) * WIDTH * EIGHTHS.length);
  return FULL.repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? '');
}

/** A part of a hundred with what it is compared with. */
export interface ComparedShare {
  label: string;
  share: number;
  others: number;
}

/**
 * A line each: label, bar, both numbers, all under each other.
 * @param heads what stands over the two numbers
 */
export function comparedBars(rows: readonly ComparedShare[], heads: readonly [string, string]): string[] {
  const labels = Math.max(...rows.map(({ label }) => label.length));
  const widths = heads.map((head) => Math.max(head.length, 3));
  const line = (label: string, bar: string, numbers: readonly string[]) =>
    [
      label.padEnd(labels),
      bar.padEnd(WIDTH),
      ...numbers.map((number, at) => number.padStart(widths[at] ?? 0)),
    ].join(' ');
  return [
    line('', '', heads),
    ...rows.map(({ label, share, others }) => line(label, lyingBar(share), [String(share), String(others)])),
  ];
}
