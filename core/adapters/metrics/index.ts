/** The figures of a process, and where it gives them. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { VERSION } from '../../client-packages.js';
import type { Settings } from '../../config.js';
import type { Health } from '../../health.js';
import { listenFault } from '../../listening.js';
import type { Geo, Log } from '../../ports.js';
import type { PaceFigure, PlatformAdapter } from '../platform/index.js';
import { type DiskSettings, giveDisks } from './disk-figures.js';
import { listenForMetrics, type MetricsListener } from './listener.js';
import type { Metrics } from './metrics.js';
import { statusPage, statusPolicy } from './status-page.js';
import { createStoreFigures } from './store-figures.js';

export { createMetrics } from './metrics.js';
export { watched } from './watched-store.js';
export type { MetricsListener } from './listener.js';

export interface MetricsParts {
  /** Which of the two: its settings say where. */
  process: 'api' | 'bot';
  metrics: Metrics;
  service: {
    settings: DiskSettings &
      Pick<Settings, 'METRICS_HOST' | 'METRICS_PORT' | 'BOT_METRICS_PORT' | 'METRICS_TOKEN'>;
    health: Pick<Health, 'figures' | 'ready'>;
    sponsors: { ineligibilityCounts(): ReadonlyMap<string, number> };
    geo: Pick<Geo, 'knows'>;
  };
  platform: Pick<PlatformAdapter, 'paces' | 'clockAheadMs'>;
  log: Log;
}

/** @returns null when the settings name no port */
export async function startMetrics(parts: MetricsParts): Promise<MetricsListener | null> {
  const { process: name, metrics, service, platform, log } = parts;
  const { settings, health } = service;
  const port = name === 'api' ? settings.METRICS_PORT : settings.BOT_METRICS_PORT;
  if (port === undefined) return null;
  const { registry } = metrics;
  new Gauge({
    name: 'sponsorgate_build_info',
    help: 'Always 1; the label is the version.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  countIneligibility(registry, () => service.sponsors.ineligibilityCounts());
  givePaces(registry, platform);
  giveClock(registry, platform);
  giveDisks(registry, settings);
  const readFigures = createStoreFigures(registry, health);
  const status = {
    type: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': statusPolicy },
    make: async () =>
      statusPage({
        process: name,
        version: VERSION,
        upSeconds: process.uptime(),
        memoryBytes: process.memoryUsage.rss(),
        paces: platform.paces(),
        clockAheadMs: platform.clockAheadMs(),
        figures: await readFigures(),
        knows: service.geo.knows,
        networks: metrics.networks(),
      }),
  };
  const pages = {
    '/metrics': {
      type: registry.contentType,
      make: async () => {
        await readFigures();
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
  }).catch((error: unknown) => {
    const portSetting = name === 'api' ? 'METRICS_PORT' : 'BOT_METRICS_PORT';
    throw listenFault(error, { host: settings.METRICS_HOST, port, hostSetting: 'METRICS_HOST', portSetting });
  });
  log.info({ url: listener.url }, 'figures are given');
  return listener;
}

/** Counted where orders are chosen; read when somebody looks. */
function countIneligibility(registry: Registry, counts: () => ReadonlyMap<string, number>): void {
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

function giveClock(registry: Registry, platform: MetricsParts['platform']): void {
  new Gauge({
    name: 'sponsorgate_platform_clock_ahead_seconds',
    help: 'How far this machine’s clock is ahead of the platform’s, as far as its answers show; below 0: behind.',
    registers: [registry],
    collect() {
      this.set(platform.clockAheadMs() / 1_000);
    },
  });
}

/** Learnt with each call; read when somebody looks. */
function givePaces(registry: Registry, platform: MetricsParts['platform']): void {
  const gauge = (name: string, help: string, of: (pace: PaceFigure) => number | null) =>
    new Gauge({
      name: `sponsorgate_platform_pace_${name}`,
      help,
      labelNames: ['bot', 'kind'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { botId, paces } of platform.paces())
          for (const pace of paces) {
            const figure = of(pace);
            if (figure !== null) this.set({ bot: botId, kind: pace.lane }, figure);
          }
      },
    });
  gauge(
    'per_second',
    'Calls a second that all processes may make with the token of this bot of ours.',
    (pace) => pace.perSecond,
  );
  gauge('share', 'The part of it that is this process’s, from 0 to 1.', (pace) => pace.share);
  gauge(
    'ceiling_per_second',
    'About the rate that the platform refused last; absent: none.',
    (pace) => pace.ceiling,
  );
  gauge(
    'rest_seconds',
    'How long it has still to rest, as the platform asked.',
    (pace) => pace.restMs / 1_000,
  );
}
