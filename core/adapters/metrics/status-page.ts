/** The status page: what an operator looks at first, on one screen, without scripts. */
import { createHash } from 'node:crypto';
import type { Geo } from '../../ports.js';
import type { Backlog } from '../../ports/job-store.js';
import type { Figures } from '../../health.js';
import { sayDifference } from '../../checks/index.js';
import { formatDay } from '../../days.js';
import { CLOCK_TOLERANCE_MS } from '../../evidence/index.js';
import { escapeHtml } from '../../html-text.js';
import type { BotPaces, PaceFigure } from '../platform/index.js';

export interface StatusFacts {
  process: string;
  version: string;
  upSeconds: number;
  memoryBytes: number;
  /** Of our bots, the operator bot first. */
  paces: readonly BotPaces[];
  /** See `PlatformClock`. */
  clockAheadMs: number;
  /** Null when the store cannot be read. */
  figures: Figures | null;
  /** Of users' places. */
  knows: Geo['knows'];
  /** What each other network that this process asked said last. */
  networks: ReadonlyMap<string, string>;
}

const style = `:root{color-scheme:light dark;--ground:#fff;--text:#17202e;--link:#2f51d8;--line:#8884;--good:#1a7f37;--bad:#c62828}
@media(prefers-color-scheme:dark){:root{--ground:#0d1118;--text:#e8edf5;--link:#9db2ff;--good:#56d364;--bad:#ff8a80}}
body{background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
a{color:var(--link)}h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
td{font-variant-numeric:tabular-nums}.good{color:var(--good)}.bad{color:var(--bad);font-weight:600}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing but its own style. */
export const statusPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Above these, what waits is shown in red; alerts have their own bounds. */
const LATE_MS = 60_000;
const BEAT_LATE_MS = 30_000;
const CHECK_LATE_MS = 26 * 3_600_000;

export function statusPage(facts: StatusFacts): string {
  const { process, version, upSeconds, memoryBytes, paces, clockAheadMs, figures, knows, networks } = facts;
  const rows: Row[] = [
    ['Version', version],
    ['Up', age(upSeconds * 1_000)],
    ['Memory', `${String(Math.round(memoryBytes / 1_048_576))} MB`],
    clockRow(clockAheadMs),
    ...paces.map((each): Row => paceRow(each, paces.length > 1)),
    ...[...networks].map(([network, outcome]): Row => [
      `Network ${network}`,
      outcome,
      outcome === 'answered',
    ]),
    ['Store', figures === null ? 'cannot be read' : 'answers', figures !== null],
    ['Countries', knows.countries ? 'known by address' : 'not known: set GEOIP_CITY_DB', knows.countries],
    ['Cities', knows.cities ? 'known by address' : 'not known: GEOIP_CITY_DB has none', knows.cities],
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sponsorgate: ${escapeHtml(process)}</title><style>${style}</style></head><body><main>
<h1>Sponsorgate, the ${escapeHtml(process)} process</h1>${table([...rows, ...(figures === null ? [] : lifeRows(figures))])}
${figures === null ? '' : outboxTable(figures)}${figures === null ? '' : checkPart(figures)}
<p><a href="/metrics">Figures for Prometheus</a></p></main></body></html>`;
}

function clockRow(aheadMs: number): Row {
  const isGood = Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS;
  const differs = `${age(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the platform’s`;
  return ['Clock', isGood ? 'agrees with the platform’s' : differs, isGood];
}

function paceRow({ botId, paces }: BotPaces, isNamed: boolean): Row {
  const name = `Calls a second to the platform${isNamed ? `, bot ${String(botId)}` : ''}`;
  return [name, paces.map(sayPace).join(', '), paces.every(({ restMs }) => restMs === 0)];
}

