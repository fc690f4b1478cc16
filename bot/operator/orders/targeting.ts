/** Whom an order is for: a menu of fields, pickers for the long ones, and the price as it changes. */
import type { Composer } from 'grammy';
import type { FilterValue } from '../../../core/data/index.js';
import { escapeHtml } from '../../../core/html-text.js';
import {
  choiceNames,
  demandNames,
  levelNames,
  type LevelName,
  levels,
  listNames,
  type ListName,
  rulebook,
  targetingNames,
  type TargetingPatch,
} from '../../../core/orders/index.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { money, shorten } from '../figures.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { button, inRows, type Screen, turnRow } from '../screen.js';
import { keepSearch, lastSearch } from '../searches.js';
import { namedFilters } from '../values.js';
import { openSubject, type Subject } from './subject.js';
import { levelWords, targetingLines } from './summary.js';

const PAGE = 10;

/** Where in a list, or in what was found in it. */
interface Place {
  offset: number;
  search: string;
}

/** In front of an offset that is one among what was found. */
const FOUND = 's';
type Id = number | string;

export function addTargeting(composer: Composer<OperatorContext>): void {
  onPress(composer, 'tg', (ctx, key) => menuScreen(ctx, key));
  onPress(composer, 'tg-turn', async (ctx, key, field) => {
    const subject = await openSubject(ctx, key);
    await subject.change({ targeting: turned(subject, field) });
    return menuScreen(ctx, key);
  });
  onPress(composer, 'tg-clear', async (ctx, key) => {
    const subject = await openSubject(ctx, key);
    await subject.change({ targeting: cleared() });
    return menuScreen(ctx, key);
  });
  onPress(composer, 'tg-pick', async (ctx, key, field, place = '0') =>
    pickScreen(ctx, key, readField(field), await readPlace(ctx, place)),
  );
  onPress(composer, 'tg-any', async (ctx, key, field) => {
    const subject = await openSubject(ctx, key);
    await subject.change({ targeting: { [readField(field)]: null } });
    return pickScreen(ctx, key, readField(field), { offset: 0, search: '' });
  });
  onPress(composer, 'tg-set', async (ctx, key, field, id, text = '0') => {
    const name = readField(field);
    const place = await readPlace(ctx, text);
    const subject = await openSubject(ctx, key);
    await subject.change({ targeting: { [name]: await toggled(ctx, subject, name, id) } });
    return pickScreen(ctx, key, name, place);
  });
  onPress(composer, 'tg-find', async (ctx, key, field) => {
    const subject = await openSubject(ctx, key);
    return begin(ctx, 'tg-find', { key: subject.key, field: readField(field) });
  });
  onPress(composer, 'tg-more', (ctx, key) => demandsScreen(ctx, key));
  onPress(composer, 'tg-demand', async (ctx, key, name) => {
    const subject = await openSubject(ctx, key);
    const demand = demandNames.find((known) => known === name);
    if (demand === undefined) throw new StaleButton();
    await subject.change({ targeting: { [demand]: !subject.order.targeting[demand] } });
    return demandsScreen(ctx, key);
  });
  onPress(composer, 'tg-level', async (ctx, key, name, value) => {
    const level = levelNames.find((known) => known === name);
    if (level === undefined) throw new StaleButton();
    const subject = await openSubject(ctx, key);
    if (value === undefined) return levelScreen(ctx, subject, level);
    const wanted = numberFrom(value);
    if (wanted < 0 || wanted > 5) throw new StaleButton();
    await subject.change({ targeting: { [level]: wanted } });
    return demandsScreen(ctx, key);
  });
}

/** A part of a name, for lists too long to leaf through. */
export const findForm: Form = {
  name: 'tg-find',
  questions: [
    {
      name: 'search',
      ask: ({ visitor: { words } }) => ({ html: words.html('tg-find') }),
      read: (_, text) => text.slice(0, 40),
    },
  ],
  backTo: ({ key = '', field = '' }) => ['tg-pick', key, field, 0],
  finish: async (ctx, { key, field, search = '' }) => {
    await keepSearch(ctx, 'values', search);
    return pickScreen(ctx, key, readField(field), { offset: 0, search });
  },
};

