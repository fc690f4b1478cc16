/**
 * A small day against a platform with unknown limits: the number of calls for new users and subscribers, of
 * refused ones, and the answer times of new users meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type CallWorld, type CallWorldPlan, openCallWorld, type Person } from './platform-world.js';
import { alignedTable, atShare } from './table.js';

const PEOPLE = 900;
/** New users a second. */
const RATE = 30;
/** People who come before anything is measured, slowly enough for nothing to be refused: a process just begun is slow. */
const WARMING = 80;
const WARMING_RATE = 10;
const LADDER = [25, 50, 100, 200];
const LADDER_SECONDS = 5;
const THINKING_MS = 2_000;
/** From the last join to the press: updates come within it, as they mostly do. */
const PRESSING_MS = 700;
const COLLECT_MS = 1_000;

const tight = { per_second: 30, burst: 60, retry_after: 3 };
const wide = { per_second: 150, burst: 300, retry_after: 3 };
const one = { ownBots: 1, botProcesses: 1 };
const small = { audience: 2_000, smallChats: 40, largeChats: 0, smallShare: 0.002, largeShare: 0.3, ...one };
const manyQuestions = { ...small, largeChats: 4, limits: { members: tight, others: tight } };

interface DayPlan extends Omit<CallWorldPlan, 'people'> {
  /** Others come on a day after it, when the pace is learnt that the first day begins without. */
  hasNextDay?: true;
}

const days: Readonly<Record<string, DayPlan>> = {
  'small chats, 30 questions a second': {
    ...small,
    limits: { members: tight, others: tight },
    hasNextDay: true,
  },
  'small chats, 150 questions a second': { ...small, limits: { members: wide, others: wide } },
  'four large chats too, 150 questions a second': {
    ...small,
    largeChats: 4,
    limits: { members: wide, others: wide },
  },
  'the same, 30 questions a second': manyQuestions,
  '… with three bots of ours': { ...manyQuestions, ownBots: 3 },
  '… with three bot processes': { ...manyQuestions, botProcesses: 3 },
  '… with three of both': { ...manyQuestions, ownBots: 3, botProcesses: 3 },
};

interface Call {
  id: number;
  bot_id: number | null;
  method: string;
  at_ms: number;
  payload: Record<string, unknown>;
  error_code?: number;
}

interface Visit {
  answeredAtMs: number;
  tookMs: number;
  /** What `/healthz` took at the same time, which asks nothing of anybody: what the machine itself takes just now. */
  besideMs: number;
  /** Chats that were shown, by their ids. */
  shown: string[];
  joined: Set<string>;
}

interface Day {
  visits: Map<number, Visit>;
  calls: Call[];
}

/** @param only days whose name holds this text; `''`: all */
export async function benchPlatform(only: string, say: (text: string) => void): Promise<string> {
  const rows: string[][] = [];
  for (const [name, plan] of Object.entries(days)) {
    if (!name.includes(only)) continue;
    const names = plan.hasNextDay === true ? [name, '… and on the next day'] : [name];
    const world = await openCallWorld({ ...plan, people: WARMING + PEOPLE * names.length });
    try {
      await warm(world);
      for (const [index, of] of names.entries()) {
        const from = WARMING + index * PEOPLE;
        const people = world.people.slice(from, from + PEOPLE);
        rows.push([of, ...(await figuresOf(world, await liveThrough(world, people)))]);
        say(rows.at(-1)?.join(' | ') ?? '');
      }
    } finally {
      await world.close();
    }
  }
  const ladder = await climb(say);
  return `${alignedTable(columns, rows)}\n\n${alignedTable(ladderColumns, ladder)}`;
}

const columns = [
  '',
  'p99 ms',
  'of /healthz meanwhile',
  'questions a new user',
  'of them before the answer',
  'settled',
  'questions a settled one',
  '429s in 1,000 calls',
  'in already, of those shown',
  'shown, of those in already',
  'charged wrongly',
];

