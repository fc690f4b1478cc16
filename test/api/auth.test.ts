import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import type { KeyKind } from '../../core/ports/account-store.js';
import { type ApiStage, openApiStage, type Reply } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

const names: Record<KeyKind, string> = {
  access: 'Access Key',
  statistics: 'Statistics token',
  bot: 'Bot Key',
};
const kinds = Object.keys(names) as KeyKind[];
const locked = routes.filter((route) => route.access !== 'public');
const open = routes.filter((route) => route.access === 'public');

/** Asks with a key where this path takes it; parts of the path that vary are made up. */
function ask(route: Route, key: string | null): Promise<Reply> {
  const at = route.path.replaceAll(/:\w+/g, 'abc');
  const inQuery = route.keyIn === 'query' && key !== null;
  const headers = { Accept: 'application/json', ...(key === null || inQuery ? {} : { Auth: key }) };
  const query = inQuery ? `?api_token=${encodeURIComponent(key)}` : '';
  return stage.ask(at + query, { method: route.method.toUpperCase(), headers });
}

function wants(route: Route, kind: KeyKind): boolean {
  return route.access !== 'public' && route.access.includes(kind);
}

describe('who may call what', () => {
  it('the paths and their keys are those that the documents promise', () => {
    const documented = {
      ...keysIn('interface.md', /^### (?:GET|POST) (\S+) \((.+)\)$/gm),
      ...keysIn('cabinet.md', /^\| ((?:`\/[\w/:-]+`(?:, )?)+) +\| ([\w ,]+?) +\|/gm),
      ...keysIn('decisions.md', /`(?:GET|POST) (\/[^`]+)` \(([\w ,]+)\)/g),
    };
    expect(Object.keys(documented).length).toBeGreaterThan(18);
    expect(Object.fromEntries(locked.map((route) => [route.path, route.access]))).toEqual(documented);
  });

  const pairs = locked.flatMap((route) =>
    kinds
      // It does not end with the right key: `test/cabinet` hears it.
      .filter((kind) => route.path !== '/live' || kind !== 'access')
      .map((kind) => [route.path, kind, route] as const),
  );
  it.each(pairs)('%s with the %s key', async (_path, kind, route) => {
    const { http, body } = await ask(route, stage.keys[kind]);
    if (wants(route, kind)) {
      expect(http).not.toBe(401);
      return;
    }
    expect(http).toBe(401);
    expect(body).toMatchObject({ status: 'error', code: 401 });
    const wanted = kinds.filter((one) => wants(route, one)).map((one) => names[one]);
    for (const name of wanted) expect(body['message']).toContain(name);
    expect(body['message']).toContain(`${names[kind]} was given`);
    expect(JSON.stringify(body)).not.toContain(stage.keys[kind]);
  });

  it.each(locked.map((route) => [route.path, route] as const))(
    '%s without a key, or with a wrong one',
    async (_path, route) => {
      const missing = await ask(route, null);
      expect(missing.http).toBe(401);
      expect(missing.body['message']).toMatch(/none was given/);
      for (const wrong of ['nonsense', `${stage.keys.bot}x`, 'sg_access_wrong', 'x'.repeat(5_000)]) {
        const { http, text } = await ask(route, wrong);
        expect(http).toBe(401);
        expect(text).not.toContain(wrong);
      }
      expect((await ask(route, 'sg_stat_wrong')).body['message']).toMatch(
        /Statistics token that is not valid/,
      );
    },
  );

  it.each(open.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s asks for no key and minds none',
    async (_path, route) => {
      for (const key of [null, 'nonsense', stage.keys.bot])
        expect((await ask(route, key)).http).not.toBe(401);
    },
  );

  it('blanks around a key do not matter, and the query takes precedence', async () => {
    expect((await stage.post('/get-balance', `  ${stage.keys.statistics}  `)).http).toBe(200);
    const path = `/statistic?action=allads&api_token=${stage.keys.statistics}`;
    expect((await stage.ask(path, { headers: { Auth: 'nonsense' } })).http).toBe(200);
    expect(
      (await stage.ask('/statistic?action=allads', { headers: { Auth: stage.keys.statistics } })).http,
    ).toBe(200);
  });

  it('a key that stands twice in the query is refused in words that say so', async () => {
    const token = `api_token=${stage.keys.statistics}`;
    const { http, body } = await stage.ask(`/statistic?action=allads&${token}&${token}`);
    expect(http).toBe(401);
    expect(body['message']).toBe(
      'This path wants a Statistics token in the query parameter api_token; it was given more than once.',
    );
  });

  it('a replaced key is dead at once, and the new one lives', async () => {
    const { service } = stage;
    const old = await service.bots.info(stage.accountId, stage.botId);
    const { body } = await stage.post('/bots', stage.keys.access, {
      action: 'change_api_key',
      bot_id: stage.botId,
    });
    const { new_api_key: fresh } = body['response'] as { new_api_key: string };
    expect((await stage.post('/get-balance', old.apiKey)).http).toBe(401);
    expect((await stage.post('/get-balance', fresh)).http).toBe(200);
    stage.keys.bot = fresh;
  });
});

/** By path, what a document says of its keys; paths without one are left out. */
function keysIn(document: string, each: RegExp): Record<string, KeyKind[]> {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs', document), 'utf8');
  const words: [RegExp, KeyKind][] = [
    [/access key/i, 'access'],
    [/statistics token|user token/i, 'statistics'],
    [/bot key/i, 'bot'],
  ];
  const found = [...text.matchAll(each)].flatMap(([, paths = '', said = '']) => {
    const keys = words.flatMap(([word, kind]) => (word.test(said) ? [kind] : []));
    return keys.length === 0
      ? []
      : paths
          .replaceAll('`', '')
          .split(', ')
          .map((one) => [one, keys]);
  });
  return Object.fromEntries(found) as Record<string, KeyKind[]>;
}
