/**
 * What each step of a request costs, for the table of `layers`: processor time by samples of the stack, allocations by
 * samples of the heap, statements and rows by counting them. Each is given to the innermost function that belongs to a step.
 */
import { Session } from 'node:inspector/promises';
import type Database from 'better-sqlite3';

/** By parts of file names, the first that fits. What fits none, such as the driver, is its caller's. */
const STEPS: readonly [step: string, files: RegExp][] = [
  ['the client that asks', /\/tools\/bench\//],
  [
    'reading',
    /\/db\/(sqlite\/(context-reader|invalidation-log|catalog)|work\/(context-row|versions))|sponsors\/(request-contexts|sight)|core\/accounts/,
  ],
  ['settling', /\/db\/.*(settl|ledger|settled)|core\/(subscriptions|ledger|evidence)|sponsors\/joins/],
  [
    'writing and committing',
    /\/db\/sqlite\/(executor|request-contexts|write-behind)|\/db\/work\/(sponsors|impressions|write-behind)|sponsors\/record/,
  ],
  ['choosing', /\/core\/(choosing|quality|forecast)|sponsors\/picking/],
  [
    'describing',
    /sponsors\/(listing|sponsor|own-links|asked-links|logos)|core\/(links|tracked-links|checks)/,
  ],
  ['answering', /routes\/sponsor-wire|api\/(envelope|send)|sponsors\/(answers?|response-cache)/],
  ['other steps of core', /\/core\//],
  [
    'HTTP, key and fields',
    /\/api\/|^node:(http|net|_http|internal\/stream|internal\/http|events|buffer|stream)/,
  ],
];
const OF_NO_STEP = 'Node and the collector';

interface Counts {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

interface Frame {
  functionName: string;
  url: string;
}

interface Tree {
  frame: Frame;
  self: number;
  children: readonly Tree[];
}

export const stepNames: readonly string[] = [...STEPS.slice(1).map(([step]) => step), OF_NO_STEP];

const stepOf = (file: string) => STEPS.find(([, files]) => files.test(file))?.[0];

/** Counts what every statement of this process does, from here on. */
export function countStatements(sample: Database.Statement) {
  let counts: Map<string, Counts> | null = null;
  const prototype = Object.getPrototypeOf(sample) as Record<
    'get' | 'all' | 'run',
    (...values: unknown[]) => unknown
  >;
  const rowsOf = {
    get: (row: unknown) => [Number(row !== undefined), 0],
    all: (rows: unknown) => [(rows as unknown[]).length, 0],
    run: (info: unknown) => [0, (info as Database.RunResult).changes],
  };
  for (const name of ['get', 'all', 'run'] as const) {
    const real = prototype[name];
    prototype[name] = function (this: Database.Statement, ...values) {
      const answer = real.apply(this, values);
      if (counts === null) return answer;
      const [read = 0, changed = 0] = rowsOf[name](answer);
      // What changed is said of the statement before, too, where this one writes nothing.
      const written = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH)/i.test(this.source) ? changed : 0;
      const step = stepOfStack();
      const before = counts.get(step) ?? { statements: 0, rowsRead: 0, rowsWritten: 0 };
      counts.set(step, {
        statements: before.statements + 1,
        rowsRead: before.rowsRead + read,
        rowsWritten: before.rowsWritten + written,
      });
      return answer;
    };
  }
  return async (work: () => Promise<void>) => {
    const counted: NonNullable<typeof counts> = new Map();
    counts = counted;
    await work();
    counts = null;
    return counted;
  };
}

/** All but what the client that asks has. */
export const ofTheApi = <Value>(steps: ReadonlyMap<string, Value>): Value[] =>
  stepNames.map((step) => steps.get(step)).filter((each) => each !== undefined);

function stepOfStack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  return (
    lines
      .filter((line) => !line.includes('/bench/costs.'))
      .map(stepOf)
      .find((step) => step !== undefined) ?? OF_NO_STEP
  );
}

/** The processor time of `work`, in µs, by step and by function. */
export async function profiled(work: () => Promise<void>) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const hits = new Map<number, number>();
  for (const id of profile.samples ?? []) hits.set(id, (hits.get(id) ?? 0) + 1);
  const treeOf = (id: number): Tree => {
    const node = nodes.get(id);
    if (node === undefined) throw new Error('A profile is whole.');
    const isRest = ['(idle)', '(program)'].includes(node.callFrame.functionName);
    return {
      frame: node.callFrame,
      self: isRest ? 0 : (hits.get(id) ?? 0),
      children: (node.children ?? []).map(treeOf),
    };
  };
  const root = treeOf(profile.nodes[0]?.id ?? 0);
  const [bySteps, byPlaces] = [new Map<string, number>(), new Map<string, number>()];
  spread(root, OF_NO_STEP, bySteps, byPlaces);
  // Samples are of time; what counts is the share of the processor time that each has.
  const all = [...bySteps.values()].reduce((sum, each) => sum + each, 0);
  const scale = (of: Map<string, number>) =>
    new Map([...of].map(([name, each]) => [name, (each / all) * (user + system)]));
  return { steps: scale(bySteps), places: scale(byPlaces) };
}

/** The bytes that `work` allocates, by step, those that were collected meanwhile too. */
export async function allocated(work: () => Promise<void>): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4_096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as object);
  await work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const treeOf = (node: typeof profile.head): Tree => ({
    frame: node.callFrame,
    self: node.selfSize,
    children: node.children.map(treeOf),
  });
  const bySteps = new Map<string, number>();
  spread(treeOf(profile.head), OF_NO_STEP, bySteps, new Map());
  return bySteps;
}

function spread(
  { frame, self, children }: Tree,
  outer: string,
  steps: Map<string, number>,
  places: Map<string, number>,
): void {
  const step = stepOf(frame.url) ?? outer;
  steps.set(step, (steps.get(step) ?? 0) + self);
  const place = `${frame.functionName || '(anonymous)'} ${frame.url.replace(/^.*\/(dist\/bench|node_modules)\//, '')}`;
  if (step !== STEPS[0]?.[0]) places.set(place, (places.get(place) ?? 0) + self);
  for (const child of children) spread(child, step, steps, places);
}
