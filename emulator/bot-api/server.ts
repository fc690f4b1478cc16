/** `/bot<token>/<method>` and `/file/bot<token>/<path>`: finds the bot, meets the faults asked for, answers as the platform. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BodyMalformed,
  BodyTooLarge,
  readBody,
  readFields,
  type RequestFields,
  type Upload,
} from '../body.js';
import { showCall } from '../exchanges.js';
import { ApiFailure } from '../failure.js';
import { describeFault, type Fault } from '../faults.js';
import type { Parts } from '../parts.js';
import type { BotRecord } from '../world.js';
import { BotCall } from './call.js';
import { findMethod } from './methods.js';

type Outcome = { ok: true; result: unknown } | { ok: false; failure: ApiFailure };

/** Answers one request of a bot. */
export async function serveBotApi(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [, token = '', method = ''] = /^\/bot([^/]+)\/([^/]*)$/.exec(decoded(url.pathname)) ?? [];
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  let fields: RequestFields;
  try {
    fields = readFields(url.searchParams, request.headers['content-type'] ?? '', await readBody(request));
  } catch (error) {
    answer(parts, response, { ok: false, failure: bodyFailure(error) });
    return;
  }
  const bot = parts.world.botByToken(token);
  const entry = parts.calls.begin({
    token,
    botId: bot?.id ?? null,
    username: bot?.username ?? null,
    method,
    payload: { ...fields.values, ...shownUploads(fields) },
    atMs: parts.world.nowMs(),
  });
  const fault = parts.faults.take(token, method);
  if (fault) entry.fault = fault.kind;
  const [least, most] = parts.behaviour.latencyMs;
  const onTheWayMs = least + Math.random() * (most - least);
  const delayMs = onTheWayMs + (fault?.latencyMs ?? 0);
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => undefined);
  if (fault?.kind === 'timeout') return;
  const outcome =
    fault && isAnswer(fault) ? faultOutcome(fault) : await perform(parts, bot, method, fields, gone.signal);
  const failure = outcome.ok
    ? {}
    : { error_code: outcome.failure.code, description: outcome.failure.message };
  parts.calls.end(entry, parts.world.nowMs(), { ok: outcome.ok, ...failure });
  showCall({ method, fields, answer: bodyOf(outcome) });
  if (fault?.kind === 'drop') {
    parts.world.journal.flush();
    response.destroy();
    return;
  }
  answer(parts, response, outcome);
}

/** A file's bytes, for the bot whose file it is. */
export function serveFile(parts: Parts, response: ServerResponse, url: URL): void {
  const [, token = '', name = ''] =
    /^\/file\/bot([^/]+)\/(?:photos|documents)\/([\w-]+)(?:\.\w+)?$/.exec(decoded(url.pathname)) ?? [];
  const file = parts.world.botByToken(token) ? parts.files.read(name) : null;
  if (!file) {
    answer(parts, response, { ok: false, failure: new ApiFailure(404, 'Not Found') });
    return;
  }
  response.writeHead(200, { 'content-type': file.record.mime_type, 'content-length': file.bytes.length });
  response.end(file.bytes);
}

/** Performs a method without a request, as a webhook's answer may ask; answers the body that a request would get. */
export async function performMethod(
  parts: Parts,
  token: string,
  method: string,
  values: Record<string, unknown>,
): Promise<object> {
  const fields = { values, uploads: new Map<string, Upload>() };
  const bot = parts.world.botByToken(token);
  const body = bodyOf(await perform(parts, bot, method, fields, new AbortController().signal));
  showCall({ method, fields, answer: body });
  return body;
}

async function perform(
  parts: Parts,
  bot: BotRecord | undefined,
  name: string,
  fields: RequestFields,
  gone: AbortSignal,
): Promise<Outcome> {
  if (!bot) return { ok: false, failure: new ApiFailure(401, 'Unauthorized') };
  const method = findMethod(name);
  if (!method) return { ok: false, failure: new ApiFailure(404, 'Not Found: method not found') };
  try {
    parts.limits.call(bot.id, name, parts.world.nowMs());
    return { ok: true, result: await method.run(new BotCall(parts, bot, fields, gone)) };
  } catch (error) {
    if (error instanceof ApiFailure) return { ok: false, failure: error };
    process.stderr.write(
      `emulated platform: ${name} failed: ${error instanceof Error ? (error.stack ?? '') : ''}\n`,
    );
    return { ok: false, failure: new ApiFailure(500, 'Internal Server Error') };
  }
}

function answer(parts: Parts, response: ServerResponse, outcome: Outcome): void {
  parts.world.journal.flush();
  if (response.destroyed) return;
  const status = outcome.ok ? 200 : outcome.failure.code;
  const body = JSON.stringify(bodyOf(outcome));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function bodyOf(outcome: Outcome): object {
  if (outcome.ok) return outcome;
  const { failure } = outcome;
  const { parameters } = failure;
  return {
    ok: false,
    error_code: failure.code,
    description: failure.message,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

function bodyFailure(error: unknown): ApiFailure {
  if (error instanceof BodyTooLarge) return new ApiFailure(413, 'Request Entity Too Large');
  return new ApiFailure(
    400,
    `Bad Request: ${error instanceof BodyMalformed ? error.message : "can't read the request"}`,
  );
}

/** Clients may escape the colon of a token. What can't be decoded matches nothing. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

const isAnswer = (fault: Fault): boolean => fault.kind !== 'drop' && fault.kind !== 'latency';

function faultOutcome(fault: Fault): Outcome {
  const { code, description } = describeFault(fault);
  return {
    ok: false,
    failure: new ApiFailure(code, description, code === 429 ? { retry_after: fault.retryAfterSeconds } : {}),
  };
}

function shownUploads(fields: RequestFields): Record<string, unknown> {
  return Object.fromEntries(
    [...fields.uploads].map(([name, upload]) => [
      name,
      { file_name: upload.fileName, size: upload.bytes.length },
    ]),
  );
}
