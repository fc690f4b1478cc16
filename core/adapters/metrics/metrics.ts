/** What is counted while the process works; `docs/operating.md` says what each figure is for. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { platformFailureKinds } from '../../platform.js';
import type { NetworkObserver } from '../networks/index.js';
import { type CallObserver, lanes } from '../platform/index.js';

/** From the fastest answers to those that the deadline of /get-sponsors bounds, and to what is out of order. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1, 2.5, 10];
const COMMIT_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5];
const COMMIT_COMMANDS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The answer was cut off before it was whole. */
const ABORTED = 0;

export interface Metrics {
  registry: Registry;
  /**
   * A request was answered.
   * @param path as its route names it; undefined for what has no route
   * @param status 0 when the caller was gone before the answer was
   */
  request(path: string | undefined, status: number, tookMs: number): void;
  /** A commit of the store. */
  commit(facts: { names: readonly string[]; isDurable: boolean }, tookMs: number): void;
  /** A call to the platform, or one that was held back. */
  call: CallObserver;
  network: NetworkObserver;
  /** What each other network said last, in the order in which they were first asked. */
  networks(): ReadonlyMap<string, string>;
  /** A backup was made, or sent off-site, or could not be. */
  backup(what: 'backup' | 'offsite', isMade: boolean): void;
}

/** @param process `api` or `bot`: a label of every figure */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'sponsorgate_started_seconds',
    help: 'When this process started, in seconds since 1970.',
    registers: [registry],
  }).set(Math.floor(Date.now() / 1_000));
  const { network, latest } = networkObserver(registry);
  return {
    registry,
    request: requestObserver(registry),
    commit: commitObserver(registry),
    call: callObserver(registry),
    network,
    networks: () => latest,
    backup: backupObserver(registry),
  };
}

function backupObserver(registry: Registry): Metrics['backup'] {
  const failed = (what: string, help: string) =>
    new Gauge({ name: `sponsorgate_${what}_failed`, help, registers: [registry] });
  const gauges = {
    backup: failed('backup', '1 where the latest backup that this process was to make could not be made.'),
    offsite: failed(
      'offsite',
      '1 where the latest backup that this process was to send off-site is not there.',
    ),
  };
  return (what, isMade) => gauges[what].set(isMade ? 0 : 1);
}

function requestObserver(registry: Registry): Metrics['request'] {
  const seconds = new Histogram({
    name: 'sponsorgate_http_request_seconds',
    help: 'Requests by the path of their route and the status of their answer ("aborted": the caller was gone before it).',
    labelNames: ['path', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  return (path = 'none', status, tookMs) => {
    seconds.observe({ path, status: status === ABORTED ? 'aborted' : status }, tookMs / 1_000);
  };
}

function commitObserver(registry: Registry): Metrics['commit'] {
  const seconds = new Histogram({
    name: 'sponsorgate_commit_seconds',
    help: 'Commits of the store, from taking the lock to the end; durable ones have reached the disk.',
    labelNames: ['durable'],
    buckets: COMMIT_SECONDS,
    registers: [registry],
  });
  const commands = new Histogram({
    name: 'sponsorgate_commit_commands',
    help: 'Commands that were committed together.',
    buckets: COMMIT_COMMANDS,
    registers: [registry],
  });
  for (const durable of ['yes', 'no']) seconds.zero({ durable });
  return ({ names, isDurable }, tookMs) => {
    seconds.observe({ durable: isDurable ? 'yes' : 'no' }, tookMs / 1_000);
    commands.observe(names.length);
  };
}

const outcomes = ['ok', 'held_back', 'broken', ...platformFailureKinds] as const;

function callObserver(registry: Registry): CallObserver {
  const seconds = new Histogram({
    name: 'sponsorgate_platform_call_seconds',
    help: 'Calls that reached out to the platform, each try by itself, by kind of method.',
    labelNames: ['kind'],
    buckets: CALL_SECONDS,
    registers: [registry],
  });
  const calls = new Counter({
    name: 'sponsorgate_platform_calls_total',
    help: 'Tries by kind of method and outcome ("held_back" by our own pacing, "broken": not tried since the platform does not answer).',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const kind of lanes) {
    seconds.zero({ kind });
    for (const outcome of outcomes) calls.inc({ kind, outcome }, 0);
  }
  return (kind, outcome, tookMs) => {
    calls.inc({ kind, outcome });
    if (outcome !== 'held_back' && outcome !== 'broken') seconds.observe({ kind }, tookMs / 1_000);
  };
}

function networkObserver(registry: Registry): { network: NetworkObserver; latest: Map<string, string> } {
  const latest = new Map<string, string>();
  const answers = new Counter({
    name: 'sponsorgate_network_answers_total',
    help: 'Questions to other networks by network and outcome ("resting": not asked, since it failed a moment ago).',
    labelNames: ['network', 'outcome'],
    registers: [registry],
  });
  const network: NetworkObserver = (kind, outcome) => {
    answers.inc({ network: kind, outcome });
    latest.set(kind, outcome);
  };
  return { network, latest };
}
