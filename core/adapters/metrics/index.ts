/** The figures of a process, and where it gives them. */
import { readFileSync } from 'node:fs';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Settings } from '../../config.js';
import type { Health } from '../../health.js';
import type { Geo, Log, Store } from '../../ports.js';
import { listenForMetrics, type MetricsListener } from './listener.js';
import type { Metrics } from './metrics.js';
import { statusPage, statusPolicy } from './status-page.js';
import { createStoreFigures } from './store-figures.js';
import { watchStore } from './watched-store.js';

export type { Metrics } from './metrics.js';
export { createMetrics } from './metrics.js';
export type { MetricsListener } from './listener.js';

/** The same store, which counts what passes. */
export function watched(metrics: Metrics, store: Store): Store {
  return watchStore(metrics.registry, store);
}

export interface MetricsParts {
  /** Which of the two: its settings say where. */
  process: 'api' | 'bot';
  metrics: Metrics;
  service: {
    settings: Pick<Settings, 'METRICS_HOST' | 'METRICS_PORT' | 'BOT_METRICS_PORT' | 'METRICS_TOKEN'>;
    health: Pick<Health, 'figures'>;
    sponsors: { refusalCounts(): ReadonlyMap<string, number> };
    geo: Pick<Geo, 'knows'>;
  };
  log: Log;
}

/** @returns null when the settings name no port */
export async function startMetrics(parts: MetricsParts): Promise<MetricsListener | null> {
  const { process: name, metrics, service, log } = parts;
  const { settings, health } = service;
  const port = name === 'api' ? settings.METRICS_PORT : settings.BOT_METRICS_PORT;
  if (port === undefined) return null;
  const { registry } = metrics;
  const version = serviceVersion();
  new Gauge({
    name: 'sponsorgate_build_info',
    help: 'Always 1; the label tells the version.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  countRefusals(registry, () => service.sponsors.refusalCounts());
  const figures = createStoreFigures(registry, () => health.figures());
  const status = {
    type: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': statusPolicy },
    make: async () =>
      statusPage({
        process: name,
        version,
        upSeconds: process.uptime(),
        memoryBytes: process.memoryUsage.rss(),
        figures: await figures.read(),
        knows: service.geo.knows,
      }),
  };
  const pages = {
    '/metrics': {
      type: registry.contentType,
      make: async () => {
        await figures.read();
        return registry.metrics();
      },
    },
    '/status': status,
    '/': status,
  };
  const listener = await listenForMetrics(pages, {
    host: settings.METRICS_HOST,
    port,
    token: settings.METRICS_TOKEN ?? null,
  });
  log.info({ url: listener.url }, 'figures are given');
  return listener;
}

/** Counted where orders are chosen; read when somebody looks. */
function countRefusals(registry: Registry, counts: () => ReadonlyMap<string, number>): void {
  new Counter({
    name: 'sponsorgate_refusals_total',
    help: 'For which reasons orders were not shown; a large catalog is sampled.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of counts()) this.inc({ reason }, count);
    },
  });
}

/** Of the package.json above this file, built or as it was written. */
function serviceVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    try {
      const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
        version?: string;
      };
      return manifest.version ?? 'unknown';
    } catch {
      // Not in this folder.
    }
  }
  return 'unknown';
}