/** Such as `membership 92.5 (refused above about 110), rests 3 s`. */
function sayPace({ lane, perSecond, ceiling, restMs }: PaceFigure): string {
  const words = `${lane} ${String(Math.round(perSecond * 10) / 10)}`;
  const refused = ceiling === null ? '' : ` (refused above about ${String(Math.round(ceiling * 10) / 10)})`;
  return `${words}${refused}${restMs === 0 ? '' : `, rests ${age(restMs)}`}`;
}

type Row = [name: string, value: string, isGood?: boolean];

function lifeRows({ backlogs, botBeatAgeMs, bots }: Figures): Row[] {
  const { holds, ordersRunning, ordersWaiting } = backlogs;
  return [
    [
      'Bot process',
      botBeatAgeMs === null ? 'has not been seen' : `seen ${age(botBeatAgeMs)} ago`,
      botBeatAgeMs !== null && botBeatAgeMs <= BEAT_LATE_MS,
    ],
    ...(bots.length > 1 ? bots.map(botRow) : []),
    ['Running orders', String(ordersRunning)],
    ['Orders to moderate', String(ordersWaiting)],
    [
      'Held money that is due',
      holds.waiting === 0 ? 'none' : `${String(holds.waiting)}, for ${age(holds.oldestMs)}`,
      holds.oldestMs <= 2 * LATE_MS,
    ],
  ];
}

/** One that is refused, or that no process listens to, is silent. */
function botRow({ botId, orders, heardAgeMs }: Figures['bots'][number]): Row {
  const heard =
    heardAgeMs === null ? 'its updates have not been taken yet' : `updates taken ${age(heardAgeMs)} ago`;
  const isHeard = heardAgeMs !== null && heardAgeMs <= BEAT_LATE_MS;
  return [`Bot ${String(botId)}`, `checks ${String(orders)} orders, ${heard}`, isHeard];
}

function outboxTable({ backlogs }: Figures): string {
  const rows = Object.entries<Backlog>(backlogs.outboxes).map(
    ([name, { waiting, oldestMs, dead }]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${String(waiting)}</td><td${mark(oldestMs <= LATE_MS)}>${waiting === 0 ? '' : age(oldestMs)}</td><td${mark(dead === 0)}>${String(dead)}</td></tr>`,
  );
  const head = '<tr><th>Outbox</th><th>Waiting</th><th>Oldest</th><th>Given up</th></tr>';
  return `<h2>What waits</h2><table>${head}${rows.join('')}</table>`;
}

function checkPart({ check }: Figures): string {
  if (check === null) return '<h2>Daily check</h2><p>It has not been made yet.</p>';
  const { day, ageMs, tookMs, outcome } = check;
  const isSound = outcome.differing === 0;
  const rows: Row[] = [
    ['Day', formatDay(day)],
    ['Ended', `${age(ageMs)} ago, after ${age(tookMs)}`, ageMs <= CHECK_LATE_MS],
    ['Looked at', `${String(outcome.entries)} entries, ${String(outcome.subscribers)} subscribers`],
    ['Found', isSound ? 'everything in order' : `${String(outcome.differing)} difference(s)`, isSound],
  ];
  const list = outcome.differences.map((difference) => `<li>${escapeHtml(sayDifference(difference))}</li>`);
  return `<h2>Daily check</h2>${table(rows)}${isSound ? '' : `<ul>${list.join('')}</ul>`}`;
}

function table(rows: readonly Row[]): string {
  const line = ([name, value, isGood]: Row) =>
    `<tr><th scope="row">${escapeHtml(name)}</th><td${isGood === undefined ? '' : mark(isGood)}>${escapeHtml(value)}</td></tr>`;
  return `<table>${rows.map(line).join('')}</table>`;
}

function mark(isGood: boolean): string {
  return ` class="${isGood ? 'good' : 'bad'}"`;
}

/** Such as `3 h 20 min`. */
function age(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? `${String(hours)} h ${String(minutes % 60)} min`
    : `${String(Math.floor(hours / 24))} days`;
}
