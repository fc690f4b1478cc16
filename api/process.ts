/** One api process that answers: settings, store, service, HTTP server, and a graceful stop. */
import type { RequestListener } from 'node:http';
import { createInfrastructure } from '../core/adapters/index.js';
import { createLogger } from '../core/adapters/log.js';
import { createMetrics, startMetrics, watched } from '../core/adapters/metrics/index.js';
import { whenStarterIsGone } from '../core/adapters/starter.js';
import type { Settings } from '../core/config.js';
import { requireOwnDatabase } from '../core/installation.js';
import { listenFault } from '../core/listening.js';
import { missingPlaces } from '../core/orders/index.js';
import { createService } from '../core/service.js';
import { openStore } from '../db/index.js';
import { createApp } from './app.js';
import { startImportRunner } from './imports/runner.js';
import { listen } from './server.js';
import { createStopping } from './stopping.js';

/** Copying the write-ahead log back takes time that callers would wait for: the bot process does it, unless it is down. */
const CHECKPOINT_PAGES = 20_000;

/** Starts the server; ends this process on a signal to stop. Resolves with the addresses it listens on. */
export async function answerRequests(settings: Settings): Promise<{ api: string; metrics?: string }> {
  const logger = createLogger(settings);
  const metrics = createMetrics('api');
  const store = watched(
    metrics,
    await openStore(settings, {
      checkpointPages: CHECKPOINT_PAGES,
      applicationName: 'sponsorgate api',
      onCommit: metrics.commit,
      log: logger,
    }),
  );
  const infrastructure = await createInfrastructure(settings, 'api', logger, metrics, store.paces);
  await requireOwnDatabase({ ...infrastructure, store, settings });
  const stopping = createStopping();
  // The address is needed before the service is made: with port 0, links to our pages are only known once we listen.
  const started: { app?: RequestListener } = {};
  const { server, url } = await listen(
    (request, response) => {
      started.app?.(request, response);
    },
    settings.API_HOST,
    settings.API_PORT,
    { logger },
  ).catch((error: unknown) => {
    const place = { host: settings.API_HOST, port: settings.API_PORT };
    throw listenFault(error, { ...place, hostSetting: 'API_HOST', portSetting: 'API_PORT' });
  });
  const service = createService({
    store,
    settings: { ...settings, PUBLIC_URL: settings.PUBLIC_URL ?? url },
    ...infrastructure,
  });
  started.app = createApp(service, { logger, observe: metrics.request, stopping });
  const imports = startImportRunner(service, logger);
  const figures = await startMetrics({
    process: 'api',
    metrics,
    service,
    platform: infrastructure.platform,
    log: logger,
  });

  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    stopping
      .stop(server)
      .then(() => Promise.all([figures?.stop(), imports.stop()]))
      .then(() => store.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'the stop failed');
        process.exit(1);
      });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  whenStarterIsGone(() => stop('disconnect'));
  const unseen = missingPlaces(service.geo);
  if (unseen !== null) logger.warn({ reason: unseen }, 'places are not known');
  logger.info({ url }, 'the api answers');
  return { api: url, ...(figures === null ? {} : { metrics: figures.url }) };
}
