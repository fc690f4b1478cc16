/** Where the processes write what happens: lines of JSON on stderr. */
import { pino, type Logger } from 'pino';

export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: false }));
}
