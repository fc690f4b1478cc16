/**
 * The api as a listener for a server. It never listens by itself: `main.ts` and the tests do.
 * What Express need not see goes past it (`bypass.ts`).
 */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Service } from '../core/service.js';
import { createBypass } from './bypass.js';
import { languageOf } from './pages/words.js';
import { notFoundPage } from './pages/page.js';
import { createRateLimiter } from './rate-limiter.js';
import { failed, type Reply, send } from './envelope.js';
import { createSample, type Logger, type RequestObserver, traced, traceOf } from './logging.js';
import type { RawRoute, Route } from './route.js';
import { routes as allRoutes } from './routes/index.js';
import { admit, fail, serve, type Serving } from './serve.js';
import type { Stopping } from './stopping.js';
import { createTurns } from './turn.js';

export interface AppOptions {
  logger: Logger;
  /** Counts requests, for an operator who watches the service. */
  observe?: RequestObserver;
  stopping?: Stopping;
  /** Another list of routes, for tests. */
  routes?: readonly Route[];
}

export function createApp(
  service: Service,
  { logger, observe, stopping, routes = allRoutes }: AppOptions,
): RequestListener {
  const turn = createTurns();
  const serving = { service, logger, rateLimiter: createRateLimiter(service.settings), turn };
  const router = createRouter(serving, routes);
  const pastExpress = createBypass(routes);
  const sample = createSample(Number(service.settings.LOG_REQUESTS_SHARE));
  const tracing = { logger, observe, sample };
  return (request, response) => {
    traced(tracing, request, response);
    if (stopping?.admits(response) === false) return;
    const refusal = headersFault(request);
    if (refusal !== null) {
      send(response, refusal);
      return;
    }
    const route = pastExpress(request);
    if (route === undefined) {
      // Pages and files send their headers in ways of their own.
      for (const [name, value] of Object.entries(traceOf(response).headers)) response.setHeader(name, value);
      router(request, response);
    } else void serve(serving, route, request, response);
  };
}

/** What node refuses by itself unless we do, which is without our envelope; null where nothing is wrong. */
function headersFault({ headers, httpVersion }: IncomingMessage): Reply | null {
  if (headers.host === undefined && httpVersion === '1.1') return failed(400, 'The header Host is missing.');
  const { expect } = headers;
  if (expect === undefined || CONTINUE.test(expect)) return null;
  return failed(417, 'The header Expect may only hold 100-continue.');
}

/** As node has it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

function createRouter(serving: Serving, routes: readonly Route[]): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  for (const route of routes) {
    if (route.kind === 'raw') mountRaw(app, serving, route);
    else app[route.method](route.path, (request, response) => serve(serving, route, request, response));
  }
  for (const [path, methods] of methodsByPath(routes)) {
    // One layer for whatever method; `app.all` makes one for each of the 34 that there are.
    app.route(path).all((request, response) => {
      serving.rateLimiter.enter(request);
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
      response.setHeader('Allow', allowed);
      send(response, failed(405, `${request.method} is not for this path; use ${methods.join(' or ')}.`));
    });
  }
  const nothing = nothingThere(serving);
  app.use(nothing);
  const failing: ErrorRequestHandler = (error: unknown, request, response, next) => {
    // A part of the path is no encoded text, such as `%zz`.
    if (error instanceof URIError) nothing(request, response, next);
    else fail(serving, response, error);
  };
  app.use(failing);
  return app;
}

const nothingThere =
  ({ rateLimiter }: Serving): RequestHandler =>
  (request, response) => {
    rateLimiter.enter(request);
    response.setHeader('Vary', 'Accept, Accept-Language');
    if (request.accepts(['application/json', 'text/html']) !== 'text/html') {
      const isDoubled = request.path.startsWith('//');
      // Of a base address that ends with a slash: the bot would let all users through, and not know why.
      const hint = isDoubled ? ' It begins with two slashes: leave one out.' : '';
      send(response, failed(404, `There is no such path.${hint}`));
      return;
    }
    shield(request, response, () => undefined);
    send(response, notFoundPage(languageOf(request)));
  };

/** Headers of all that is not JSON; a page says for itself what it may load and who may frame it. */
const shield = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"] } },
  xFrameOptions: false,
});

function mountRaw(app: Express, serving: Serving, route: RawRoute): void {
  const { service } = serving;
  app[route.method](route.path, async (request, response) => {
    // First of all: a refusal has these headers, too.
    shield(request, response, () => undefined);
    try {
      const asked: RawRoute = route.opens?.(request) === true ? { ...route, access: 'public' } : route;
      const { input, caller, address } = await admit(serving, asked, request, response);
      request.body = input;
      await route.serve({ service, request, response, caller, address });
    } catch (error) {
      fail(serving, response, error);
    }
  });
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of routes)
    byPath.set(path, [...(byPath.get(path) ?? []), method.toUpperCase()]);
  return byPath;
}
