/** PgBouncer before a server of tests, where somebody has one: Debian 12 has none that knows prepared statements. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { command, freePort, ownerOf } from './postgres-server.js';

/** The program, 1.21 or newer. */
export const pgbouncer = process.env['PGBOUNCER'];

/** By which it can stand before the service (`docs/operating.md`); it asks a server that was away again after a second. */
export const BY_TRANSACTION = {
  pool_mode: 'transaction',
  max_prepared_statements: 1_000,
  max_client_conn: 1_000,
  server_login_retry: 1,
} as const;

/** What holds for a whole connection is given to the role instead. */
export const FOR_THE_ROLE = Object.entries({
  timezone: 'UTC',
  synchronous_commit: 'off',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '15s',
})
  .map(([name, value]) => `ALTER ROLE postgres SET ${name} = '${value}'`)
  .join('; ');

export interface Pooler {
  url: string;
  close(): Promise<void>;
}

/** @param settings of its own, such as `pool_mode` */
export async function startPooler(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<Pooler> {
  if (pgbouncer === undefined) throw new Error('PGBOUNCER names no program');
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    default_pool_size: 20,
    ...settings,
  };
  const file = path.join(folder, 'pgbouncer.ini');
  const server = `host=${hostname} port=${port} user=${username} password=${password}`;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${String(value)}`);
  await writeFile(file, `[databases]\n* = ${server}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const owner = ownerOf();
  if (owner !== undefined) for (const each of [folder, file]) chownSync(each, owner.uid, owner.gid);
  const child = spawn(...command(pgbouncer, [file]), { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  await heard(child, /process up/);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${String(own)}${pathname}`,
    close: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function heard(child: ChildProcess, words: RegExp): Promise<void> {
  if (child.stderr === null) throw new Error('its words are not heard');
  const lines = createInterface({ input: child.stderr });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (words.test(line)) resolve();
      if (said.length < 50) said.push(line);
    });
    child.once('exit', () => {
      reject(new Error(`PgBouncer did not start:\n${said.join('\n')}`));
    });
  });
}
