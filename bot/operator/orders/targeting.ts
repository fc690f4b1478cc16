/** The audience of an order: a menu of fields, pickers for the long ones, and the price as it changes. */
import type { Composer } from 'grammy';
import type { FilterValue } from '../../../core/data/index.js';
import type { OrderInfo } from '../../../core/orders/index.js';
import { escapeHtml } from '../../../core/html-text.js';
import { cut } from '../../../core/names.js';
import {
  type ChoiceName,
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
} from '../../../core/terms/index.js';
import type { JoinsBetween } from '../../../core/forecast/index.js';
import type { Words } from '../../words.js';
import { actions, callbackData, type Place } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { type Answers, begin, type Form } from '../dialogue/index.js';
import { money, shorten } from '../figures.js';
import { StaleButton } from '../press.js';
import { button, buttonOf, inLines, inRows, type Screen, turnRow } from '../screen.js';
import { keepSearch, lastSearch } from '../searches.js';
import { namedFilters, toggled } from '../values.js';
import { onSubject, openSubject, type Subject, subjectKeyIn } from './subject.js';
import { levelWords, targetingLines } from './summary.js';

const PAGE = 10;

const START: Place = { offset: 0, isFound: false };
type Id = number | string;

export function addTargeting(composer: Composer<OperatorContext>): void {
  onSubject(composer, 'tg', menuScreen);
  onSubject(composer, 'tg-turn', async (ctx, { order, change }, { field }) =>
    menuScreen(ctx, await change({ targeting: turned(order, field) })),
  );
  onSubject(composer, 'tg-clear', async (ctx, { change }) =>
    menuScreen(ctx, await change({ targeting: cleared() })),
  );
  onSubject(composer, 'tg-pick', (ctx, subject, { field, place = START }) =>
    pickScreen(ctx, subject, field, place),
  );
  onSubject(composer, 'tg-any', async (ctx, { change }, { field }) =>
    pickScreen(ctx, await change({ targeting: { [field]: null } }), field, START),
  );
  onSubject(composer, 'tg-set', async (ctx, { order, change }, { field, value, place = START }) => {
    // What was found once and is forgotten is refused before anything changes.
    if (place.isFound) await lastSearch(ctx, 'values');
    const changed = await change({ targeting: { [field]: await chosenWith(ctx, order, field, value) } });
    return pickScreen(ctx, changed, field, place);
  });
  onSubject(composer, 'tg-find', (ctx, { key }, { field }) =>
    begin(ctx, 'tg-find', callbackData('tg-pick', { key, field, place: START }), { key, field }),
  );
  onSubject(composer, 'tg-more', demandsScreen);
  onSubject(composer, 'tg-demand', async (ctx, { order, change }, { name }) =>
    demandsScreen(ctx, await change({ targeting: { [name]: !order.targeting[name] } })),
  );
  onSubject(composer, 'tg-level', async (ctx, subject, { name, level }) =>
    level === undefined
      ? levelScreen(ctx, subject, name)
      : demandsScreen(ctx, await subject.change({ targeting: { [name]: level } })),
  );
}

/** A part of a name, for lists too long to leaf through. */
export const findForm: Form = {
  name: 'tg-find',
  questions: [
    {
      name: 'search',
      ask: ({ words }) => ({ html: words.html('tg-find') }),
      read: (_, text) => cut(text, 40),
    },
  ],
  finish: async (ctx, { search = '', ...answers }) => {
    await keepSearch(ctx, 'values', search);
    const subject = await openSubject(ctx, subjectKeyIn(answers));
    return pickScreen(ctx, subject, listIn(answers), { offset: 0, isFound: true });
  },
};

