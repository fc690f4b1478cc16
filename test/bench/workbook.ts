/**
 * What writing the workbook of a report costs: as it is written, beside exceljs's streaming writer with its own rows, and
 * the same writer with rows that come as text, as they once did. Each run is a process of its own, in turns.
 *
 *     npx tsx test/bench/workbook.ts [rows] [rounds]
 *
 * Prints a line of JSON for each: the medians of its processor time and of the most memory that it had, and the least and
 * most of both. What loading the writer takes counts, too.
 */
import { spawnSync } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rowText } from '../../core/adapters/workbook-rows.js';
import { type Cell, subscriberColumns } from '../../core/reports/index.js';

const ZONE = 'Europe/Moscow';
const PAGE = 500;
const START_MS = Date.UTC(2026, 0, 15, 12);
const columns = subscriberColumns(true, 'RUB', 'en');

type Kind = 'ours' | 'exceljs' | 'exceljs, rows as text';

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

const kinds: Readonly<Record<Kind, (file: string, rows: number) => Promise<void>>> = {
  ours: async (file, rows) => {
    const { writeWorkbook } = await import('../../core/adapters/workbook.js');
    const content = {
      summary: [],
      days: { columns: [], rows: [] },
      subscribers: { columns, pages: pagesOf(rows) },
      unpaid: { columns: [], rows: [] },
      language: 'en' as const,
    };
    await writeWorkbook(file, content, ZONE);
  },
  exceljs: async (file, rows) => {
    const { writer, sheet } = await openLibrary(file);
    for await (const page of pagesOf(rows))
      for (const [at, ...cells] of page) sheet.addRow([new Date(Number(at)), ...cells]).commit();
    sheet.commit();
    await writer.commit();
  },
  'exceljs, rows as text': async (file, rows) => {
    const { writer, sheet } = await openLibrary(file);
    sheet.getRow(1).commit();
    const { stream } = sheet as unknown as { stream: SheetStream };
    const toText = rowText(
      columns.map(({ kind }) => ({ kind, styleId: 0 })),
      ZONE,
    );
    let row = 1;
    for await (const page of pagesOf(rows)) {
      await stream.write(Buffer.from(page.map((cells) => toText((row += 1), cells)).join('')));
      for (const sink of stream.pipes) if (sink._writableState.needDrain) await once(sink, 'drain');
    }
    sheet.commit();
    await writer.commit();
  },
};

/** The stream behind a sheet, which the library tells nobody of. */
interface SheetStream {
  pipes: readonly (EventEmitter & { _writableState: { needDrain: boolean } })[];
  write(data: Buffer): Promise<unknown>;
}

async function openLibrary(filename: string) {
  const { default: library } = await import('exceljs');
  const writer = new library.stream.xlsx.WorkbookWriter({
    filename,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 4 } },
  });
  // Its types lack what ends a sheet.
  const sheet = writer.addWorksheet('Subscribers') as ReturnType<typeof writer.addWorksheet> & {
    commit(): void;
  };
  sheet.columns = columns.map(({ title, width }) => ({ header: title, width }));
  return { writer, sheet };
}

interface Figures {
  cpuMs: number;
  peakMb: number;
  fileMb: number;
}

async function run(kind: Kind, rows: number): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-bench-workbook-'));
  try {
    const file = path.join(folder, 'report.xlsx');
    await kinds[kind](file, rows);
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1_000);
    const { size } = await stat(file);
    return { cpuMs, peakMb: Math.round(maxRSS / 1_024), fileMb: Math.round(size / 1e5) / 10 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function measured(kind: Kind, rows: number): Figures {
  const words = ['--import', 'tsx', fileURLToPath(import.meta.url), String(rows), '1', kind];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}

function told(kind: Kind, rounds: readonly Figures[]): string {
  const spread = (name: keyof Figures) => {
    const sorted = rounds.map((figures) => figures[name]).toSorted((a, b) => a - b);
    return { median: sorted[Math.floor(sorted.length / 2)], least: sorted[0], most: sorted.at(-1) };
  };
  const [{ fileMb } = { fileMb: 0 }] = rounds;
  return JSON.stringify({ kind, cpuMs: spread('cpuMs'), peakMb: spread('peakMb'), fileMb });
}

const [rows = 200_000, rounds = 7] = process.argv.slice(2, 4).map(Number);
const kind = process.argv[4] as Kind | undefined;
if (kind === undefined) {
  const all: Record<Kind, Figures[]> = { ours: [], exceljs: [], 'exceljs, rows as text': [] };
  for (let round = 0; round < rounds; round += 1)
    for (const [name, figures] of Object.entries(all)) figures.push(measured(name as Kind, rows));
  for (const [name, figures] of Object.entries(all)) console.log(told(name as Kind, figures));
} else {
  console.log(JSON.stringify(await run(kind, rows)));
}