const ladderColumns = ['new users a second', 'p50 ms', 'of /healthz', 'p99 ms', 'of /healthz'];

async function warm(world: CallWorld): Promise<void> {
  const visits: Promise<Visit>[] = [];
  for (const person of world.people.slice(0, WARMING)) {
    visits.push(request(world, person));
    await pause(1_000 / WARMING_RATE);
  }
  await Promise.all(visits);
}

/** People come one after the other, are shown a list, and mostly join some of it. */
async function liveThrough(world: CallWorld, people: readonly Person[]): Promise<Day> {
  const day: Day = { visits: new Map(), calls: [] };
  const before = (await world.platform.calls({})).at(-1)?.id ?? 0;
  const collecting = new AbortController();
  const collected = collect(world, day, before, collecting.signal);
  const lives: Promise<void>[] = [];
  for (const person of people) {
    lives.push(live(world, day, person));
    await pause(1_000 / RATE);
  }
  await Promise.all(lives);
  await pause(COLLECT_MS);
  collecting.abort();
  await collected;
  return day;
}

/** Of 20 people 11 join all and say that they are done, 4 join half, are sent back and join the rest, 2 only say so, 3 go. */
async function live(world: CallWorld, day: Day, person: Person): Promise<void> {
  const part = world.draw.whole(1, 20);
  const visit = await request(world, person);
  day.visits.set(person.userId, visit);
  if (part > 17 || visit.shown.length === 0) return;
  await pause(THINKING_MS);
  if (part <= 15) await join(world, person, visit, part <= 11 ? visit.shown.length : 2);
  await done(world, person);
  if (part <= 11 || part > 15) return;
  await pause(THINKING_MS);
  await join(world, person, visit, visit.shown.length);
  await done(world, person);
}

async function join(world: CallWorld, person: Person, visit: Visit, count: number): Promise<void> {
  for (const chat of visit.shown.slice(0, count)) {
    if (visit.joined.has(chat) || person.before.has(chat)) continue;
    visit.joined.add(chat);
    await world.platform.members({ chat: Number(chat), user: person.userId, status: 'member' });
  }
}

async function done(world: CallWorld, person: Person): Promise<void> {
  await pause(PRESSING_MS);
  await request(world, person);
}

