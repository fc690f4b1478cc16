/**
 * Runs cases: JSON files that a reader who does not program can check (README.md has the format). Each case plays on a
 * fresh service with a fresh database and an empty emulated platform.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mismatches } from './match.js';
import { type Happening, Scene } from './scene.js';
import { type Emulator, openEmulator, openStage } from './stage.js';
import { type Answered, ask } from '../support/asking.js';

export interface CaseRequest {
  /** The path, after the method: `POST /orders`. Exactly one of the two. */
  post?: string;
  get?: string;
  method?: string;
  /** Whose Access Key it carries; `nobody` for none. */
  as?: string;
  /** Or a key as such. */
  key?: string;
  /** The JSON body, or a body as it is. */
  send?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}

export interface Expected {
  http?: number;
  /** Part of the body, or with `exactly` the whole of it. */
  body?: unknown;
  exactly?: unknown;
  /** The body as text, where it is no JSON. */
  text?: string;
  headers?: Record<string, string>;
}

interface Exchange {
  request: CaseRequest;
  expect: Expected;
  /** Name → path in the body, such as `response.order_id`. */
  save?: Record<string, string>;
}

export type Step = Happening | Exchange;

export interface Case {
  name: string;
  given?: Happening[];
  /** One exchange, or several steps. */
  request?: CaseRequest;
  expect?: Expected;
  save?: Record<string, string>;
  steps?: Step[];
}

export interface CaseFile {
  about: string;
  settings?: Record<string, string>;
  /** Before each case's own. */
  given?: Happening[];
  /** What every request sends, under what the case itself sends. */
  request?: CaseRequest;
  cases: Case[];
}

/** Registers the cases of one or more files of this folder as tests. */
export function runCases(...fileNames: string[]): void {
  describe.each(fileNames)('%s', (fileName) => {
    const file = JSON.parse(readFileSync(path.join(import.meta.dirname, fileName), 'utf8')) as CaseFile;
    let emulator: Emulator;

    beforeAll(async () => {
      emulator = await openEmulator();
    });
    afterAll(async () => {
      await emulator.close();
    });

    it.each(file.cases)('$name', async (one) => {
      const stage = await openStage(emulator, file.settings);
      try {
        const scene = new Scene(stage);
        await scene.open();
        for (const happening of [...(file.given ?? []), ...(one.given ?? [])]) await scene.happen(happening);
        const steps = stepsOf(one);
        for (const step of steps) {
          if ('request' in step) await exchange(scene, file.request ?? {}, step);
          else await scene.happen(step);
          // What was asked in the background is known before the next thing happens.
          if (scene.isPlatformUp)
            await Promise.all([stage.service.contacts.idle(), stage.service.audience.idle()]);
        }
        expect(
          steps.some((step) => 'request' in step),
          'a case that asks nothing proves nothing',
        ).toBe(true);
      } finally {
        await stage.close();
      }
    });
  });
}

function stepsOf({ steps, request, expect: expected, save }: Case): Step[] {
  if (steps !== undefined) return steps;
  return [{ request: request ?? {}, expect: expected ?? {}, ...(save === undefined ? {} : { save }) }];
}

async function exchange(
  scene: Scene,
  base: CaseRequest,
  { request, expect: expected, save }: Exchange,
): Promise<void> {
  const wanted = scene.names.fill(expected);
  const { http, headers, text } = await send(scene, {
    ...baseFor(base, request),
    ...request,
    ...merged(base, request),
  });
  const body = parse(text);
  const wrong = [
    ...(wanted.http === undefined || wanted.http === http
      ? []
      : [`http: expected ${wanted.http}, got ${http}`]),
    ...(wanted.body === undefined ? [] : mismatches(wanted.body, body)),
    ...(wanted.exactly === undefined ? [] : mismatches(wanted.exactly, body, 'body', true)),
    ...(wanted.text === undefined ? [] : mismatches(wanted.text, text, 'text')),
    ...(wanted.headers === undefined
      ? []
      : mismatches(wanted.headers, Object.fromEntries(headers), 'headers')),
  ];
  if (wrong.length > 0) expect.fail(`${wrong.join('\n')}\nThe answer was ${http} ${text.slice(0, 2_000)}`);
  for (const [name, place] of Object.entries(save ?? {})) {
    const value = place
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], body);
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`There is nothing at ${place} to save.`);
    scene.names.set(name, { value });
  }
}

/** A case that gets something does not post it to the file's path. */
function baseFor({ post, ...others }: CaseRequest, request: CaseRequest): CaseRequest {
  return request.get !== undefined || post === undefined ? others : { ...others, post };
}

/** Fields of the case on top of the file's. */
function merged(base: CaseRequest, request: CaseRequest): Pick<CaseRequest, 'send'> {
  const isFields = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (request.raw !== undefined || !isFields(base.send) || !isFields(request.send)) return {};
  const fields = { ...(base.send as object), ...(request.send as object) };
  return { send: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '<absent>')) };
}

function send(scene: Scene, raw: CaseRequest): Promise<Answered> {
  const request = scene.names.fill(raw);
  const target = request.post ?? request.get;
  if (target === undefined) throw new Error('A request needs "post" or "get" with a path.');
  const method = request.method ?? (request.post === undefined ? 'GET' : 'POST');
  const isWithBody = method !== 'GET' && method !== 'HEAD';
  const body = request.raw ?? (request.send === undefined ? undefined : JSON.stringify(request.send));
  return ask(target.startsWith('http') ? target : scene.stage.url + target, {
    method,
    headers: {
      ...(isWithBody && body !== undefined ? { 'Content-Type': 'application/json' } : {}),
      ...keyOf(scene, request),
      ...request.headers,
    },
    ...(isWithBody && body !== undefined ? { body } : {}),
  });
}

function keyOf(scene: Scene, { as: who, key }: CaseRequest): Record<string, string> {
  if (key !== undefined) return { Auth: key };
  if (who === undefined || who === 'nobody') return {};
  return { Auth: String(scene.names.get(who, 'access')) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
