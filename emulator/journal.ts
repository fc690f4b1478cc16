/**
 * Where the emulated world lives: tables in memory, kept in one file of JSON lines.
 *
 * A line is `["table","key",value]` (set) or `["table","key"]` (deleted). What a request changed is appended before the
 * request is answered, so a killed process loses nothing it has acknowledged; a torn last line is dropped on reading.
 * A file that is mostly history is rewritten to a second file, which is renamed over it.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const headLine = '{"format":"emulated-platform","version":1}\n';
const smallestHistoryLines = 20_000;

export class Journal {
  readonly #tables = new Map<string, Table<unknown>>();
  readonly #loaded = new Map<string, Map<string, unknown>>();
  readonly #dirty = new Map<string, Set<string>>();
  #descriptor: number | null = null;
  #lines = 0;
  #flushAsked = false;

  /** @param path null keeps everything in memory only. */
  constructor(private readonly path: string | null) {
    if (path === null) return;
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) this.#read(path);
    this.#rewrite();
  }

  /** The table of that name, with what the file had of it. Each name is asked for once. */
  table<T>(name: string): Table<T> {
    const rows = (this.#loaded.get(name) ?? new Map()) as Map<string, T>;
    this.#loaded.delete(name);
    const table = new Table<T>(rows, (key) => {
      this.#mark(name, key);
    });
    this.#tables.set(name, table);
    return table;
  }

  /** Writes what has changed since the last flush. */
  flush(): void {
    if (this.#descriptor === null || this.#dirty.size === 0) return;
    const lines: string[] = [];
    for (const [name, keys] of this.#dirty) {
      for (const key of keys) lines.push(this.#line(name, key));
    }
    this.#dirty.clear();
    writeSync(this.#descriptor, lines.join(''));
    this.#lines += lines.length;
    if (this.#lines > smallestHistoryLines && this.#lines > this.#rowCount() * 3) this.#rewrite();
  }

  /** Forgets everything, in memory and in the file. */
  clear(): void {
    for (const table of this.#tables.values()) table.clear();
    this.#dirty.clear();
    this.#rewrite();
  }

  close(): void {
    this.flush();
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #mark(name: string, key: string): void {
    if (this.#descriptor === null) return;
    const keys = this.#dirty.get(name);
    if (keys) keys.add(key);
    else this.#dirty.set(name, new Set([key]));
    if (this.#flushAsked) return;
    this.#flushAsked = true;
    setImmediate(() => {
      this.#flushAsked = false;
      this.flush();
    });
  }

  #line(name: string, key: string): string {
    const value = this.#tables.get(name)?.get(key);
    return `${JSON.stringify(value === undefined ? [name, key] : [name, key, value])}\n`;
  }

  #rowCount(): number {
    let count = 0;
    for (const table of this.#tables.values()) count += table.size;
    return count;
  }

  #read(path: string): void {
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n');
    if (!text.startsWith(headLine)) {
      throw new Error(
        `${path} is not a state file of the emulated platform (or of another version); move it away`,
      );
    }
    for (const [index, line] of lines.entries()) {
      if (index === 0 || line === '') continue;
      const entry = parseLine(line);
      if (entry === null && index >= lines.length - 2) return;
      if (entry === null)
        throw new Error(`${path}:${index + 1} cannot be read; move the file away to start anew`);
      const [name, key, value] = entry;
      const rows = this.#loaded.get(name) ?? new Map<string, unknown>();
      this.#loaded.set(name, rows);
      if (value === undefined) rows.delete(key);
      else rows.set(key, value);
    }
  }

  #rewrite(): void {
    if (this.path === null) return;
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    const fresh = `${this.path}.new`;
    const lines = [headLine];
    for (const [name, rows] of this.#loaded) {
      for (const [key, value] of rows) lines.push(`${JSON.stringify([name, key, value])}\n`);
    }
    for (const [name, table] of this.#tables) {
      for (const key of table.keys()) lines.push(this.#line(name, key));
    }
    writeFileSync(fresh, lines.join(''), { mode: 0o600 });
    renameSync(fresh, this.path);
    this.#descriptor = openSync(this.path, 'a');
    this.#lines = lines.length;
  }
}

function parseLine(line: string): [string, string, unknown] | null {
  try {
    const entry: unknown = JSON.parse(line);
    if (!Array.isArray(entry) || typeof entry[0] !== 'string' || typeof entry[1] !== 'string') return null;
    return [entry[0], entry[1], entry[2]];
  } catch {
    return null;
  }
}

/** Rows by key, in the order they were first set. Change a row with `set`, or the file will not know. */
export class Table<T> {
  constructor(
    private readonly rows: Map<string, T>,
    private readonly changed: (key: string) => void,
  ) {}

  get size(): number {
    return this.rows.size;
  }

  get(key: string | number): T | undefined {
    return this.rows.get(String(key));
  }

  set(key: string | number, row: T): T {
    this.rows.set(String(key), row);
    this.changed(String(key));
    return row;
  }

  delete(key: string | number): boolean {
    const had = this.rows.delete(String(key));
    if (had) this.changed(String(key));
    return had;
  }

  keys(): IterableIterator<string> {
    return this.rows.keys();
  }

  values(): IterableIterator<T> {
    return this.rows.values();
  }

  entries(): IterableIterator<[string, T]> {
    return this.rows.entries();
  }

  /** Drops the oldest rows until at most `count` are left. */
  keepNewest(count: number): void {
    for (const key of this.rows.keys()) {
      if (this.rows.size <= count) return;
      this.delete(key);
    }
  }

  clear(): void {
    this.rows.clear();
  }
}

/** A table of tables: rows by (shelf, key), such as the messages of a chat. Keys within a shelf are numbers. */
export class Shelves<T> {
  readonly #shelves = new Map<string, Map<number, T>>();

  constructor(private readonly table: Table<T>) {
    for (const [key, row] of table.entries()) {
      const cut = key.lastIndexOf('/');
      this.#shelf(key.slice(0, cut)).set(Number(key.slice(cut + 1)), row);
    }
  }

  get(shelf: string | number, key: number): T | undefined {
    return this.#shelves.get(String(shelf))?.get(key);
  }

  set(shelf: string | number, key: number, row: T): T {
    this.#shelf(String(shelf)).set(key, row);
    return this.table.set(`${shelf}/${key}`, row);
  }

  delete(shelf: string | number, key: number): boolean {
    this.#shelves.get(String(shelf))?.delete(key);
    return this.table.delete(`${shelf}/${key}`);
  }

  /** The rows of a shelf, oldest first. */
  rows(shelf: string | number): T[] {
    return [...(this.#shelves.get(String(shelf))?.values() ?? [])];
  }

  keys(shelf: string | number): number[] {
    return [...(this.#shelves.get(String(shelf))?.keys() ?? [])];
  }

  count(shelf: string | number): number {
    return this.#shelves.get(String(shelf))?.size ?? 0;
  }

  keepNewest(shelf: string | number, count: number): void {
    const rows = this.#shelves.get(String(shelf));
    for (const key of rows?.keys() ?? []) {
      if ((rows?.size ?? 0) <= count) return;
      this.delete(shelf, key);
    }
  }

  clear(): void {
    this.#shelves.clear();
  }

  #shelf(name: string): Map<number, T> {
    const known = this.#shelves.get(name);
    if (known) return known;
    const fresh = new Map<number, T>();
    this.#shelves.set(name, fresh);
    return fresh;
  }
}
