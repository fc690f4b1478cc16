/** Several api processes behind one port (`API_WORKERS`), as their operator runs them. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProcesses, type Processes } from '../support/service-processes.js';

let processes: Processes;
let url: string;

beforeAll(async () => {
  processes = await createProcesses({
    API_WORKERS: '2',
    BOT_TOKEN: `100:${'a'.repeat(35)}`,
    LOG_LEVEL: 'info',
  });
  url = (await processes.start('api'))['api'] ?? '';
});

afterAll(async () => {
  await processes.kill('api');
  await rm(processes.folder, { recursive: true, force: true });
});

const health = () => fetch(`${url}/healthz`, { headers: { Connection: 'close' } });

function children(pid: number): number[] {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Waits for what the processes say on stderr, which is where a worker tells that it answers. */
async function untilSaid(pattern: RegExp, times: number): Promise<void> {
  await expect
    .poll(() => [...processes.said().matchAll(new RegExp(pattern, 'g'))].length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(times);
}

it('one that falls over is started again, while the other answers, and a stop ends all', async () => {
  const workers = children(processes.pid('api'));
  expect(workers).toHaveLength(2);
  expect((await health()).status).toBe(200);

  // What a killed worker has not said by then is never said.
  await untilSaid(/the api answers/, 2);
  process.kill(workers[0] ?? 0, 'SIGKILL');
  await untilSaid(/An api worker ended/, 1);
  expect((await health()).status).toBe(200);
  await untilSaid(/the api answers/, 3);
  const after = children(processes.pid('api'));
  expect(after).toHaveLength(2);
  expect(after).not.toContain(workers[0]);

  expect(await processes.stop('api')).toBe(0);
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow();
});
