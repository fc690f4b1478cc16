/**
 * What writing the workbook of a report costs. Each run is a process of its own.
 *
 *     npx tsx tools/bench/workbook.ts [rows] [rounds]
 *
 * Prints a line of JSON: the medians of its processor time and of the most memory that it had, and the least and most of
 * both. What loading the writer takes counts, too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cell, reportWords, subscriberColumns } from '../../core/reports/index.js';
import { words } from '../../words/index.js';

const PAGE = 500;
const START_MS = Date.UTC(2026, 0, 15, 12);
const said = reportWords(words, 'en');
const columns = subscriberColumns(true, 'RUB', said);

/** As a store gives them: a page after the other, each from the event loop. */
async function* pagesOf(rows: number): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows; at += PAGE) {
    yield Array.from({ length: Math.min(PAGE, rows - at) }, (_, index) => cellsOf(at + index));
    await new Promise(setImmediate);
  }
}

function cellsOf(index: number): Cell[] {
  const userId = 1_000_000_000 + ((index * 48_271) % 2_147_483_647);
  const state = index % 11 === 0 ? 'left' : 'subscribed';
  return [START_MS + index * 997, userId, `@recipes_${String(index % 90)}_bot`, state, 'no', 'ru', 2.5];
}

async function write(file: string, rows: number): Promise<void> {
  const { writeWorkbook } = await import('../../core/adapters/workbook.js');
  const content = {
    title: 'Summary',
    summary: [],
    days: { title: 'By day', columns: [], rows: [] },
    subscribers: { title: said.text('report-subscribers'), columns, pages: pagesOf(rows) },
    unpaid: { title: 'Not paid', columns: [], rows: [] },
  };
  await writeWorkbook(file, content, 'Europe/Moscow');
}

interface Figures {
  cpuMs: number;
  peakMb: number;
  fileMb: number;
}

async function run(rows: number): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-bench-workbook-'));
  try {
    const file = path.join(folder, 'report.xlsx');
    await write(file, rows);
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1_000);
    const { size } = await stat(file);
    return { cpuMs, peakMb: Math.round(maxRSS / 1_024), fileMb: Math.round(size / 1e5) / 10 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function measured(rows: number): Figures {
  const words = ['--import', 'tsx', fileURLToPath(import.meta.url), String(rows), '1', 'here'];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}

function summed(rounds: readonly Figures[]): string {
  const spread = (name: keyof Figures) => {
    const sorted = rounds.map((figures) => figures[name]).toSorted((a, b) => a - b);
    return { median: sorted[Math.floor(sorted.length / 2)], least: sorted[0], most: sorted.at(-1) };
  };
  const [{ fileMb } = { fileMb: 0 }] = rounds;
  return JSON.stringify({ cpuMs: spread('cpuMs'), peakMb: spread('peakMb'), fileMb });
}

const [rows = 200_000, rounds = 7] = process.argv.slice(2, 4).map(Number);
if (process.argv[4] === 'here') console.log(JSON.stringify(await run(rows)));
else console.log(summed(Array.from({ length: rounds }, () => measured(rows))));