async function readPlace(ctx: OperatorContext, text: string): Promise<Place> {
  if (!text.startsWith(FOUND)) return { offset: numberFrom(text), search: '' };
  return { offset: numberFrom(text.slice(FOUND.length)), search: await lastSearch(ctx, 'values') };
}

async function menuScreen(ctx: OperatorContext, key: string | undefined): Promise<Screen> {
  const { words } = ctx.visitor;
  const subject = await openSubject(ctx, key);
  const { targeting } = subject.order;
  const lines = targetingLines(subject.order, words, await namedFilters(ctx.parts.service, words));
  const picks = listNames.map((field) =>
    button(rulebook[field].words[words.language], 'tg-pick', subject.key, field, 0),
  );
  const turns = choiceNames.map((name) => {
    const { title, choices } = rulebook[name].words[words.language];
    const shown: Readonly<Record<string | number, string>> = choices;
    return button(`${title}: ${shown[targeting[name]] ?? ''}`, 'tg-turn', subject.key, name);
  });
  return {
    html: [words.html('targeting'), '', ...lines, '', await priceLines(ctx, subject)].join('\n'),
    rows: [
      turns,
      ...inRows(picks, 2),
      [
        button(words.text('button-demands'), 'tg-more', subject.key),
        button(words.text('button-clear'), 'tg-clear', subject.key),
      ],
      [button(words.text('button-back'), ...subject.back)],
    ],
  };
}

/** The price and the reach, after demands that nobody can meet here: lines of HTML. */
export async function priceLines(ctx: OperatorContext, { order }: Subject): Promise<string> {
  const { words } = ctx.visitor;
  const { service } = ctx.parts;
  const reach = await service.reach.percentage(order);
  const price = words.html('targeting-price', {
    price: money(order.realPriceMicros, service.settings.CURRENCY, words),
    total: String(Math.round((order.coefficients['total'] ?? 1) * 100) / 100),
    reach: reachText(reach),
  });
  const warnings = service.orders.warnings(order.targeting);
  return [
    ...warnings.map(({ demand }) => words.html(`targeting-unknown-${demand}`)),
    price,
    ...(await forecastLines(ctx, order)),
  ].join('\n');
}

/** Joins a day, and how far such forecasts were off: of orders of its size where that is known, else of all. */
async function forecastLines(ctx: OperatorContext, order: Subject['order']): Promise<string[]> {
  const { words } = ctx.visitor;
  const { forecasts } = ctx.parts.service;
  const { joinsPerDay } = await forecasts.expected(order);
  const { alike, all } = await forecasts.errorOf(joinsPerDay);
  const known = alike ?? all;
  const joins = words.html('targeting-joins', { joins: joinsPerDay < 1 ? '<1' : Math.round(joinsPerDay) });
  if (known === null) return [joins, words.html('targeting-error-unknown')];
  const said = {
    error: Math.round(100 * known.joinsError),
    came: Math.round(100 * known.cameShare),
  };
  return [joins, words.html(alike === null ? 'targeting-error-all' : 'targeting-error-alike', said)];
}

function reachText(reach: number): string {
  if (reach >= 1) return String(Math.round(reach));
  return reach < 0.01 ? '<0.01' : reach.toPrecision(1);
}

async function pickScreen(
  ctx: OperatorContext,
  key: string | undefined,
  field: ListName,
  { offset, search }: Place,
): Promise<Screen> {
  const { words } = ctx.visitor;
  const subject = await openSubject(ctx, key);
  const chosen = new Set<Id>(subject.order.targeting[field] ?? []);
  const values = (await namedFilters(ctx.parts.service, words)).ads[rulebook[field].filter];
  const wanted = search.toLowerCase();
  // Found by the name that is shown, and by the English one.
  const english = search === '' ? [] : (await ctx.parts.service.filters.all()).ads[rulebook[field].filter];
  const isFound = (name: string | undefined) => name?.toLowerCase().includes(wanted) === true;
  const found =
    search === ''
      ? ordered(values, chosen)
      : byShare(values.filter(({ name }, index) => isFound(name) || isFound(english[index]?.name)));
  const page = found
    .slice(offset, offset + PAGE)
    .map(({ id, name, percentage }) =>
      button(
        `${chosen.has(id) ? '✅' : '⬜️'} ${shorten(name, 22)} · ${String(percentage)}%`,
        'tg-set',
        subject.key,
        field,
        id,
        search === '' ? offset : FOUND + String(offset),
      ),
    );
  const helpers = [
    ...(values.length > PAGE ? [button(words.text('button-search'), 'tg-find', subject.key, field)] : []),
    button(words.text('button-any'), 'tg-any', subject.key, field),
  ];
  const title =
    search === ''
      ? escapeHtml(rulebook[field].words[words.language])
      : words.html('tg-found', { search, total: found.length });
  return {
    html: [`<b>${title}</b>`, '', await priceLines(ctx, subject)].join('\n'),
    rows: [
      ...inRows(page, 2),
      ...turnRow({ offset, size: PAGE, total: found.length }, (to) => [
        'tg-pick',
        subject.key,
        field,
        search === '' ? to : FOUND + String(to),
      ]),
      helpers,
      [button(words.text('button-back'), 'tg', subject.key)],
    ],
  };
}

