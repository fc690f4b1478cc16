/** The life of a report: waiting, ready, failed, gone; and through the death of the process that makes it. */
import { mkdir, readdir, rm, utimes, watch, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReportRunner } from '../../core/adapters/report-runner.js';
import type { JobStore } from '../../core/ports/job-store.js';
import { type Emulator, openEmulator, operatorBot } from '../cases/stage.js';
import { addSubscribers } from '../support/many-subscribers.js';
import { openReportStage, type ReportStage } from '../support/report-stage.js';
import { call, removeFolder } from '../support/service-process.js';
import { openAccount, openServiceOver, reportSettled, type ServiceOver } from '../support/service-over.js';
import { createProcesses, type Processes } from '../support/service-processes.js';
import { unzip } from '../support/zip.js';

const HOUR_MS = 3_600_000;

describe('a report', () => {
  let emulator: Emulator;
  let reports: ReportStage;
  let orderId: number;
  let folder: string;

  beforeAll(async () => {
    emulator = await openEmulator();
  });
  afterAll(async () => {
    await emulator.close();
  });
  beforeEach(async () => {
    reports = await openReportStage(emulator);
    await reports.scene.happen({
      order: 'first',
      create: { link: 'https://example.com', ads_type: 'resource' },
    });
    orderId = Number(reports.scene.names.get('first'));
    folder = path.join(reports.stage.folder, 'files');
  });
  afterEach(async () => {
    await reports.close();
  });

  it('is gone after 24 hours: its link, its task and its file, and what nobody knows of', async () => {
    const { stage } = reports;
    const { url } = await reports.report(orderId);
    const [kept = ''] = await readdir(folder);
    const lost = path.join(folder, 'left-behind-by-a-killed-process');
    await writeFile(lost, '');
    await utimes(lost, new Date(), new Date(stage.clock.now() - 2 * HOUR_MS));

    stage.clock.pass(23 * HOUR_MS);
    expect((await fetch(url)).status).toBe(200);
    await reports.report(orderId);
    const both = await readdir(folder);
    expect(both).toHaveLength(2);
    expect(both).toContain(kept);
    // Written now, by the clock of the stage.
    const second = both.find((name) => name !== kept) ?? '';
    await utimes(path.join(folder, second), new Date(), new Date(stage.clock.now()));

    stage.clock.pass(2 * HOUR_MS);
    expect((await fetch(url)).status).toBe(404);
    await reports.report(orderId);
    const left = await readdir(folder);
    expect(left).toHaveLength(2);
    expect(left).toContain(second);
    expect(left).not.toContain(kept);
    // Each report starts a process, which takes seconds on a machine that has others to run.
  }, 60_000);

  it('that cannot be made is tried three times, then failed; when it can be made again, the next one is', async () => {
    const { stage, orders, said } = reports;
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'no folder');
    const ask = async () => {
      stage.clock.pass(61_000);
      const failed = said('a report could not be made');
      const { http, response } = await orders({ action: 'report', order_id: orderId });
      expect(http).toBe(200);
      await failed;
      return String(response['task_id']);
    };
    const taskId = await ask();
    const check = async () => (await orders({ action: 'check_report', task_id: taskId })).response;
    expect(await check()).toEqual({ status: 'pending', file_url: '', file_name: '' });
    let asked = 1;
    for (; (await check())['status'] === 'pending' && asked < 5; asked++) await ask();
    expect(await check()).toEqual({ status: 'failed', file_url: '', file_name: '' });
    expect(await stage.store.jobs.find(taskId)).toMatchObject({ attempts: 3 });
    await reports.stopRunner();
    await rm(folder);
    reports.startRunner();
    expect((await reports.report(orderId)).file.length).toBeGreaterThan(1_000);
  }, 120_000);

  it('that filled the disk is noted as failed, because what it left is taken away first', async () => {
    const { stage, orders } = reports;
    await reports.stopRunner();
    const script = path.join(stage.folder, 'fills-the-disk.mjs');
    await writeFile(
      script,
      `import { mkdirSync, writeFileSync } from 'node:fs';
      process.once('message', ({ folder, fileKey }) => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(folder + '/' + fileKey + '.part', '');
        process.exit(1);
      });`,
    );
    const { store, clock, settings } = stage;
    const withRoom = async (): Promise<void> => {
      if ((await readdir(folder)).some((name) => name.endsWith('.part'))) throw new Error('the disk is full');
    };
    const runners: ReturnType<typeof startReportRunner>[] = [];
    const isNoted = new Promise((resolve) => {
      const jobs: JobStore = Object.assign(Object.create(store.jobs) as JobStore, {
        failed: async (...failure: Parameters<JobStore['failed']>) => {
          await withRoom();
          await store.jobs.failed(...failure);
          resolve('noted');
        },
      });
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (_: object, message: string) => {
          if (message === 'reports pause') resolve(message);
        },
      };
      const ports = { store: { jobs, health: store.health }, clock, log, settings };
      runners.push(startReportRunner({ ...ports, worker: pathToFileURL(script) }));
    });
    await orders({ action: 'report', order_id: orderId });
    expect(await isNoted).toBe('noted');
    for (const runner of runners) await runner.stop();
  }, 60_000);

  it('waits in a queue that nobody can fill for all others', async () => {
    const { stage, orders, scene } = reports;
    await reports.stopRunner();
    const accountId = Number(scene.names.get('advertiser', 'id'));
    for (let index = 0; index < 50; index++) {
      await stage.store.jobs.queue({
        taskId: `waiting-${String(index)}`,
        orderId,
        accountId,
        includePrice: false,
        timeRange: 'all',
        createdAtMs: stage.clock.now(),
        expiresAtMs: stage.clock.now() + HOUR_MS,
      });
    }
    expect(await orders({ action: 'report', order_id: orderId })).toMatchObject({ http: 429 });
    await scene.happen({
      order: 'other',
      by: 'stranger',
      create: { link: 'https://example.org', ads_type: 'resource' },
    });
    const other = { action: 'report', order_id: Number(scene.names.get('other')) };
    expect(await orders(other, 'stranger')).toMatchObject({ http: 200 });
    expect(await orders({ action: 'check_report', task_id: 'waiting-1' }, 'stranger')).toMatchObject({
      http: 403,
      code: 'forbidden_or_not_foundorder',
    });
    // One of them is made, so that there is room for one.
    const [job] = await stage.store.jobs.claim('test', 1, HOUR_MS, stage.clock.now());
    await stage.store.jobs.failed(job?.taskId ?? '', 'in a test', null);
    expect(await orders({ action: 'report', order_id: orderId })).toMatchObject({ http: 200 });
  });
});

