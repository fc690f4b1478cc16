/** Where the files of one installation are: all beside its database. */
import path from 'node:path';
import type { Settings } from '../core/config.js';

export function databasePath({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): string {
  return path.resolve(DATABASE_URL.slice('file:'.length));
}

export function besideDatabase(databaseUrl: string, name: string): string {
  return path.join(path.dirname(path.resolve(databaseUrl.slice('file:'.length))), name);
}