async function menuScreen(ctx: OperatorContext, subject: Subject): Promise<Screen> {
  const { words } = ctx;
  const { key } = subject;
  const { targeting } = subject.order;
  const lines = targetingLines(subject.order, words, await namedFilters(ctx));
  const picks = listNames.map((field) =>
    button(words.text(`target-${rulebook[field].wire}`), 'tg-pick', { key, field, place: START }),
  );
  const turns = choiceNames.map((name) => {
    const word = `target-${rulebook[name].wire}`;
    const text = `${words.text(word)}: ${words.text(`${word}-${String(targeting[name])}`)}`;
    return button(text, 'tg-turn', { key, field: name });
  });
  return {
    html: [words.html('targeting'), '', ...lines, '', await priceLines(ctx, subject)].join('\n'),
    rows: [
      turns,
      ...inRows(picks, 2),
      [
        button(words.text('button-demands'), 'tg-more', { key }),
        button(words.text('button-clear'), 'tg-clear', { key }),
      ],
      [buttonOf(words.text('button-back'), subject.back)],
    ],
  };
}

/** The price and the reach, after demands that no user can meet here: lines of HTML. */
export async function priceLines(ctx: OperatorContext, { order }: Subject): Promise<string> {
  const { words, service } = ctx;
  const reach = await service.reach.percentage(order);
  const price = words.html('targeting-price', {
    price: money(ctx, order.realPriceMicros),
    total: String(Math.round((order.coefficients['total'] ?? 1) * 100) / 100),
    reach: reachText(reach),
  });
  const warnings = service.orders.warnings(order.targeting);
  return inLines([
    ...warnings.map(({ demand }) => words.html(`targeting-unknown-${demand}`)),
    price,
    ...(await forecastLines(ctx, order)),
  ]);
}

/** Joins a day, and how far such forecasts were off: of orders of its size where that is known, else of all. */
async function forecastLines(ctx: OperatorContext, order: Subject['order']): Promise<(string | false)[]> {
  const { words } = ctx;
  const { forecasts } = ctx.service;
  const { joinsPerDay, joinsBetween } = await forecasts.expected(order);
  if (joinsPerDay === null) return [words.html('targeting-joins-unknown')];
  const { alike, all } = await forecasts.errorOf(joinsPerDay);
  const known = alike ?? all;
  const joins = words.html('targeting-joins', { joins: joinsPerDay < 1 ? '<1' : Math.round(joinsPerDay) });
  const between = joinsBetween !== null && betweenText(words, joinsBetween);
  if (known === null) return [joins, between, words.html('targeting-error-unknown')];
  const said = {
    error: Math.round(100 * known.joinsError),
    came: Math.round(100 * known.cameShare),
  };
  return [joins, between, words.html(alike === null ? 'targeting-error-all' : 'targeting-error-alike', said)];
}

function betweenText(words: Words, { least, most }: JoinsBetween): string {
  if (least === most) return words.html('targeting-joins-alike', { each: most });
  return words.html('targeting-joins-between', { least, most });
}

function reachText(reach: number): string {
  if (reach >= 1) return String(Math.round(reach));
  return reach < 0.01 ? '<0.01' : reach.toPrecision(1);
}