describe('a report whose maker is killed', () => {
  let emulator: Emulator;
  let processes: Processes;
  let over: ServiceOver;
  const SUBSCRIBERS = 15_000;

  beforeAll(async () => {
    emulator = await openEmulator();
    await emulator.client.bots(operatorBot);
    processes = await createProcesses({
      BOT_TOKEN: operatorBot.token,
      PLATFORM_API_ROOT: emulator.url,
      MODERATOR_IDS: '1001',
      LOG_LEVEL: 'warn',
    });
    over = await openServiceOver(processes.environment);
  });
  afterAll(async () => {
    await Promise.all([processes.stop('api'), processes.stop('bot')]);
    await over.close();
    await emulator.close();
    await removeFolder(processes.folder);
  });

  /** An advertiser with an order that has many subscribers. */
  async function populate(): Promise<{ access: string; orderId: number }> {
    const access = await openAccount(over, 501);
    const input = { link: 'https://example.com', adsType: 'resource', quantityAll: 100_000 } as const;
    const { orderId } = await over.service.orders.create(501, input);
    const many = { count: SUBSCRIBERS, untilMs: Date.now(), apartMs: 1_000 };
    await addSubscribers(over.databaseUrl, orderId, 7001, many);
    return { access, orderId };
  }

  it('is made again from the start, and limits hold across the deaths', async () => {
    const { access, orderId } = await populate();
    const files = path.join(processes.folder, 'files');
    await mkdir(files);
    const { api = '' } = await processes.start('api');
    await processes.start('bot');
    const begun = firstPart(files);
    const asked = await call(`${api}/orders`, access, { action: 'report', order_id: orderId });
    expect(asked.http).toBe(200);
    const { task_id: taskId } = asked.body['response'] as { task_id: string };
    await begun;
    await processes.kill('bot');
    expect((await readdir(files)).every((name) => name.endsWith('.part'))).toBe(true);
    const check = () => call(`${api}/orders`, access, { action: 'check_report', task_id: taskId });
    for (let checks = 0; checks < 30; checks++) {
      expect(await check()).toMatchObject({ http: 200, body: { response: { status: 'pending' } } });
    }

    await processes.kill('api');
    await Promise.all([processes.start('api'), processes.start('bot')]);
    expect(await check()).toMatchObject({ http: 429 });
    expect(await call(`${api}/orders`, access, { action: 'report', order_id: orderId })).toMatchObject({
      http: 429,
    });
    const job = await reportSettled(over, taskId);
    expect(job).toMatchObject({ status: 'ready', attempts: 2 });
    expect(await readdir(files)).toEqual([job.fileKey]);
    const answer = await fetch(`${api}/files/${job.fileKey}/${job.fileName}`);
    const sheet = unzip(Buffer.from(await answer.arrayBuffer())).get('xl/worksheets/sheet2.xml') ?? '';
    expect(sheet.split('<row ').length - 1).toBe(SUBSCRIBERS + 1);
    expect(sheet).toMatch(/<\/worksheet>$/);
  }, 60_000);
});

/** Resolves when a file in the folder has been begun. */
async function firstPart(folder: string): Promise<void> {
  for await (const { filename } of watch(folder)) if (filename?.endsWith('.part') === true) return;
}
