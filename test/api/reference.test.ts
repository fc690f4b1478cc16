/** The API reference says what the interface says, and what the service does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerSchema, referenceOf } from '../../api/reference/document.js';
import { notes } from '../../api/reference/paths.js';
import type { Deed, Route } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import { statisticFields } from '../../api/routes/statistic-query.js';
import { describeInBrowser } from '../browser.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { launch, openTab } from './browser.js';
import { documented } from './documented.js';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Operation {
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: {
    content: {
      'application/json': { schema: Schema; example?: object; examples?: Record<string, { value: object }> };
    };
  };
  responses: Record<string, { description: string; headers?: object }>;
}

const reference = referenceOf(routes, 'https://sponsors.example.org') as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: Schema } };
};

function operation(path: string): Operation {
  const found = Object.values(reference.paths[path] ?? {})[0];
  if (found === undefined) throw new Error(`The reference has no ${path}.`);
  return found;
}

/** The fields of a request, those of one action where the path has actions. */
function fieldsOf(path: string, action: string | undefined): Schema {
  const { requestBody, parameters } = operation(path);
  if (parameters !== undefined && requestBody === undefined) {
    const properties = Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    );
    return { properties, required: parameters.filter((one) => one.required).map((one) => one.name) };
  }
  const schema = requestBody?.content['application/json'].schema ?? {};
  if (action === undefined) return schema;
  const found = schema.oneOf?.find(({ properties }) => properties?.['action']?.const === action);
  if (found === undefined) throw new Error(`The reference has no action ${action} of ${path}.`);
  return found;
}

/** A field by its path: `user_parameters.gender`. */
function fieldAt(schema: Schema, path: string): { field: Schema; isRequired: boolean } | undefined {
  const [first = '', ...rest] = path.split('.');
  const own = schema.properties?.[first];
  if (own === undefined) return undefined;
  const field = own.anyOf?.find((one) => one.type !== 'null') ?? own;
  const withOuter = { ...field, ...(own.default === undefined ? {} : { default: own.default }) };
  if (rest.length > 0) return fieldAt(withOuter, rest.join('.'));
  return { field: withOuter, isRequired: schema.required?.includes(first) ?? false };
}

