/** The API reference says what the interface says, and what the service does. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerSchema, referenceOf, sampleOf } from '../../api/reference/document.js';
import { requestSampleOf } from '../../api/reference/sample.js';
import type { Answers, Route } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { type Operation, operation as operationOf, type Reference } from './interface/walk.js';

const reference = referenceOf(routes, 'https://sponsors.example.org') as unknown as Reference;

const operation = (path: string) => operationOf(reference, path);

describe('the document', () => {
  it('is OpenAPI 3.1 and has every path of the interface, with its keys', () => {
    expect(reference.openapi).toMatch(/^3\.1\./);
    const keys = Object.fromEntries(
      Object.keys(reference.paths).map((path) => [
        path,
        operation(path).security.flatMap((one) => Object.keys(one)),
      ]),
    );
    const schemes = { access: 'AccessKey', statistics: 'StatisticsToken', bot: 'BotKey' };
    const told = routes.filter(({ tag }) => tag !== undefined);
    expect(told.length).toBeGreaterThan(25);
    const wanted = told.map(({ path, access, keyIn }) => {
      const names = access === 'public' ? [] : access.map((kind) => schemes[kind]);
      const inQuery = keyIn === 'query' ? ['StatisticsTokenInQuery'] : [];
      return [path.replace(/:(\w+)/g, '{$1}'), [...inQuery, ...names]];
    });
    // Whose key opens what: `test/api/auth.test.ts`.
    expect(keys).toEqual(Object.fromEntries(wanted));
  });

  it('has a finished report’s file: by its address alone, as a workbook, and 404 once it is gone', () => {
    const { responses, parameters } = operation('/files/{fileKey}/{fileName}');
    expect(parameters?.map(({ name }) => name)).toEqual(['fileKey', 'fileName']);
    const [type = '', { schema } = { schema: null }] =
      Object.entries(responses['200']?.content ?? {})[0] ?? [];
    expect(type).toContain('spreadsheetml.sheet');
    expect(schema).toEqual({ type: 'string', format: 'binary' });
    expect(Object.keys(responses)).toContain('404');
    const { content } = operation('/orders').responses['200'] ?? {};
    expect(JSON.stringify(content)).toContain('/files/8Kd…/order-1.xlsx');
  });

  it('tells what can go wrong on every path, with an example of each', () => {
    for (const [at, methods] of Object.entries(reference.paths)) {
      const [method = ''] = Object.keys(methods);
      const { responses, security } = operation(at);
      const wanted = [
        '200',
        ...(method === 'post' ? ['400', '413', '422'] : []),
        ...(security.length > 0 ? ['401'] : []),
        ...['429', '500', '503'],
      ];
      expect(Object.keys(responses), at).toEqual(expect.arrayContaining(wanted));
      for (const code of ['429', '503']) expect(responses[code]?.headers).toHaveProperty('Retry-After');
      for (const [code, { description, content }] of Object.entries(responses)) {
        expect(description.length, `${at} ${code}`).toBeGreaterThan(4);
        for (const { example, examples } of Object.values(content).filter(
          ({ schema }) => schema.type !== 'string',
        ))
          expect(example ?? Object.values(examples ?? {})[0], `${at} ${code}`).toBeDefined();
      }
    }
    const codes = reference.components.schemas.Error.properties?.['error_code']?.enum;
    // Those of the interface, and `account_blocked`.
    expect(codes).toHaveLength(8);
  });

  it('every call has a title: short, without a full stop, and no other call has it', () => {
    const onPage = referenceOf(routes, '/', true) as unknown as Reference;
    const titles = Object.values(onPage.paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    );
    expect(titles.length).toBeGreaterThan(100);
    expect(titles.filter((title) => title.length > 80 || title.endsWith('.'))).toEqual([]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('is found in order by the linter, with every example', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const lint = async (document: unknown) => {
      const source = JSON.stringify(document);
      const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
      return problems.map(
        ({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
      );
    };
    expect(await lint(reference)).toEqual([]);
    const broken = JSON.parse(JSON.stringify(reference)) as Reference;
    broken.paths = Object.fromEntries(
      ['/get-user-info', '/filters'].map((at) => [at, broken.paths[at] ?? {}]),
    );
    const { example } = broken.paths['/get-user-info']!['post']!.requestBody!.content['application/json'];
    (example as Record<string, unknown>)['user_id'] = 'nobody';
    delete (broken.paths['/filters']!['get'] as Partial<Operation>).summary;
    expect((await lint(broken)).map((fault) => fault.split(' ', 1)[0])).toEqual(
      expect.arrayContaining(['no-invalid-media-type-examples', 'operation-summary']),
    );
  });

  it('every sample answer is one that the schema of its answer takes', () => {
    let samples = 0;
    for (const handler of routes.flatMap((route) => Object.values(answersOf(route)))) {
      const others = Object.entries(handler.others ?? {}).map(([code, { answered }]) => ({
        ...answered,
        code: Number(code),
      }));
      for (const sample of [sampleOf(handler), ...Object.values(handler.samples ?? {}), ...others]) {
        expect(faults(answerSchema(handler), sample)).toEqual([]);
        samples += 1;
      }
    }
    expect(samples).toBeGreaterThan(30);
  });

  it('every example is taken by the schema that the route parses with', () => {
    let examples = 0;
    const check = (fields: z.ZodType, value: unknown) => {
      const parsed = fields.safeParse(value ?? {});
      expect(parsed.error?.issues ?? []).toEqual([]);
      examples += 1;
    };
    for (const route of routes) {
      if (route.kind === 'json') check(route.handler.fields, requestSampleOf(route.handler));
      if (route.kind === 'actions')
        for (const handler of Object.values(route.actions)) check(handler.fields, requestSampleOf(handler));
      if (route.kind === 'raw' && route.query !== undefined && route.answers !== undefined)
        check(route.query, route.answers.example);
    }
    expect(examples).toBeGreaterThan(15);
  });

  it('has every path that takes a key', () => {
    for (const { access, tag, path } of routes) if (access !== 'public') expect(tag, path).toBeDefined();
  });
});

describe('real answers keep to it', () => {
  let emulator: Emulator;
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    emulator = await openEmulator();
    stage = await openStage(emulator);
    scene = new Scene(stage);
    await scene.open();
    await scene.happen({ balance: '100', of: 'advertiser' });
    await scene.happen({ balance: '100', of: 'publisher' });
    await scene.happen({ publisher_bot: 'recipes_bot' });
    for (const [order, by] of [
      ['first', 'advertiser'],
      ['own', 'publisher'],
    ] as const) {
      await scene.happen({ channel: `${order}_channel` });
      await scene.happen({ order, by, create: { link: `https://t.me/${order}_channel` }, then: 'approves' });
      await scene.happen({ subscribers: 1, of: order, in: 'recipes_bot' });
    }
  });
  afterAll(async () => {
    await stage.close();
    await emulator.close();
  });

  const asked: [path: string, who: string, body: Record<string, unknown>][] = [
    ['/get-sponsors', 'recipes_bot.key', { chat_id: 5, user_id: 5, first_name: 'Emma', language_code: 'ru' }],
    [
      '/get-sponsors',
      'recipes_bot.key',
      { chat_id: 5, user_id: 5, first_name: 'Emma', language_code: 'ru', get_links: 0 },
    ],
    ['/get-user-subscriptions', 'recipes_bot.key', { user_id: 50_001 }],
    ['/get-user-info', 'recipes_bot.key', { user_id: 50_001 }],
    ['/bots', 'publisher.access', { action: 'add', bot_id: 99, bot_name: 'Plain', bot_nickname: 'plain' }],
    ['/bots', 'publisher.access', { action: 'update', bot_id: '{{recipes_bot.id}}', max_sponsors: 4 }],
    ['/bots', 'publisher.access', { action: 'info', bot_id: '{{recipes_bot.id}}' }],
    ['/bots', 'publisher.access', { action: 'list' }],
    ['/orders', 'advertiser.access', { action: 'info', order_id: '{{first}}' }],
    ['/orders', 'advertiser.access', { action: 'list' }],
    ['/orders', 'advertiser.access', { action: 'update', order_id: '{{first}}', name: 'New' }],
    ['/orders', 'advertiser.access', { action: 'duplicate', order_id: '{{first}}' }],
    ['/orders', 'advertiser.access', { action: 'report', order_id: '{{first}}' }],
    ['/orders', 'advertiser.access', { action: 'download_id', order_id: '{{first}}' }],
    ['/get-balance', 'publisher.statistics', {}],
    [
      '/toggle-exclusion',
      'publisher.statistics',
      { action: 'activate', context: 'publisher', ads_id: '{{first}}' },
    ],
  ];

  it.each(asked)('%s %s %j', async (path, who, raw) => {
    const body = scene.names.fill(raw);
    const [name = '', fact = ''] = who.split('.');
    const headers = { Auth: String(scene.names.get(name, fact)) };
    const response = await fetch(stage.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    expect(faults(answerAt(path, String(body['action'])), await response.json())).toEqual([]);
  });

  it.each(['allads', 'ads', 'source', 'allbots', 'bots', 'sponsor'])('/statistic %s', async (action) => {
    const isPublisher = ['allbots', 'bots', 'sponsor'].includes(action);
    const query = new URLSearchParams({
      action,
      api_token: String(scene.names.get(isPublisher ? 'publisher' : 'advertiser', 'statistics')),
      ...(action === 'ads' || action === 'source' ? { ads_id: String(scene.names.get('first')) } : {}),
      ...(action === 'bots' ? { bot_id: String(scene.names.get('recipes_bot', 'id')) } : {}),
    });
    const body = await (await fetch(`${stage.url}/statistic?${query.toString()}`)).json();
    expect(faults(answerAt('/statistic'), body)).toEqual([]);
  });

  it('/filters and /healthz', async () => {
    for (const path of ['/filters', '/healthz'])
      expect(faults(answerAt(path), await (await fetch(stage.url + path)).json())).toEqual([]);
  });

  it('/openapi.json is this document', async () => {
    const served = (await (await fetch(`${stage.url}/openapi.json`)).json()) as {
      servers: unknown;
      paths: unknown;
    };
    expect(served.servers).toEqual([{ url: stage.url }]);
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(reference.paths)));
  });
});

/** By action; of a path without actions, under no name. */
function answersOf(route: Route): Record<string, Answers> {
  if (route.kind === 'actions') return { ...route.actions };
  const answers = route.kind === 'json' ? route.handler : route.answers;
  return answers === undefined ? {} : { '': answers };
}

function answerAt(path: string, action = ''): z.ZodType {
  const answers = routes.filter((route) => route.path === path).map(answersOf)[0] ?? {};
  const found = answers[action] ?? answers[''];
  if (found === undefined) throw new Error(`${path} says nothing of its answer.`);
  return answerSchema(found);
}

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : [z.prettifyError(error)];
}