async function request({ api, key, chatOfOrder }: CallWorld, { userId }: Person): Promise<Visit> {
  const startedAtMs = performance.now();
  const beside = timeOf(fetch(`${api}/healthz`));
  const response = await fetch(`${api}/get-sponsors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Auth: key },
    body: JSON.stringify({ chat_id: userId, user_id: userId, first_name: 'Anna', language_code: 'ru' }),
  });
  const answer = (await response.json()) as {
    additional?: { sponsors?: { ads_id: string; status: string; available_now: boolean }[] };
  };
  const tookMs = performance.now() - startedAtMs;
  if (response.status !== 200) throw new Error(`Answered ${String(response.status)}.`);
  const open = (answer.additional?.sponsors ?? []).filter(({ status }) => status === 'unsubscribed');
  const shown = open.map(({ ads_id: orderId }) => chatOfOrder.get(orderId) ?? '');
  const answeredAtMs = Date.now();
  return { answeredAtMs, tookMs, besideMs: await beside, shown, joined: new Set() };
}

async function timeOf(asked: Promise<Response>): Promise<number> {
  const startedAtMs = performance.now();
  await (await asked).arrayBuffer();
  return performance.now() - startedAtMs;
}

/** The emulator keeps its last calls alone. */
async function collect(
  { platform }: CallWorld,
  day: Day,
  before: number,
  signal: AbortSignal,
): Promise<void> {
  for (let isLast = false; !isLast; isLast = signal.aborted) {
    await pause(COLLECT_MS, undefined, { signal }).catch(() => undefined);
    day.calls.push(...(await platform.calls({ after: day.calls.at(-1)?.id ?? before })));
  }
}

async function figuresOf(world: CallWorld, { visits, calls }: Day): Promise<string[]> {
  const ours = new Set(world.tokens.map((token) => Number(token.split(':', 1)[0])));
  const users = visits.size;
  const made = calls.filter(({ method }) => method !== 'getUpdates');
  // Refused ones are made again, and cost as much.
  const questions = made.filter(({ method, bot_id: by }) => method === 'getChatMember' && ours.has(by ?? 0));
  const ofPeople = questions.filter(({ payload }) => visits.has(Number(payload['user_id'])));
  const first = ofPeople.filter(
    ({ payload, at_ms: atMs }) => atMs <= (visits.get(Number(payload['user_id']))?.answeredAtMs ?? 0),
  );
  const settled = (await settledOf(world)).filter(({ userId }) => visits.has(userId));
  const wrong = settled.filter(({ userId, chat }) => visits.get(userId)?.joined.has(chat) !== true);
  const limited = made.filter(({ error_code: code }) => code === 429).length;
  const everybody = world.people.filter(({ userId }) => visits.has(userId));
  const impressions = everybody.reduce((sum, { userId }) => sum + (visits.get(userId)?.shown.length ?? 0), 0);
  const members = everybody.reduce((sum, { before }) => sum + before.size, 0);
  const own = everybody.reduce(
    (sum, { userId, before }) =>
      sum + (visits.get(userId)?.shown.filter((chat) => before.has(chat)).length ?? 0),
    0,
  );
  return [
    ofVisits([...visits.values()], 'tookMs', 0.99),
    ofVisits([...visits.values()], 'besideMs', 0.99),
    (ofPeople.length / users).toFixed(2),
    (first.length / users).toFixed(2),
    String(settled.length),
    ((ofPeople.length - first.length) / Math.max(1, settled.length)).toFixed(2),
    ((1_000 * limited) / Math.max(1, made.length)).toFixed(1),
    percent(own, impressions),
    percent(own, members),
    String(wrong.length),
  ];
}

async function settledOf({ store, chatOfOrder }: CallWorld): Promise<{ userId: number; chat: string }[]> {
  const all: { userId: number; chat: string }[] = [];
  for (const [orderId, chat] of chatOfOrder) {
    const range = { fromMs: 0, toMs: Date.now() + 60_000 };
    const rows = await store.subscriptions.page(Number(orderId), range, null, 2 * PEOPLE);
    all.push(...rows.map(({ userId }) => ({ userId, chat })));
  }
  return all;
}

/** More and more new users a second. */
async function climb(say: (text: string) => void): Promise<string[][]> {
  const plan = days['small chats, 30 questions a second'];
  if (plan === undefined) throw new Error('There is no such day.');
  const people = WARMING + LADDER.reduce((sum, rate) => sum + rate * LADDER_SECONDS, 0);
  const world = await openCallWorld({ ...plan, people });
  const rows: string[][] = [];
  try {
    await warm(world);
    let next = WARMING;
    for (const rate of LADDER) {
      const visits: Promise<Visit>[] = [];
      const startedAtMs = performance.now();
      for (let count = 0; count < rate * LADDER_SECONDS; count += 1) {
        visits.push(request(world, world.people[next++]!));
        const dueMs = startedAtMs + ((count + 1) * 1_000) / rate;
        if (dueMs > performance.now()) await pause(dueMs - performance.now());
      }
      const answered = await Promise.all(visits);
      const shares = [0.5, 0.99].flatMap((share) => [
        ofVisits(answered, 'tookMs', share),
        ofVisits(answered, 'besideMs', share),
      ]);
      const row = [String(rate), ...shares];
      rows.push(row);
      say(row.join(' | '));
    }
  } finally {
    await world.close();
  }
  return rows;
}

const ofVisits = (visits: readonly Visit[], what: 'tookMs' | 'besideMs', share: number): string => {
  const sorted = visits.map((visit) => visit[what]).sort((one, other) => one - other);
  return (sorted.length === 0 ? 0 : atShare(sorted, share)).toFixed(0);
};

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
