/** Where the processes write what happens: on stderr, as lines of JSON, or readable at a terminal. */
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config.js';
import { readableLine } from './log-line.js';

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
