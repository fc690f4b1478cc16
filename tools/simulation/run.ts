/** Plays a plan from its first step to its last, or to the first promise that is broken. */
import { type Action, actions, drain, settleIn } from './actions.js';
import type { Violation } from './violation.js';
import { storeKind } from '../../test/support/database.js';
import { noteStopped } from './actions/names.js';
import type { Failure, Figures, Outcome, Plan } from './plan.js';
import { DAY_MS, HOUR_MS } from './rules.js';
import { Crashed, Simulation, START_MS } from './simulation.js';
import { VirtualTime } from './virtual-time.js';
import type { DatabaseKind } from '../../db/index.js';
import type { Host } from './host.js';
import { PostgresHost } from './postgres-host.js';
import { SqliteHost } from './sqlite-host.js';

function createHost(kind: DatabaseKind, time: VirtualTime): Promise<Host> {
  return kind === 'postgres' ? PostgresHost.create(time) : Promise.resolve(new SqliteHost());
}

const AUDIT_EVERY = 1_000;
/** The write-ahead log is copied into the file, so that it stays short. */
const CHECKPOINT_EVERY = 500;

export async function play(plan: Plan): Promise<Outcome> {
  const time = new VirtualTime(START_MS);
  const host = await createHost(plan.store ?? storeKind, time);
  time.install();
  const simulation = new Simulation(plan.seed, time, host);
  let action = 'start';
  const tell = (failure: Failure | null): Outcome => ({
    failure,
    figures: figuresOf(simulation),
    trace: simulation.trace,
  });
  try {
    await settleIn(simulation);
    if (plan.mutation !== undefined) simulation.breakIn(plan.mutation);
    for (let step = 1; step <= plan.steps; step++) {
      if (plan.only?.has(step) === false) continue;
      simulation.enter(step);
      const drawn = drawAction(simulation, plan.favours);
      action = drawn.name;
      await playStep(simulation, drawn, plan);
    }
    action = 'the end';
    await finish(simulation);
    return tell(null);
  } catch (error) {
    return tell(failureOf(error, simulation.step, action));
  } finally {
    simulation.killAll();
    time.uninstall();
    await host.close();
  }
}

async function playStep(simulation: Simulation, action: Action, plan: Plan): Promise<void> {
  const { time, draw, host, step } = simulation;
  simulation.begin();
  await time.advance(drawPauseMs(simulation));
  simulation.startMs = time.now();
  if (plan.platformLeaves === true) simulation.absence.pass(time.now(), draw);
  if (simulation.absence.isAway) simulation.faults = 1;
  if (draw.chance(0.02)) host.faults.arm(draw.whole(1, action.mayCrashLate === true ? 30 : 8));
  try {
    await action.run(simulation);
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
    simulation.crashed();
  }
  // What goes on in the background writes what it has to write.
  await time.quiet();
  host.faults.disarm();
  simulation.riseAgain();
  plan.mutation?.tamper?.(host.audit, step);
  simulation.count(action.name);
  simulation.judge();
  noteStopped(simulation);
  simulation.note(`${action.name}${String(time.now())}`);
  if (step % CHECKPOINT_EVERY === 0) simulation.checkpoint();
  if (step % (plan.auditEvery ?? AUDIT_EVERY) === 0) simulation.audit();
}

/** Whatever waits is done, by a platform that works. */
async function finish(simulation: Simulation): Promise<void> {
  simulation.begin();
  simulation.absence.end();
  simulation.faults = 0;
  await drain(simulation);
  simulation.judge();
  simulation.audit();
}

/** Mostly people follow each other quickly; now and then nothing happens for hours. */
function drawPauseMs({ draw }: Simulation): number {
  const kind = draw.whole(0, 999);
  if (kind < 600) return draw.whole(0, 2_000);
  if (kind < 900) return draw.whole(0, 30_000);
  if (kind < 990) return draw.whole(0, 10 * 60_000);
  return draw.whole(0, 6 * HOUR_MS);
}

const weights = actions.reduce((sum, { weight }) => sum + weight, 0);

/** The share of steps that go to what a plan favours. */
const FAVOURED = 0.1;

function drawAction({ draw }: Simulation, favours: string | undefined): Action {
  if (favours !== undefined && draw.chance(FAVOURED)) {
    const favoured = actions.find(({ name }) => name === favours);
    if (favoured !== undefined) return favoured;
  }
  let ticket = draw.whole(1, weights);
  return actions.find(({ weight }) => (ticket -= weight) <= 0) ?? actions[0]!;
}

function failureOf(error: unknown, step: number, action: string): Failure {
  if (error instanceof Error && 'promise' in error) {
    return { step, action, promise: (error as Violation).promise, message: error.message };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { step, action, promise: 'no faults', message };
}

function figuresOf({ model, figures, time, host, absence }: Simulation): Figures {
  return {
    ...figures,
    days: Math.round((time.now() - START_MS) / DAY_MS),
    charges: model.charges,
    'charges by quality': model.chargesByQuality,
    'charges held longer': model.chargesHeldLonger,
    reversals: model.reversals,
    returns: model.returns,
    'reversals later': model.reversalsLater,
    ...Object.fromEntries([...model.free].map(([why, count]) => [`free: ${why}`, count])),
    'taken of withdrawals': model.takenOfWithdrawals,
    orders: model.orders.size,
    deposits: model.booked.size,
    'payments in stars': [...model.stars.keys()].filter((charge) => model.booked.has(charge)).length,
    refunds: [...model.stars.values()].filter(({ refund }) => refund === 'done').length,
    people: model.members.size,
    'fault points passed': host.faults.reached,
    'hours without the platform': absence.times,
  };
}