describe('every field of the interface is in the reference, as documented', () => {
  const rows = documented.flatMap(({ path, action, fields }) =>
    Object.entries(fields).map(
      ([name, expected]) => [`${path} ${action ?? ''} ${name}`, path, action, name, expected] as const,
    ),
  );

  it.each(rows)('%s', (_name, path, action, name, expected) => {
    const found = fieldAt(fieldsOf(path, action), name);
    expect(found).toBeDefined();
    if (found === undefined) return;
    const { field } = found;
    expect(found.isRequired).toBe(expected.required ?? false);
    if (expected.type !== undefined) expect(field.type).toBe(expected.type);
    if (expected.values !== undefined) expect(field.enum).toEqual(expected.values);
    if (expected.of !== undefined) expect(field.items?.type).toBe(expected.of);
    if (expected.min !== undefined) expect(field.minimum).toBe(expected.min);
    if (expected.max !== undefined) expect(field.maximum).toBe(expected.max);
    if (expected.default !== undefined) {
      const said =
        field.default ?? /default(?: of)?:? ([\w" ,[\]-]+)/i.exec(field.description ?? '')?.[1]?.trim();
      expect(String(said)).toContain(String(expected.default));
    }
  });

  it('and the table is not empty', () => {
    expect(rows.length).toBeGreaterThan(100);
  });
});

describe('the document', () => {
  it('is OpenAPI 3.1 and has every path of the interface, with its keys', () => {
    expect(reference.openapi).toMatch(/^3\.1\./);
    const keys = Object.fromEntries(
      Object.keys(reference.paths).map((path) => [
        path,
        operation(path).security.flatMap((one) => Object.keys(one)),
      ]),
    );
    expect(keys).toEqual({
      '/get-sponsors': ['BotKey'],
      '/get-user-subscriptions': ['BotKey'],
      '/get-user-info': ['BotKey'],
      '/bots': ['AccessKey'],
      '/orders': ['AccessKey'],
      '/orders/download_id/{fileId}': ['AccessKey'],
      '/get-balance': ['StatisticsToken', 'BotKey'],
      '/filters': [],
      '/statistic': ['StatisticsTokenInQuery', 'StatisticsToken'],
      '/toggle-exclusion': ['StatisticsTokenInQuery', 'StatisticsToken'],
      '/healthz': [],
      '/readyz': [],
    });
  });

  it('has every documented error and limit', () => {
    const codes = reference.components.schemas.Error.properties?.['error_code']?.enum;
    expect(codes).toEqual(
      expect.arrayContaining([
        'price_too_low',
        'invalid_parameter',
        'forbidden_or_not_foundorder',
        'update_forbidden',
        'rejected',
        'exist',
        'moderation',
      ]),
    );
    for (const path of Object.keys(reference.paths)) {
      const { responses } = operation(path);
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '413', '422', '429', '503']),
      );
      expect(responses['429']?.headers).toHaveProperty('Retry-After');
    }
    const { responses } = operation('/orders');
    expect(responses['429']?.description).toMatch(/report: More than 1 request a minute/);
    expect(responses['429']?.description).toMatch(/check_report: More than 30 requests a minute/);
    expect(responses['409']?.description).toMatch(/update_forbidden/);
    expect(operation('/get-sponsors').responses['404']?.description).toMatch(/`ok`/);
  });

  it('every example is taken by the schema that the route parses with', () => {
    let examples = 0;
    const check = ({ fields }: Deed, value: unknown) => {
      const parsed = fields.safeParse(value);
      expect(parsed.error?.issues ?? []).toEqual([]);
      examples += 1;
    };
    for (const route of routes) {
      const note = notes[route.path];
      if (note === undefined) continue;
      if (route.kind === 'json' && note.deed !== undefined) check(route.deed, note.deed.example);
      if (route.kind === 'actions') {
        expect(Object.keys(note.actions ?? {})).toEqual(Object.keys(route.actions));
        for (const [action, deed] of Object.entries(route.actions))
          check(deed, note.actions?.[action]?.example);
      }
    }
    expect(statisticFields.safeParse(notes['/statistic']?.deed?.example).success).toBe(true);
    expect(examples).toBeGreaterThan(15);
  });

  it('every path of the interface has a note', () => {
    const wanted = routes.filter((route: Route) => route.access !== 'public').map((route) => route.path);
    for (const path of wanted) expect(Object.keys(notes)).toContain(path);
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
    const note = notes[path];
    const deed = note?.deed ?? note?.actions?.[String(body['action'])];
    expect(deed).toBeDefined();
    expect(response.status).toBe(200);
    if (deed !== undefined) expect(faults(answerSchema(deed), await response.json())).toEqual([]);
  });

  it.each(['allads', 'ads', 'source', 'allbots', 'bots', 'sponsor'])('/statistic %s', async (action) => {
    const isPublisher = ['allbots', 'bots', 'sponsor'].includes(action);
    const query = new URLSearchParams({
      action,
      api_token: String(scene.names.get(isPublisher ? 'publisher' : 'advertiser', 'statistics')),
      ...(action === 'ads' || action === 'source' ? { ads_id: String(scene.names.get('first')) } : {}),
      ...(action === 'bots' ? { bot_id: String(scene.names.get('recipes_bot', 'id')) } : {}),
    });
    const deed = notes['/statistic']?.deed;
    const body = await (await fetch(`${stage.url}/statistic?${query.toString()}`)).json();
    if (deed !== undefined) expect(faults(answerSchema(deed), body)).toEqual([]);
  });

  it('/filters and /healthz', async () => {
    for (const path of ['/filters', '/healthz']) {
      const deed = notes[path]?.deed;
      if (deed !== undefined)
        expect(faults(answerSchema(deed), await (await fetch(stage.url + path)).json())).toEqual([]);
    }
  });

  it('/openapi.json is this document', async () => {
    const served = (await (await fetch(`${stage.url}/openapi.json`)).json()) as {
      servers: unknown;
      paths: unknown;
    };
    expect(served.servers).toEqual([{ url: stage.url }]);
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(reference.paths)));
  });

  describeInBrowser('/docs', () => {
    it('shows the reference without asking any other host, and tries it out on this service', async () => {
      const browser = await launch();
      const tab = await openTab(browser, stage.url, { width: 1280 });
      await tab.page.goto(`${stage.url}/docs`);
      await tab.page.getByText('/get-sponsors', { exact: true }).first().waitFor();
      expect(await tab.page.locator('.opblock').count()).toBe(Object.keys(reference.paths).length);
      await tab.page.locator('.opblock', { hasText: '/healthz' }).locator('.opblock-summary').click();
      const answered = tab.page.waitForResponse((response) => response.url().endsWith('/healthz'));
      await tab.page.getByRole('button', { name: 'Execute' }).click();
      expect((await answered).status()).toBe(200);
      await tab.keep('docs');
      expect(tab.outside).toEqual([]);
      expect(tab.complaints).toEqual([]);
      await browser.close();
    }, 30_000);
  });
});

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : [z.prettifyError(error)];
}
