/** The reference for readers: each action by itself, code that runs, errors in the routes' own words, and the text. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventMessage } from '../../core/events/webhooks.js';
import type { CodeSample } from '../../core/code-samples.js';
import { referenceOf } from '../../api/reference/document.js';
import { eventPost, samplePost, signatureSamples } from '../../api/reference/events.js';
import { routes } from '../../api/routes/index.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import type { Operation } from './interface/walk.js';

type Told = Operation & { 'x-codeSamples': CodeSample[] };

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let folder: string;
beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator);
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ publisher_bot: 'recipes_bot' });
  folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
  await emulator.close();
});

interface Reading {
  paths: Record<string, Record<string, Told>>;
  webhooks: unknown;
}

/** By address: making one takes longer than most tests. */
const readings = new Map<string, Reading>();
function read(url: string): Reading {
  const reading = readings.get(url) ?? (referenceOf(routes, url, true) as unknown as Reading);
  readings.set(url, reading);
  return reading;
}
const operations = (url: string) =>
  Object.entries(read(url).paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at, method: method.toUpperCase(), operation })),
  );

const programs: Record<CodeSample['lang'], { program: string; file: string }> = {
  Shell: { program: 'bash', file: 'sample.sh' },
  Python: { program: 'python3', file: 'sample.py' },
  JavaScript: { program: process.execPath, file: 'sample.mjs' },
  PHP: { program: 'php', file: 'sample.php' },
};
const isThere = ({ lang }: Pick<CodeSample, 'lang'>) =>
  spawnSync(programs[lang].program, ['--version']).status === 0;

/** What a sample prints; it runs beside this process, which answers it. */
async function run({ lang, source }: CodeSample, environment: Record<string, string>, input = '') {
  const { program, file } = programs[lang];
  const { execFile } = await import('node:child_process');
  writeFileSync(path.join(folder, file), source);
  return new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...environment } };
    const child = execFile(program, [file], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stderr}`));
    });
    child.stdin?.end(input);
  });
}

describe('the reference for readers', () => {
  it('has each action by itself, and is found in order by the linter', async () => {
    const at = Object.keys(read('https://sponsors.example.org').paths);
    for (const route of routes.filter((one) => one.kind === 'actions'))
      for (const action of Object.keys(route.actions)) expect(at).toContain(`${route.path}#${action}`);
    expect(at).not.toContain('/bots');
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(read('https://sponsors.example.org'));
    const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('tells the 401 of each path as the service does', async () => {
    let checked = 0;
    for (const { at, method, operation } of operations(stage.url)) {
      const said = operation.responses['401']?.content['application/json']?.examples?.['error']?.value;
      // Who signs in has no key yet: theirs are about what they sign in with.
      if (said === undefined || at.startsWith('/session#')) continue;
      const address = stage.url + at.replace(/#.*/, '').replaceAll(/\{\w+\}/g, 'x');
      const answer = await fetch(address, { method, headers: { Auth: 'nobody' } });
      expect(await answer.json(), at).toEqual(said);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(18);
  });

  it('tells the 422 of each path in words that the service says', async () => {
    const said = (at: string) => {
      const [{ operation } = { operation: undefined }] = operations(stage.url).filter((one) => one.at === at);
      return operation?.responses['422']?.content['application/json']?.examples?.['error']?.value;
    };
    expect(said('/get-user-info')).toMatchObject({
      message: 'user_id: must be a whole number of at least 1.',
    });
    expect(said('/orders#check_report')).toMatchObject({
      message: expect.stringMatching(/^task_id: /) as string,
    });
    expect(said('/statistic')).toMatchObject({
      message: expect.stringMatching(/^action: must be one of/) as string,
    });
  });

  it.each(['Shell', 'Python', 'JavaScript', 'PHP'] as const)(
    'has samples in %s that run, where it is there',
    async (lang) => {
      if (!isThere({ lang })) return;
      const keys = {
        BOT_KEY: String(scene.names.get('recipes_bot', 'key')),
        ACCESS_KEY: String(scene.names.get('publisher', 'access')),
        STATISTICS_TOKEN: String(scene.names.get('publisher', 'statistics')),
      };
      for (const at of ['/get-user-subscriptions', '/bots#list', '/statistic', '/filters', '/get-balance']) {
        const found = operations(stage.url).find((one) => one.at === at)?.operation['x-codeSamples'];
        const sample = found?.find((one) => one.lang === lang);
        expect(sample, at).toBeDefined();
        if (sample !== undefined)
          expect(await run(sample, keys), at).toMatch(/status\W+(string\W+\d+\W+)?ok\b/);
      }
    },
    60_000,
  );

  it.each(signatureSamples)(
    'checks the signature of an event in $lang, where it is there',
    async (sample) => {
      if (!isThere(sample)) return;
      const key = 'sg_bot_test';
      const event = {
        webhookId: 7,
        adsId: 12,
        link: 'https://t.me/a',
        network: null,
        userId: 302,
        botId: 555,
      };
      const { body, headers } = eventMessage([{ ...event, status: 'subscribed', subscribeDay: 20_000 }], key);
      eventPost.parse(JSON.parse(body));
      writeFileSync(path.join(folder, 'body.json'), body);
      const signature = headers['X-Signature'];
      for (const [given, said] of [
        [signature, 'true'],
        [signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), 'false'],
      ] as const)
        expect((await run(sample, { BOT_KEY: key, SIGNATURE: given }, body)).trim()).toBe(said);
    },
  );

  it('shows an event as the service posts it', () => {
    const event = {
      webhookId: 4711,
      adsId: 12,
      link: 'https://t.me/garden',
      network: null,
      userId: 302,
      botId: 555,
    };
    const { body } = eventMessage([{ ...event, status: 'subscribed', subscribeDay: 21_929 }], 'key');
    const {
      webhooks: [posted],
    } = JSON.parse(body) as typeof samplePost;
    expect(Object.keys(samplePost.webhooks[0] ?? {})).toEqual(Object.keys(posted ?? {}));
  });

  it('is there as text, with every action, key, field and error', async () => {
    const response = await fetch(`${stage.url}/llms.txt`);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    for (const { at } of operations(stage.url))
      expect(text).toContain(` ${at.replace('#', ' with action ')}\n`);
    expect(text).toContain('## Event: POST to your address');
    expect(text).toContain('- quantity_all (integer, required)');
    expect(text).toContain('This path wants a Bot Key in the header Auth; an unknown key was given.');
    expect(text).not.toMatch(/undefined|\[object/);
  });
});
