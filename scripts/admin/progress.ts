/** How far a long piece of work is: a bar that is drawn over and over at a terminal, a line now and then elsewhere. */

/** At a terminal, so often. */
const DRAW_MS = 100;
const LINE_MS = 5_000;
const BAR_WIDTH = 24;

export interface Terminal {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** @param nowMs a monotonic clock */
export function createProgressBar(
  terminal: Terminal = process.stderr,
  nowMs: () => number = () => performance.now(),
) {
  const isTerminal = terminal.isTTY === true;
  const everyMs = isTerminal ? DRAW_MS : LINE_MS;
  let last: { what: string; rows: number; total: number } | null = null;
  let startedAtMs = nowMs();
  let drawnAtMs = nowMs();
  let isDrawn = false;

  const draw = () => {
    if (last === null) return;
    const text = line(last, nowMs() - startedAtMs);
    terminal.write(isTerminal ? `\r\u001B[K${text}` : `${text}\n`);
    drawnAtMs = nowMs();
    isDrawn = true;
  };
  const end = () => {
    if (last !== null) draw();
    if (isTerminal && isDrawn) terminal.write('\n');
    last = null;
    isDrawn = false;
  };

  return {
    /** @param what is under way, such as `copying subscriptions` */
    show: (what: string, rows: number, total: number): void => {
      // Fewer than before: another pass has begun.
      if (last !== null && rows < last.rows) end();
      if (last === null) startedAtMs = drawnAtMs = nowMs();
      last = { what, rows, total };
      if (nowMs() - drawnAtMs >= everyMs) draw();
    },
    /** Says where it ended, and leaves the line. */
    end,
  };
}

function line({ what, rows, total }: { what: string; rows: number; total: number }, tookMs: number): string {
  const share = total === 0 ? 1 : Math.min(1, rows / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}`;
  const rate = tookMs === 0 ? 0 : (rows / tookMs) * 1_000;
  const leftMs = rate === 0 ? 0 : ((total - rows) / rate) * 1_000;
  const figure = (value: number) => Math.round(value).toLocaleString('en');
  return (
    `[${bar}] ${String(Math.floor(share * 100)).padStart(3)}%  ${figure(rows)} of ${figure(total)} rows  ` +
    `${figure(rate)}/s  ${sayDuration(Math.max(0, leftMs))} left  ${what}`
  );
}

/** Such as `4 s` or `3 min 20 s`. */
export function sayDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}
