/** The operator's terminal beside a service that runs: commands in this process, over a store and a service of their own. */
import type { Command } from 'commander';
import { expect, vi } from 'vitest';
import { createProgram } from '../../scripts/admin/program.js';
import type { ServiceStage } from './service-stage.js';
import { operatorToken } from './stage.js';

/** What the operator's environment says; `vi.unstubAllEnvs()` takes it back. */
export function stubAdminEnvironment(stage: ServiceStage): void {
  vi.stubEnv('BOT_TOKEN', operatorToken);
  vi.stubEnv('PLATFORM_API_ROOT', stage.emulator.url);
  vi.stubEnv('DATABASE_URL', stage.settings.DATABASE_URL);
  vi.stubEnv('WITHDRAWAL_HOURS', String(stage.settings.WITHDRAWAL_HOURS));
  vi.stubEnv('SECRETS_KEY', Buffer.alloc(32, 7).toString('base64'));
}

/** What a command says that has to work. */
export async function admin(...words: string[]): Promise<string> {
  const { said, isFailed } = await run(words);
  expect(isFailed, said).toBe(false);
  return said;
}

/** What a command says on its way to failing. */
export async function failing(...words: string[]): Promise<string> {
  const { said, isFailed } = await run(words);
  expect(isFailed, said).toBe(true);
  return said;
}

const withInner = (command: Command): Command[] => [command, ...command.commands.flatMap(withInner)];

async function run(words: readonly string[]): Promise<{ said: string; isFailed: boolean }> {
  const said: string[] = [];
  const hear = (text: string | Uint8Array): boolean => {
    said.push(String(text));
    return true;
  };
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(hear),
  );
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const program = createProgram();
    for (const command of withInner(program)) command.exitOverride();
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    said.push(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
  const isFailed = process.exitCode !== 0;
  process.exitCode = before;
  return { said: said.join(''), isFailed };
}
