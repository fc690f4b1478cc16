/** The smaller matters of an order: where it is shown, whether leavers are watched, what it and its bots are about. */
import type { Composer } from 'grammy';
import { botQualityCoefficient, type FilterValue, minBotQualities } from '../../../core/data/index.js';
import { hasField, isKindField } from '../../../core/kinds/index.js';
import { type OrderInfo } from '../../../core/orders/index.js';
import { type OptionName, optionNames, type OrderChange, orderFields } from '../../../core/terms/index.js';
import { callbackData, type FieldsOf, NO_THEME } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { shorten } from '../figures.js';
import { StaleButton } from '../press.js';
import { button, buttonOf, inLines, inRows, type Screen, turnRow } from '../screen.js';
import { themesOf, toggled } from '../values.js';
import { onSubject, type Subject } from './subject.js';
import type { Words } from '../../words.js';
import { priceLines } from './targeting.js';

const PAGE = 12;

type Turn = FieldsOf<'opt-turn'>['name'];

export function addOptions(composer: Composer<OperatorContext>): void {
  onSubject(composer, 'opt', optionsScreen);
  onSubject(composer, 'opt-turn', async (ctx, { order, change }, { name }) =>
    optionsScreen(ctx, await change(turned(order, name))),
  );
  onSubject(composer, 'opt-theme', async (ctx, subject, { theme }) => {
    if (theme === undefined) return themeScreen(ctx, subject, await themesOf(ctx, 'order'));
    const wanted = theme === NO_THEME ? null : theme;
    const changed = await subject.change({ theme: wanted });
    const isSettled = changed.order.theme !== wanted;
    const screen = await optionsScreen(ctx, changed);
    // Once moderators have approved an order, its theme is theirs.
    return isSettled ? { ...screen, note: ctx.words.text('theme-settled'), isAlert: true } : screen;
  });
  onSubject(composer, 'opt-out', (ctx, subject, { offset = 0 }) => unwantedScreen(ctx, subject, offset));
  onSubject(composer, 'opt-bar', async (ctx, { order, change }, { theme, offset = 0 }) => {
    const changed = await change({ forbiddenThemes: toggled(order.forbiddenThemes, theme) });
    return unwantedScreen(ctx, changed, offset);
  });
  onSubject(composer, 'opt-quality', async (ctx, subject, { least }) =>
    qualityScreen(ctx, least === undefined ? subject : await subject.change({ minBotQuality: least })),
  );
}

function turned(order: OrderInfo, turn: Turn): OrderChange {
  const { places } = order;
  if (turn === 'places') return { places: places === 2 ? 0 : places === 0 ? 1 : 2 };
  const name = optionsOf(order).find((one) => orderFields[one].option.code === turn);
  if (name === undefined) throw new StaleButton();
  return { [name]: !order[name] };
}

/** Those that orders of its kind have. */
function optionsOf(order: Pick<OrderInfo, 'adsType'>): OptionName[] {
  return optionNames.filter((name) => !isKindField(name) || hasField(order, name));
}

async function optionsScreen(ctx: OperatorContext, { order, key, back }: Subject): Promise<Screen> {
  const { words } = ctx;
  const themes = await themesOf(ctx, 'order');
  const theme = themes.find(({ id }) => id === order.theme)?.name ?? words.text('state-none');
  const least = leastQualityText(order.minBotQuality, words);
  const turn = (name: OptionName) => {
    const { code } = orderFields[name].option;
    const text = `${order[name] ? '✅' : '⬜️'} ${words.text(`option-${code}`)}`;
    return [button(text, 'opt-turn', { key, name: code })];
  };
  return {
    html: inLines([
      words.html('options'),
      hasField(order, 'ownLinks') && `\n${words.html('options-own-links')}`,
    ]),
    rows: [
      [
        button(
          words.text('button-places', { value: words.text(`places-${String(order.places)}`) }),
          'opt-turn',
          { key, name: 'places' },
        ),
      ],
      ...optionsOf(order).map(turn),
      [button(words.text('opt-theme', { theme }), 'opt-theme', { key })],
      [button(words.text('opt-out', { count: order.forbiddenThemes.length }), 'opt-out', { key, offset: 0 })],
      [button(words.text('opt-quality', { least }), 'opt-quality', { key })],
      [buttonOf(words.text('button-back'), back)],
    ],
  };
}

function themeScreen(
  { words }: OperatorContext,
  { order, key }: Subject,
  themes: readonly FilterValue<string>[],
): Screen {
  const choices = themes.map(({ id, name }) =>
    button((id === order.theme ? '• ' : '') + shorten(name, 30), 'opt-theme', { key, theme: id }),
  );
  return {
    html: words.html('opt-theme-ask'),
    rows: [
      ...inRows(choices, 2),
      [button(words.text('state-none'), 'opt-theme', { key, theme: NO_THEME })],
      [button(words.text('button-back'), 'opt', { key })],
    ],
  };
}

async function unwantedScreen(
  ctx: OperatorContext,
  { order, key }: Subject,
  offset: number,
): Promise<Screen> {
  const { words } = ctx;
  const themes = await themesOf(ctx, 'bot');
  const page = themes.slice(offset, offset + PAGE).map(({ id, name }) => {
    const isOut = order.forbiddenThemes.includes(id);
    return button(`${isOut ? '🚫' : '⬜️'} ${shorten(name, 30)}`, 'opt-bar', { key, theme: id, offset });
  });
  return {
    html: words.html('opt-out-ask', { count: order.forbiddenThemes.length }),
    rows: [
      ...inRows(page, 2),
      turnRow({ offset, size: PAGE, total: themes.length }, (to) =>
        callbackData('opt-out', { key, offset: to }),
      ),
      [button(words.text('button-back'), 'opt', { key })],
    ],
  };
}

/** A least quality as a button or a line shows it. */
function leastQualityText(least: number, words: Words): string {
  return least === 0 ? words.text('opt-quality-any') : least.toFixed(1);
}

/** What a least quality means, what it costs, and how much reach it leaves. */
async function qualityScreen(ctx: OperatorContext, subject: Subject): Promise<Screen> {
  const { words } = ctx;
  const { order, key } = subject;
  const choices = minBotQualities.map((least) => {
    const coefficient = botQualityCoefficient(least);
    const text = [leastQualityText(least, words), ...(coefficient === undefined ? [] : [`×${coefficient}`])];
    return button((least === order.minBotQuality ? '• ' : '') + text.join(' · '), 'opt-quality', {
      key,
      least,
    });
  });
  return {
    html: [words.html('opt-quality-ask'), '', await priceLines(ctx, subject)].join('\n'),
    rows: [...inRows(choices, 2), [button(words.text('button-back'), 'opt', { key })]],
  };
}
