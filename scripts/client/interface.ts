/**
 * The types of `client/src/interface.ts`, made from the API reference, which is made from the routes: `npm run client` writes
 * the file, and `test/client/interface.test.ts` holds that it is what this makes.
 */
import { z } from 'zod';
import { answerSchema } from '../../api/reference/document.js';
import { eventPost } from '../../api/reference/events.js';
import { schemaOf } from '../../api/reference/schema.js';
import type { HandlerSpec, Route } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';

type Operation = ReturnType<typeof operations>[number];

const camel = (text: string) => text.replaceAll(/[-_/](\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Every operation that answers in the envelope; files and pages have no type to speak of. The client is for bots and for
 * those who book orders: what people do in the cabinet is not in it.
 */
export function operations() {
  return routes.flatMap((route) => {
    const { tag, isOfCabinet, method, path } = route;
    if (tag === undefined || isOfCabinet === true || path.includes(':')) return [];
    return handlersOf(route).map(([name, { fields, ...handler }]) => {
      const request = schemaOf(fields);
      return {
        name,
        method,
        /** When it is unknown whether the first arrived. */
        isRepeatable: method === 'get' || handler.isRepeatable === true,
        summary: handler.summary,
        /** Null for a path that takes nothing. */
        request: method === 'get' && takesNothing(request) ? null : request,
        answer: schemaOf(answerSchema(handler), 'output'),
      };
    });
  });
}

function handlersOf(route: Route): [string, HandlerSpec][] {
  const name = camel(route.path.slice(1));
  if (route.kind === 'json') return [[name, route.handler]];
  if (route.kind === 'actions')
    return Object.entries(route.actions).map(([action, handler]) => [`${name}.${camel(action)}`, handler]);
  const { answers, summary = '', query: fields = z.object({}) } = route;
  return answers === undefined ? [] : [[name, { ...answers, summary, fields }]];
}

const takesNothing = (request: Schema | null) => Object.keys(request?.['properties'] ?? {}).length === 0;

/** Types with a name of their own, each found by one of its places. */
function namesFor(all: readonly Operation[]): Map<string, Schema> {
  const answer = (name: string) => all.find((one) => one.name === name)?.answer ?? {};
  const sponsors = at(answer('getSponsors'), 'additional', 'sponsors')['items'] as Schema;
  const filters = at(answer('filters'), 'filters', 'ads');
  const [figures = {}] = at(answer('statistic'), 'data')['anyOf'] as Schema[];
  const itemOf = (schema: Schema, name: string) => at(schema, name)['items'] as Schema;
  return new Map([
    ['Sponsor', sponsors],
    ['UserInfo', at(answer('getUserInfo'), 'data')],
    ['BotSummary', itemOf(at(answer('bots.list'), 'response'), 'bots')],
    ['Bot', at(answer('bots.info'), 'result')],
    ['OrderSummary', itemOf(at(answer('orders.list'), 'response'), 'orders')],
    ['Order', at(answer('orders.info'), 'response')],
    ['OrderReceipt', at(answer('orders.create'), 'response')],
    ['BotNetworks', at(answer('bots.networks'), 'result')],
    ['Filter', itemOf(filters, 'countries')],
    ['NamedFilter', itemOf(filters, 'devicestype')],
    ['UnpaidJoins', itemOf(figures, 'unpaid')],
    ['ImportedDays', itemOf(figures, 'imported')],
    ['StatisticFigures', figures],
  ]);
}

const at = (schema: Schema, ...names: string[]): Schema =>
  names.reduce((found, name) => (found['properties'] as Record<string, Schema>)[name] ?? {}, schema);

const titleOf = (name: string) =>
  name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An answer for each status it may have, so that a switch on \`status\` is complete. */
function answerText(schema: Schema, nameOf: NameOf): string {
  const { status, code: _, message: __, ...properties } = schema['properties'] as Record<string, Schema>;
  const statuses = typeOf(status ?? {}, () => undefined);
  if (Object.keys(properties).length === 0) return `Answered<${statuses}>`;
  const required = (schema['required'] as string[]).filter((name) => name in properties);
  return `Answered<${statuses}, ${typeOf({ ...schema, properties, required }, nameOf)}>`;
}

/** Of which operation a request has what that one takes, each part as it likes: what was made is changed. */
const madeBy: Readonly<Record<string, string>> = {
  'bots.update': 'bots.add',
  'orders.update': 'orders.create',
};

/** What a type is known by: examples are no part of it. */
const textOf = (schema: Schema) =>
  JSON.stringify(schema, (name, value: unknown) => (name === 'examples' ? undefined : value));

/** The fields of one object that another one has as well, and those that each has alone or says otherwise. */
function compared(schema: Schema, other: Schema) {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const known = (other['properties'] ?? {}) as Record<string, Schema>;
  const isShared = ([name, field]: [string, Schema]) => textOf(field) === textOf(known[name] ?? {});
  const shared = new Set(fields.filter(isShared).map(([name]) => name));
  return {
    properties: Object.fromEntries(fields.filter(([name]) => !shared.has(name))),
    others: Object.keys(known).filter((name) => !shared.has(name)),
  };
}

/** Types that others have all fields of, and more. */
const bases = ['BotSummary', 'OrderSummary', 'StatisticFigures'];

/** The object as one of those and its own fields; undefined where it is none of them. All fields of an answer are required. */
function extensionOf(schema: Schema, named: ReadonlyMap<string, Schema>, nameOf: NameOf): string | undefined {
  for (const base of bases) {
    const { properties, others } = compared(schema, named.get(base) ?? {});
    if (others.length === 0 && Object.keys(properties).length > 0)
      return `${base} & ${typeOf({ ...schema, properties }, nameOf)}`;
  }
  return undefined;
}

/** The request as changes to what another one made, and its own fields; one that says otherwise of a field has it as its own. */
function changesText(request: Schema, made: Operation, nameOf: NameOf): string {
  const { properties, others } = compared(request, made.request ?? {});
  const base = `${titleOf(made.name)}Request`;
  const kept = others.length === 0 ? base : `Omit<${base}, ${others.map((name) => `'${name}'`).join(' | ')}>`;
  return `${typeOf({ ...request, properties }, nameOf)} & Changes<${kept}>`;
}

function operationText(one: Operation, made: Operation | undefined, nameOf: NameOf): string {
  const title = titleOf(one.name);
  const answer = nameOf(one.answer) ?? answerText(one.answer, nameOf);
  const lines = [`${comment(`The answer to: ${one.summary}.`)}export type ${title}Answer = ${answer};`];
  if (one.request !== null) {
    const request = made === undefined ? typeOf(one.request, nameOf) : changesText(one.request, made, nameOf);
    lines.unshift(
      `${comment(`What \`${one.name}\` takes.`)}export type ${title}Request = ${request === 'Record<string, unknown>' ? 'Record<string, never>' : request};`,
    );
  }
  return lines.join('\n\n');
}

function tableText(all: readonly Operation[]): string {
  const rows = all.map(
    ({ name, method, isRepeatable }) => `  '${name}': ['${method}', ${String(isRepeatable)}],`,
  );
  const types = all.map((one) => {
    const title = titleOf(one.name);
    return `  '${one.name}': [${takesNothing(one.request) ? 'Record<string, never>' : `${title}Request`}, ${title}Answer];`;
  });
  return `/** Each operation: its method, and whether it may be repeated. Its name says path and action. */
export const operations = {
${rows.join('\n')}
} as const;

/** Each operation: what it takes, and what it answers. */
export interface Operations {
${types.join('\n')}
}`;
}

/** The whole file, before it is formatted. */
export function interfaceSource(): string {
  const all = operations();
  const named = namesFor(all);
  named.set('SubscriptionEvent', at(schemaOf(eventPost, 'output'), 'webhooks')['items'] as Schema);
  const byText = new Map([...named].map(([name, schema]) => [textOf(schema), name]));
  const extended: NameOf = (schema) => extensionOf(schema, named, nameOf);
  const nameOf: NameOf = (schema) => byText.get(textOf(schema)) ?? extended(schema);
  const own = [...named].map(([name, schema]) => {
    // Under its own name a type must be written out.
    const inside: NameOf = (some) => (some === schema ? extended(some) : nameOf(some));
    return `export type ${name} = ${typeOf(schema, inside)};`;
  });
  const parts = [
    `/** Made from the API reference by \`npm run client\`: change the routes, not this file. */`,
    `/** An answer for each status it may come with. */\nexport type Answered<Status extends string, Rest = unknown> = Status extends string ? { status: Status; code: number; message: string } & Rest : never;`,
    `/** Any fields of what was made before. */\nexport type Changes<Made> = { [Name in keyof Made]?: Made[Name] | undefined };`,
    ...own,
    ...all.map((one) => {
      const made = all.find(({ name }) => name === madeBy[one.name]);
      const text = operationText(one, made, nameOf);
      const request = one.request === null ? '' : textOf(one.request);
      const title = titleOf(one.name);
      // Later ones that take or answer the same are named after the first.
      if (!byText.has(request)) byText.set(request, `${title}Request`);
      if (!byText.has(textOf(one.answer))) byText.set(textOf(one.answer), `${title}Answer`);
      return text;
    }),
    tableText(all),
  ];
  return `${parts.join('\n\n')}\n`;
}

export type Schema = Readonly<Record<string, unknown>>;

/** Names types that stand in several places, or deserve one; by what the schema says, not by where it stands. */
export type NameOf = (schema: Schema) => string | undefined;

const INDENT = '  ';

/** The type of what is sent: whether further fields are allowed (`additionalProperties`) is left out. */
export function typeOf(schema: Schema, nameOf: NameOf, depth = 0): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const several = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (several !== undefined) return union(several.map((one) => typeOf(one, nameOf, depth)));
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type) => typeOf({ ...schema, type: type as unknown }, nameOf, depth)));
  return plain(schema, nameOf, depth);
}

function plain(schema: Schema, nameOf: NameOf, depth: number): string {
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const item = typeOf((schema['items'] ?? {}) as Schema, nameOf, depth);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema, nameOf, depth);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, nameOf: NameOf, depth: number): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const values = schema['additionalProperties'];
  if (properties.length === 0)
    return isSchema(values) ? `Record<string, ${typeOf(values, nameOf, depth)}>` : 'Record<string, unknown>';
  const required = new Set((schema['required'] ?? []) as string[]);
  const lines = properties.map(([name, property]) =>
    field(name, property, { isRequired: required.has(name), nameOf, depth: depth + 1 }),
  );
  return `{\n${lines.join('\n')}\n${INDENT.repeat(depth)}}`;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function field(
  name: string,
  schema: Schema,
  { isRequired, nameOf, depth }: { isRequired: boolean; nameOf: NameOf; depth: number },
): string {
  const before = INDENT.repeat(depth);
  const type = typeOf(schema, nameOf, depth);
  // An absent field may be given as undefined: callers build their bodies from what they have.
  const said = isRequired ? `: ${type};` : `?: ${type} | undefined;`;
  return `${comment(noteOf(schema), before)}${before}${name}${said}`;
}

function noteOf(schema: Schema): string {
  const parts = [schema['description'] as string | undefined];
  const bounds = [
    [schema['minimum'], 'at least'],
    [schema['maximum'], 'at most'],
  ].flatMap(([bound, word]) => (typeof bound === 'number' ? [`${String(word)} ${String(bound)}`] : []));
  if (bounds.length > 0) parts.push(sentence(bounds.join(', ')));
  if ('default' in schema) parts.push(`Default ${JSON.stringify(schema['default'])}.`);
  return parts.filter((part) => part !== undefined).join(' ');
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A doc comment, or nothing where there is nothing to say. */
export function comment(text: string, before = ''): string {
  const said = text.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ');
  return said === '' ? '' : `${before}/** ${said} */\n`;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const union = (types: readonly string[]) => [...new Set(types)].join(' | ');
