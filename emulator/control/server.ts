/** `/emulator/…`: the interface by which tools and the phone page move the emulated world. JSON in, JSON out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyMalformed, BodyTooLarge, readBody, readJsonObject } from '../body.js';
import { ApiFailure, ControlFailure } from '../failure.js';
import type { Parts } from '../parts.js';
import { actionRoutes } from './actions.js';
import { botMakerRoutes } from './bot-maker.js';
import { chatRoutes } from './chats.js';
import type { ControlRoute } from './input.js';
import { groupRoutes } from './groups.js';
import { inspectRoutes } from './inspect.js';
import { memberRoutes } from './members.js';
import { peopleRoutes } from './people.js';
import { stageRoutes } from './stage.js';
import { writingRoutes } from './writing.js';

const routes: ControlRoute[] = [
  ...peopleRoutes,
  ...botMakerRoutes,
  ...chatRoutes,
  ...memberRoutes,
  ...writingRoutes,
  ...actionRoutes,
  ...groupRoutes,
  ...inspectRoutes,
  ...stageRoutes,
];
const byLine = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** Answers one request of a tool. Errors are `{error: what is wrong and what to send}` with a 4xx status. */
export async function serveControl(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '/emulator/events') {
    listen(parts, request, response, url);
    return;
  }
  if (path.startsWith('/emulator/files/')) {
    sendFile(parts, response, path.slice('/emulator/files/'.length));
    return;
  }
  try {
    const body = await readBody(request);
    const result = find(request.method ?? 'GET', path).run(parts, {
      ...Object.fromEntries(url.searchParams),
      ...readJsonObject(body),
    });
    send(parts, response, 200, result);
  } catch (error) {
    const { status, message } = explain(error);
    send(parts, response, status, { error: message });
  }
}

function find(method: string, path: string): ControlRoute {
  const found = byLine.get(`${method} ${path}`);
  if (found) return found;
  const others = routes.filter((route) => route.path === path);
  if (others.length > 0) {
    const list = others.map((route) => `${route.method} ${route.usage}`).join(', or ');
    throw new ControlFailure(405, `${method} is not for ${path}; use ${list}`);
  }
  const known = [...new Set(routes.map((route) => `${route.method} ${route.path}`))].sort();
  throw new ControlFailure(404, `there is no ${path}; there are ${known.join(', ')}`);
}

function explain(error: unknown): { status: number; message: string } {
  if (error instanceof ControlFailure) return { status: error.status, message: error.message };
  if (error instanceof BodyTooLarge) return { status: 413, message: error.message };
  if (error instanceof BodyMalformed) return { status: 400, message: `${error.message}; send JSON` };
  if (error instanceof ApiFailure) return { status: 400, message: error.message };
  process.stderr.write(
    `emulated platform: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  );
  return { status: 500, message: 'the emulated platform failed; see its standard error' };
}

function send(parts: Parts, response: ServerResponse, status: number, value: unknown): void {
  parts.world.journal.flush();
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

function listen(parts: Parts, request: IncomingMessage, response: ServerResponse, url: URL): void {
  const types = url.searchParams.get('types');
  const last = request.headers['last-event-id'] ?? url.searchParams.get('after');
  parts.events.listen(
    response,
    types === null || types === '' ? null : new Set(types.split(',')),
    typeof last === 'string' && /^\d+$/.test(last) ? Number(last) : null,
  );
}

/** Pictures for the phone page, by their names, which say nothing of any token. */
function sendFile(parts: Parts, response: ServerResponse, name: string): void {
  const file = parts.files.read(name);
  if (!file) {
    send(parts, response, 404, { error: 'there is no such file' });
    return;
  }
  const isPicture = file.record.width > 0;
  response.writeHead(200, {
    'content-type': isPicture ? file.record.mime_type : 'application/octet-stream',
    'content-length': file.bytes.length,
    'cache-control': 'max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    ...(isPicture
      ? {}
      : {
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.record.file_name)}`,
        }),
  });
  response.end(file.bytes);
}
