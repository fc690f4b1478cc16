/** What is counted while the process works; `docs/operating.md` says what each figure is for. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PlatformFailureKind } from '../../platform.js';
import type { NetworkObserver } from '../networks/index.js';
import type { CallObserver } from '../platform/index.js';
import { bucketFamily, type Buckets, countFamily } from './tally.js';

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
  const family = bucketFamily(registry, REQUEST_SECONDS, {
    name: 'sponsorgate_http_request_seconds',
    help: 'Requests by the path of their route and the status of their answer ("aborted": the caller was gone before it).',
    labels: ['path', 'status'],
  });
  // Routes and statuses are few: both maps stay small, and after the first of its kind a request allocates nothing.
  const byPath = new Map<string | undefined, Map<number, Buckets>>();
  return (path, status, tookMs) => {
    let byStatus = byPath.get(path);
    if (byStatus === undefined) byPath.set(path, (byStatus = new Map<number, Buckets>()));
    let buckets = byStatus.get(status);
    if (buckets === undefined) {
      buckets = family.of(path ?? 'none', status === ABORTED ? 'aborted' : String(status));
      byStatus.set(status, buckets);
    }
    buckets.observe(tookMs / 1_000);
  };
}

function commitObserver(registry: Registry): Metrics['commit'] {
  const seconds = bucketFamily(registry, COMMIT_SECONDS, {
    name: 'sponsorgate_commit_seconds',
    help: 'Commits of the store, from taking the lock to the end; durable ones have reached the disk.',
    labels: ['durable'],
  });
  const commands = bucketFamily(registry, COMMIT_COMMANDS, {
    name: 'sponsorgate_commit_commands',
    help: 'Commands that were committed together.',
  }).of();
  const [durable, light] = [seconds.of('yes'), seconds.of('no')];
  return ({ names, isDurable }, tookMs) => {
    (isDurable ? durable : light).observe(tookMs / 1_000);
    commands.observe(names.length);
  };
}

const lanes = ['messages', 'membership', 'invites', 'other'] as const;
const failures: Record<PlatformFailureKind, true> = {
  blocked: true,
  chat_gone: true,
  token_refused: true,
  rights_lost: true,
  bad_request: true,
  limited: true,
  unavailable: true,
  uncertain: true,
};
const outcomes = ['ok', 'held_back', 'broken', ...(Object.keys(failures) as PlatformFailureKind[])] as const;

function callObserver(registry: Registry): CallObserver {
  const seconds = bucketFamily(registry, CALL_SECONDS, {
    name: 'sponsorgate_platform_call_seconds',
    help: 'Calls that reached out to the platform, each try by itself, by kind of method.',
    labels: ['kind'],
  });
  const calls = countFamily(registry, {
    name: 'sponsorgate_platform_calls_total',
    help: 'Tries by kind of method and outcome ("held_back" by our own pacing, "broken": not tried since the platform does not answer).',
    labels: ['kind', 'outcome'],
  });
  const children = new Map(
    lanes.map((lane) => [
      lane,
      {
        seconds: seconds.of(lane),
        counts: new Map(outcomes.map((outcome) => [outcome, calls.of(lane, outcome)])),
      },
    ]),
  );
  return (lane, outcome, tookMs) => {
    const child = children.get(lane);
    child?.counts.get(outcome)?.add();
    if (outcome !== 'held_back' && outcome !== 'broken') child?.seconds.observe(tookMs / 1_000);
  };
}

function networkObserver(registry: Registry): { network: NetworkObserver; latest: Map<string, string> } {
  const latest = new Map<string, string>();
  const answers = countFamily(registry, {
    name: 'sponsorgate_network_answers_total',
    help: 'Questions to other networks by network and outcome ("resting": not asked, since it failed a moment ago).',
    labels: ['network', 'outcome'],
  });
  const network: NetworkObserver = (kind, outcome) => {
    answers.of(kind, outcome).add();
    latest.set(kind, outcome);
  };
  return { network, latest };
}
