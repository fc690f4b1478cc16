/**
 * Failing over: three machines with Patroni, etcd and HAProxy, of which the leader dies under load, again and again.
 *
 *     npm run failover -- --help
 */
import { migrate } from '../../db/index.js';
import { faultsIn, openWorld, type World } from '../../test/processes/world.js';
import { sqlOver } from '../../test/support/database.js';
import { table, writesDocs, writeSection } from '../../test/support/promises-page.js';
import { Audit } from './audit.js';
import { type Cluster, startCluster } from './cluster.js';
import { type Command, faultsOf, type Figures, readCommand, rowsOf, USAGE } from './command.js';
import { findEngines } from './engines.js';
import { Load } from './load.js';

/** Nothing was tried, which is not the same as that all is well. */
const NOT_TRIED = 2;
/** Before each kill, and after it. */
const WRITES = 100;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(args: readonly string[]): Promise<number> {
  const asked = readCommand(args);
  if (asked === null) {
    say(USAGE);
    return 0;
  }
  const engines = findEngines();
  if (typeof engines === 'string') {
    say(engines);
    return NOT_TRIED;
  }
  const cluster = await startCluster(engines, asked.isSynchronous);
  try {
    const figures = await failOver(cluster, asked);
    const text = table(['of one run', 'figure'], rowsOf(figures));
    say(text);
    if (writesDocs) writeSection(asked.isSynchronous ? 'failover' : 'failover-loses', text);
    const faults = faultsOf(figures, asked);
    for (const fault of faults) say(`FAULT: ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    cluster.close();
  }
}

async function failOver(cluster: Cluster, { kills }: Command): Promise<Figures> {
  const startMs = performance.now();
  await sqlOver(cluster.urlOf('postgres'), 'CREATE DATABASE service TEMPLATE template0');
  const url = cluster.urlOf('service');
  await migrate(url);
  const world = await openWorld({ DATABASE_URL: url });
  try {
    const apis = await startProcesses(world);
    const pids = pidsOf(world);
    const load = new Load(world, apis);
    load.begin();
    const gapsMs: number[] = [];
    const audit = new Audit(url, load);
    for (let kill = 1; kill <= kills; kill += 1) {
      const gapMs = await killOnce(cluster, load, audit);
      gapsMs.push(gapMs);
      const counts = `${String(audit.lost.size)} of ${String(load.acknowledged.size)} lost`;
      say(`${String(kill)}: ${(gapMs / 1_000).toFixed(1)} s without writes; ${counts}`);
    }
    await load.end();
    await audit.end();
    if (load.answers.others.length > 0) say(faultsToldBy(world));
    return {
      kills,
      acknowledged: load.acknowledged.size - audit.forgotten.size,
      lost: audit.lost.size,
      forgotten: audit.forgotten.size,
      doubled: await audit.doubled(world),
      faults: [...(await faultsIn(world)), ...standing(world, pids)],
      gapsMs,
      ...load.answers,
      seconds: (performance.now() - startMs) / 1_000,
    };
  } finally {
    await world.processes.kill('bot');
    await world.close();
  }
}

/** Two apis and a bot process: as they are started, so they must be at the end. */
async function startProcesses({ processes }: World): Promise<readonly string[]> {
  const first = (await processes.start('api'))['api'] ?? '';
  const second = (await processes.start('api', { as: 'api-2', environment: { API_PORT: '0' } }))['api'] ?? '';
  await processes.start('bot');
  return [first, second];
}

const pidsOf = ({ processes }: World) => ['api', 'api-2', 'bot'].map((name) => processes.pid(name)).join();

function standing(world: World, pids: string): string[] {
  return pidsOf(world) === pids ? [] : ['a process had to be started again'];
}

/** What the processes themselves said of answers that should not be: the first of their errors. */
function faultsToldBy({ processes }: World): string {
  const errors = processes
    .said()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  return errors.slice(0, 3).join('\n');
}

/** @returns how long nothing was acknowledged, in ms */
async function killOnce(cluster: Cluster, load: Load, audit: Audit): Promise<number> {
  await load.more(WRITES);
  const machine = await cluster.killLeader(() => audit.note());
  const lastMs = load.lastMs();
  await load.more(1);
  const firstMs = load.lastMs();
  await audit.look();
  cluster.startAgain(machine);
  await load.more(WRITES);
  await cluster.whole();
  return firstMs - lastMs;
}

for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(
    error instanceof RangeError || error instanceof TypeError ? `${error.message}\n${USAGE}` : String(error),
  );
  return 1;
});
