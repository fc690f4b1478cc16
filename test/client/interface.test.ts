/** The client's types and table of operations are those of the routes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { createClient, type ClientOptions } from 'sponsorgate-client';
import { describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { interfaceSource, operations, typeOf } from '../../scripts/client/interface.js';
import { operations as table } from '../../client/src/interface.js';

type Fetch = NonNullable<ClientOptions['fetch']>;

const file = path.resolve(import.meta.dirname, '../../client/src/interface.ts');

describe('the client’s interface', () => {
  it('is what `npm run client` makes of the routes', async () => {
    const { code } = await format(file, interfaceSource(), { printWidth: 110, singleQuote: true });
    expect(readFileSync(file, 'utf8') === code, 'npm run client').toBe(true);
  });

  it('repeats nothing that could make a second thing, or take away the key that a lost answer held', () => {
    const writes = /\.(?:add|create|update|duplicate|report|downloadId|changeApiKey)$/;
    const once = Object.entries(table).filter(([name]) => writes.test(name));
    expect(once.length).toBeGreaterThan(7);
    for (const [name, [, isRepeatable]] of once) expect(isRepeatable, name).toBe(false);
    expect(table.getSponsors[1]).toBe(true);
  });

  it('has a method for each operation, which asks its path, and for its action', async () => {
    const asked: unknown[] = [];
    const fetch: Fetch = async (url, { method, body = '{}' }) => {
      const { action = null } = JSON.parse(body) as { action?: string };
      asked.push([method.toLowerCase(), new URL(url).pathname, action]);
      return { status: 200, headers: new Headers(), text: async () => '{"status":"ok"}' };
    };
    type Methods = Record<string, (body: object) => Promise<unknown>>;
    const client = createClient({ url: 'http://127.0.0.1:9', fetch }) as unknown as Methods &
      Record<string, Methods>;
    for (const { name } of operations()) {
      const [group = '', action] = name.split('.');
      await (action === undefined ? client[group]?.({}) : client[group]?.[action]?.({}));
    }
    const camel = (text: string) =>
      text.replaceAll(/[-_/](\w)/g, (_, letter: string) => letter.toUpperCase());
    const known = new Map(
      routes.flatMap((route): [string, unknown][] => {
        const name = camel(route.path.slice(1));
        const actions = route.kind === 'actions' ? Object.keys(route.actions) : [null];
        return actions.map((action) => [
          action === null ? name : `${name}.${camel(action)}`,
          [route.method, route.path, action],
        ]);
      }),
    );
    expect(asked).toEqual(operations().map(({ name }) => known.get(name)));
  });
});

describe('a schema as a type', () => {
  const none = () => undefined;
  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: [0, 1] }, '0 | 1'],
    [{ const: 'ok' }, "'ok'"],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{}, 'unknown'],
  ])('%j is %s', (schema, type) => {
    expect(typeOf(schema, none)).toBe(type);
  });
});
