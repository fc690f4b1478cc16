/** Runs an admin command as the operator does, in the folder of an installation; answers what it said. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { databaseOf } from './database.js';

const script = path.resolve(import.meta.dirname, '../../dist/scripts/admin.js');

export async function runAdmin(
  folder: string,
  words: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const { PATH, HOME } = process.env;
  const environment = { PATH, HOME, ...(await databaseOf(folder)), ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], {
    cwd: folder,
    env: environment,
  });
  return stdout;
}
