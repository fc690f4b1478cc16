/** An api in this very process, so that what its requests do can be counted here. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInfrastructure } from '../../core/adapters/index.js';
import { createLogger } from '../../core/adapters/log.js';
import { createMetrics, watched } from '../../core/adapters/metrics/index.js';
import { parseSettings } from '../../core/config.js';
import { createService } from '../../core/service.js';
import { createSqliteStore } from '../../db/sqlite/index.js';
import type { Measured } from './servers.js';

/** @param environment of a world over SQLite */
export async function serviceHere(environment: Record<string, string>) {
  const settings = parseSettings(environment);
  const metrics = createMetrics('api');
  const path = settings.DATABASE_URL;
  const store = watched(metrics, await createSqliteStore({ path, onCommit: metrics.commit }));
  const logger = createLogger({ LOG_LEVEL: 'error', LOG_FORMAT: 'json' });
  const infrastructure = await createInfrastructure(settings, 'api', logger, metrics);
  return { store, metrics, logger, service: createService({ store, settings, ...infrastructure }) };
}

/** Its processor time is that of this process, with the client that asks. */
export async function serveHere(listener: RequestListener): Promise<Measured> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    residentBytes: () => process.memoryUsage.rss(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
