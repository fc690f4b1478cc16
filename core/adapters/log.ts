/** Where the processes write what happens: on stderr, as lines of JSON, or readable at a terminal. */
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config.js';

/** `lines` are for a person's eyes, `json` is for programs. */
export type LogFormat = NonNullable<Settings['LOG_FORMAT']>;

/** As far as a stream shows whether a person sees it. */
export interface Watched {
  readonly isTTY?: boolean;
}

/**
 * What the setting says; else `lines` where a person sees both streams, so that no file gets anything but JSON.
 * @param streams those of this process
 */
export function logFormat(
  { LOG_FORMAT }: Pick<Settings, 'LOG_FORMAT'>,
  streams: { stdout: Watched; stderr: Watched } = process,
): LogFormat {
  if (LOG_FORMAT !== undefined) return LOG_FORMAT;
  return streams.stdout.isTTY === true && streams.stderr.isTTY === true ? 'lines' : 'json';
}

export function createLogger(settings: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>): Logger {
  const isForPeople = logFormat(settings) === 'lines';
  // A person reads what several processes say in the order in which they say it.
  const stderr = pino.destination({ fd: 2, sync: isForPeople });
  const stream = isForPeople ? readable(stderr) : stderr;
  return pino({ level: settings.LOG_LEVEL, base: null }, stream);
}

type Flushing = DestinationStream & { flush(done: (error?: Error) => void): void };

/** Passes on what is written, line by line, in words. */
function readable(stream: Flushing): Flushing {
  return {
    write: (line) => stream.write(readableLine(line)),
    flush: (done) => stream.flush(done),
  };
}

/** From here on a level is in capitals. */
const LOUD = 50;
const LEVEL_WIDTH = 5;
/** A value without blanks and marks stands as it is; all others as JSON, which lets no line be forged. */
const PLAIN = /^[\w@:./+-]{1,200}$/;

interface Entry {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string };
  [name: string]: unknown;
}

/**
 * `12:30:05 warn  the platform does not answer yet  code=502`, by this machine's clock; the stack of an error follows in
 * lines of its own.
 * @param line of JSON as pino writes it; what is none comes back unchanged
 */
export function readableLine(line: string): string {
  const entry = parse(line);
  if (entry === null) return line;
  const { level, time, msg = '', err, ...facts } = entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const said = Object.entries(facts).map(([name, value]) => `${name}=${valueOf(value)}`);
  const named = pino.levels.labels[level] ?? String(level);
  const shown = (level >= LOUD ? named.toUpperCase() : named).padEnd(LEVEL_WIDTH);
  const head = [`${clock} ${shown} ${msg}`, ...said].join('  ');
  const stack = typeof err?.stack === 'string' ? `\n${indented(err.stack)}` : '';
  return `${head}${stack}\n`;
}

function parse(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.level === 'number' && typeof entry.time === 'number' ? (entry as Entry) : null;
  } catch {
    return null;
  }
}

function valueOf(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((row) => `  ${row.trim()}`)
    .join('\n');
}
