/** Samples of requests and answers, made of their schemas where a route has none of its own. */
import type { Handler, Route } from '../route.js';
import { type Json, schemaOf } from './schema.js';
import { type CodeSample, codeSamplesOf, keyVariables } from '../../core/code-samples.js';

const texts: Readonly<Record<string, string>> = {
  'date-time': '2030-01-31T12:00:00.000Z',
  date: '2030-01-31',
};

export function requestSampleOf({ fields, example }: Pick<Handler, 'fields' | 'example'>): Json {
  return example ?? (sampleFor(schemaOf(fields)) as Json);
}

/** A value that the schema takes: the first example, choice or bound that it has. Objects get their required fields alone. */
export function sampleFor(schema: Json): unknown {
  const choices = [schema['examples'], schema['enum'], 'const' in schema ? [schema['const']] : undefined];
  for (const choice of choices) if (Array.isArray(choice)) return choice[0];
  const kinds = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  return kinds?.[0] === undefined ? plain(schema) : sampleFor(kinds[0]);
}

function plain({ type, properties, required, items, format, minimum = 1, maximum = 1 }: Json): unknown {
  switch (Array.isArray(type) ? (type[0] as unknown) : type) {
    case 'object': {
      const fields = (properties ?? {}) as Record<string, Json>;
      const names = (required ?? []) as string[];
      return Object.fromEntries(names.map((name) => [name, sampleFor(fields[name] ?? {})]));
    }
    case 'array':
      return [sampleFor((items ?? {}) as Json)];
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, Number(minimum)), Math.max(1, Number(maximum)));
    case 'boolean':
      return true;
    default:
      return texts[String(format)] ?? 'text';
  }
}

/** Of a route with one handler, or of none that takes anything. */
export function exampleOf(route: Route): Json {
  if (route.kind === 'json') return requestSampleOf(route.handler);
  return route.kind === 'raw' ? (route.answers?.example ?? {}) : {};
}

export function codeSamples(route: Route, publicUrl: string, action?: string): CodeSample[] {
  const isPost = route.method === 'post';
  const example = { ...(action === undefined ? {} : { action }), ...exampleOf(route) };
  const query = isPost ? '' : new URLSearchParams(example as Record<string, string>).toString();
  const [kind] = route.access === 'public' ? [] : route.access;
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  return codeSamplesOf({
    method: isPost ? 'POST' : 'GET',
    url: `${publicUrl}${path}${query === '' ? '' : `?${query}`}`,
    key: kind === undefined ? null : keyVariables[kind],
    body: isPost ? JSON.stringify(example) : null,
  });
}
