/** The api as an Express app. It never listens by itself: `main.ts` and the tests do. */
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import { ServiceError } from '../core/errors.js';
import helmet from 'helmet';
import type { Service } from '../core/service.js';
import { authenticate } from './auth.js';
import { readBody } from './body.js';
import { failed, replyTo, replyToFailure, type Reply } from './envelope.js';
import { type Logger, traceOf, tracing } from './logging.js';
import { answerTo, type Route } from './route.js';
import { send } from './send.js';
import { routes as allRoutes } from './routes/index.js';
import type { Stopping } from './stopping.js';

export interface AppOptions {
  logger: Logger;
  /** Refuses requests once a stop has begun. */
  stopping?: Stopping;
  /** Another list of routes, for tests. */
  routes?: readonly Route[];
}

export function createApp(service: Service, { logger, stopping, routes = allRoutes }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // A proxy on this machine may say whom it speaks for; nobody else may.
  app.set('trust proxy', 'loopback');
  app.use(tracing(logger));
  if (stopping !== undefined) app.use(stopping.watch);
  for (const route of routes) mount(app, service, route, logger);
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(path, (request, response) => {
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
      response.setHeader('Allow', allowed);
      send(response, failed(405, `${request.method} is not for this path; use ${methods.join(' or ')}.`));
    });
  }
  app.use((_request, response) => {
    send(response, failed(404, 'There is no such path.'));
  });
  const failing: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    fail(logger, response, error, (reply) => reply);
  };
  app.use(failing);
  return app;
}

/** What browsers are told of whatever is no JSON; a page says for itself what it may load and who may frame it. */
const shield = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"] } },
  xFrameOptions: false,
});

function mount(app: Express, service: Service, route: Route, logger: Logger): void {
  app[route.method](route.path, async (request, response) => {
    try {
      // The body is read first, so that an answer sent early does not cut the connection under a caller still sending.
      const body =
        route.method === 'post' ? toObject(await readBody(request, response, takesForms(route))) : {};
      const caller = await authenticate(service, route, request);
      traceOf(response).caller = caller;
      if (route.kind === 'raw') {
        shield(request, response, () => undefined);
        request.body = body;
        await route.serve({ service, request, response, caller });
        return;
      }
      const input = route.method === 'post' ? body : toObject(request.query);
      send(response, replyTo(await answerTo(route, service, input, caller)));
    } catch (error) {
      fail(logger, response, error, (reply) =>
        route.kind === 'raw' && route.fail !== undefined
          ? route.fail(reply, { service, request, response })
          : reply,
      );
    }
  });
}

function takesForms(route: Route): boolean {
  return route.kind === 'raw' && route.takesForms === true;
}

function toObject(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input))
    return input as Record<string, unknown>;
  throw new ServiceError('invalid', 'The body must be a JSON object.');
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of routes)
    byPath.set(path, [...(byPath.get(path) ?? []), method.toUpperCase()]);
  return byPath;
}

/** Tells a failure, and logs it when it is a fault of ours. */
function fail(logger: Logger, response: Response, error: unknown, shape: (reply: Reply) => Reply): void {
  const reply = replyToFailure(error);
  if (reply.code === 500)
    logger.error({ request_id: traceOf(response).requestId, err: error }, 'a request failed');
  // Half an answer cannot be taken back; cutting it tells the caller that it is not whole.
  if (response.headersSent) response.destroy();
  else send(response, shape(reply));
}