async function pickScreen(
  ctx: OperatorContext,
  subject: Subject,
  field: ListName,
  { offset, isFound }: Place,
): Promise<Screen> {
  const { words } = ctx;
  const { key } = subject;
  const chosen = new Set<Id>(subject.order.targeting[field] ?? []);
  const values = (await namedFilters(ctx)).ads[rulebook[field].filter];
  const search = isFound ? await lastSearch(ctx, 'values') : '';
  const wanted = search.toLowerCase();
  // Found by the name that is shown, and by the English one.
  const english = search === '' ? [] : (await ctx.service.filters.all()).ads[rulebook[field].filter];
  const isWanted = (name: string | undefined) => name?.toLowerCase().includes(wanted) === true;
  const found =
    search === ''
      ? ordered(values, chosen)
      : byShare(values.filter(({ name }, index) => isWanted(name) || isWanted(english[index]?.name)));
  const page = found.slice(offset, offset + PAGE).map(({ id, name, percentage }) =>
    button(`${chosen.has(id) ? '✅' : '⬜️'} ${shorten(name, 22)} · ${String(percentage)}%`, 'tg-set', {
      key,
      field,
      value: String(id),
      place: { offset, isFound },
    }),
  );
  const title =
    search === ''
      ? words.html(`target-${rulebook[field].wire}`)
      : words.html('tg-found', { search, total: found.length });
  return {
    html: [`<b>${title}</b>`, '', await priceLines(ctx, subject)].join('\n'),
    rows: [
      ...inRows(page, 2),
      turnRow({ offset, size: PAGE, total: found.length }, (to) =>
        callbackData('tg-pick', { key, field, place: { offset: to, isFound } }),
      ),
      [
        values.length > PAGE && button(words.text('button-search'), 'tg-find', { key, field }),
        button(words.text('button-any'), 'tg-any', { key, field }),
      ],
      [button(words.text('button-back'), 'tg', { key })],
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

async function demandsScreen(ctx: OperatorContext, subject: Subject): Promise<Screen> {
  const { words } = ctx;
  const { key } = subject;
  const { targeting } = subject.order;
  const demands = demandNames.map((name) =>
    button(`${targeting[name] ? '✅' : '⬜️'} ${words.text(`target-${rulebook[name].wire}`)}`, 'tg-demand', {
      key,
      name,
    }),
  );
  const levels = levelNames.map((name) =>
    button(levelLine(words, name, targeting[name]), 'tg-level', { key, name }),
  );
  return {
    html: [words.html('demands'), '', await priceLines(ctx, subject)].join('\n'),
    rows: [
      ...inRows(demands, 2),
      ...levels.map((level) => [level]),
      [button(words.text('button-back'), 'tg', { key })],
    ],
  };
}

function levelScreen(ctx: OperatorContext, subject: Subject, name: LevelName): Screen {
  const { words } = ctx;
  const { key, order } = subject;
  const now = order.targeting[name];
  const choices = levels.map((level) =>
    button((level === now ? '• ' : '') + levelText(words, name, level), 'tg-level', { key, name, level }),
  );
  return {
    html: escapeHtml(levelLine(words, name, now)),
    rows: [...inRows(choices, 2), [button(words.text('button-back'), 'tg-more', { key })]],
  };
}

function levelLine(words: Words, name: LevelName, level: number): string {
  return `${words.text(`target-${rulebook[name].wire}`)}: ${levelText(words, name, level)}`;
}

function levelText(words: Words, name: LevelName, level: number): string {
  return levelWords(name, level, words) ?? words.text('level-any');
}

/** The next of a field's few choices. */
function turned(order: OrderInfo, name: ChoiceName): TargetingPatch {
  const choices: readonly (string | number)[] = rulebook[name].choices;
  return { [name]: choices[(choices.indexOf(order.targeting[name]) + 1) % choices.length] };
}

/** Everything is indifferent, languages too. */
function cleared(): TargetingPatch {
  return Object.fromEntries(targetingNames.map((name) => [name, null]));
}

/** The list with this value put in or taken out; null when none is left. */
async function chosenWith(
  ctx: OperatorContext,
  order: OrderInfo,
  field: ListName,
  text: string,
): Promise<Id[] | null> {
  const { ads } = await ctx.service.filters.all();
  const values: readonly FilterValue[] = ads[rulebook[field].filter];
  const value = values.find(({ id }) => String(id) === text);
  if (value === undefined) throw new StaleButton();
  const chosen: readonly Id[] = order.targeting[field] ?? [];
  const next = toggled(chosen, value.id);
  return next.length === 0 ? null : next;
}

/** What a dialogue was begun about. @throws StaleButton for a field that there is no more */
function listIn({ field = '' }: Answers): ListName {
  const name = actions['tg-find'].field.parse(field);
  if (name === undefined) throw new StaleButton();
  return name;
}
