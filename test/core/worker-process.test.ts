/** Long work in a process of its own (`core/adapters/worker-process.ts`): when none begins, and when none can begin. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runWorker } from '../../core/adapters/worker-process.js';

let folder: string;
let node: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sponsorgate-worker-'));
  node = process.execPath;
});
afterEach(async () => {
  process.execPath = node;
  await rm(folder, { recursive: true, force: true });
});

/** A worker that leaves a file and answers its task. */
function run(signal: AbortSignal): Promise<unknown> {
  const script = path.join(folder, 'worker.js');
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(
    script,
    `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'begun'))}, '');
     process.once('message', (task) => process.send({ kind: 'made', task }));`,
  );
  return runWorker<unknown>(
    { number: 7 },
    {
      script: pathToFileURL(script),
      withinMs: 30_000,
      signal,
      failed: (reason) => ({ kind: 'failed', reason }),
    },
  );
}

it('is given one task, and answers it', async () => {
  expect(await run(new AbortController().signal)).toEqual({ kind: 'made', task: { number: 7 } });
});

it('is not begun once we stop', async () => {
  expect(await run(AbortSignal.abort())).toEqual({ kind: 'failed', reason: 'stopped' });
  expect(existsSync(path.join(folder, 'begun'))).toBe(false);
});

it('fails alone where no process can be started', async () => {
  process.execPath = path.join(folder, 'no-node');
  const answer = await run(new AbortController().signal);
  expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringContaining('ENOENT') as string });
  // That the task could not be sent is reported after that.
  await turn();
});
