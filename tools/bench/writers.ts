/** Starts other processes that write the same store: see `writer.ts`. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { EVERY_CPU, nodeOn } from './servers.js';
import type { BenchWorld } from './world.js';

const SETTLEMENTS_A_SECOND = 100;
const FAR_USER = 50_000_000;
const USERS_APART = 10_000_000;

export interface Writer {
  tell(line: 'rest' | 'go on'): void;
  /** Returns how many it made. */
  stop(): Promise<number>;
}

/** @param place of this writer among those that write at once, each for users of its own */
export async function startWriter(world: BenchWorld, mode: 'settle' | 'commit', place = 0): Promise<Writer> {
  const file = path.resolve(import.meta.dirname, 'writer.ts');
  const firstUser = FAR_USER + place * USERS_APART;
  const parts = [world.environment['DATABASE_URL'] ?? '', mode, firstUser, SETTLEMENTS_A_SECOND].map(String);
  const [program, ...parameters] = nodeOn(EVERY_CPU, ['--import', 'tsx', file, ...parts]);
  const child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const heard: string[] = [];
  lines.on('line', (line) => heard.push(line));
  await new Promise((resolve) => lines.once('line', resolve));
  return {
    tell: (line) => child.stdin.write(`${line}\n`),
    stop: async () => {
      const ended = new Promise((resolve) => lines.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
      return Number(heard.at(-1) ?? 0);
    },
  };
}