function byShare(values: readonly FilterValue[]): FilterValue[] {
  return values.toSorted((a, b) => b.percentage - a.percentage);
}

/** What is chosen first, then the most common: so that a choice is seen wherever it was made. */
function ordered(values: readonly FilterValue[], chosen: ReadonlySet<Id>): FilterValue[] {
  return values.toSorted(
    (a, b) => Number(chosen.has(b.id)) - Number(chosen.has(a.id)) || b.percentage - a.percentage,
  );
}

async function demandsScreen(ctx: OperatorContext, key: string | undefined): Promise<Screen> {
  const { words } = ctx.visitor;
  const subject = await openSubject(ctx, key);
  const { targeting } = subject.order;
  const demands = demandNames.map((name) =>
    button(
      `${targeting[name] ? '✅' : '⬜️'} ${rulebook[name].words[words.language]}`,
      'tg-demand',
      subject.key,
      name,
    ),
  );
  const levels = levelNames.map((name) =>
    button(
      `${rulebook[name].words[words.language].title}: ${levelText(words, name, targeting[name])}`,
      'tg-level',
      subject.key,
      name,
    ),
  );
  return {
    html: [words.html('demands'), '', await priceLines(ctx, subject)].join('\n'),
    rows: [
      ...inRows(demands, 2),
      ...levels.map((level) => [level]),
      [button(words.text('button-back'), 'tg', subject.key)],
    ],
  };
}

function levelScreen(ctx: OperatorContext, subject: Subject, name: LevelName): Screen {
  const { words } = ctx.visitor;
  const now = subject.order.targeting[name];
  const choices = levels.map((level) =>
    button((level === now ? '• ' : '') + levelText(words, name, level), 'tg-level', subject.key, name, level),
  );
  return {
    html: escapeHtml(`${rulebook[name].words[words.language].title}: ${levelText(words, name, now)}`),
    rows: [...inRows(choices, 2), [button(words.text('button-back'), 'tg-more', subject.key)]],
  };
}

function levelText(words: Words, name: LevelName, level: number): string {
  return levelWords(name, level, words.language) ?? words.text('level-any');
}

/** The next of a field's few choices. */
function turned({ order }: Subject, field: string | undefined): TargetingPatch {
  const name = choiceNames.find((known) => known === field);
  if (name === undefined) throw new StaleButton();
  const choices: readonly (string | number)[] = rulebook[name].choices;
  return { [name]: choices[(choices.indexOf(order.targeting[name]) + 1) % choices.length] };
}

/** Everything is indifferent, languages too. */
function cleared(): TargetingPatch {
  return Object.fromEntries(targetingNames.map((name) => [name, null]));
}

/** The list with this value put in or taken out; null when none is left. */
async function toggled(
  ctx: OperatorContext,
  { order }: Subject,
  field: ListName,
  text: string | undefined,
): Promise<Id[] | null> {
  const { ads } = await ctx.parts.service.filters.all();
  const values: readonly FilterValue[] = ads[rulebook[field].filter];
  const value = values.find(({ id }) => String(id) === text);
  if (value === undefined) throw new StaleButton();
  const chosen: readonly Id[] = order.targeting[field] ?? [];
  const next = chosen.includes(value.id) ? chosen.filter((id) => id !== value.id) : [...chosen, value.id];
  return next.length === 0 ? null : next;
}

function readField(name: string | undefined): ListName {
  const field = listNames.find((known) => known === name);
  if (field === undefined) throw new StaleButton();
  return field;
}
