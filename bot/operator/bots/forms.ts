/** What is written about bots: tokens, texts, addresses, searches. */
import { MAX_MICROS } from '../../../core/money.js';
import { PICTURE_BYTES_MAX } from '../../../core/bots/index.js';
import { botSettings } from '../../../core/terms/index.js';
import { visibleLength } from '../../../core/html-text.js';
import { cut, isUsername } from '../../../core/names.js';
import { safeHtml } from '../../blocks/safe-html.js';
import type { BlockVariant } from '../../../core/ports/block-test-store.js';
import type { OperatorContext } from '../context.js';
import { type Answers, type Form, NotUnderstood, readMoney, readToken, readWhole } from '../dialogue/form.js';
import { numberFrom } from '../press.js';
import { searchForm } from '../own-list.js';
import { blockTestScreen } from './block-test.js';
import { botScreen } from './card.js';
import { connectScreen } from './connect.js';
import { ownBots } from './list.js';
import { change, settingsScreen } from './settings.js';

const botOf = ({ botId }: Answers) => numberFrom(botId);

export async function addBot(ctx: OperatorContext, token: string) {
  const { bots } = ctx.service;
  const { accountId, words } = ctx;
  const botId = Number(token.split(':', 1)[0]);
  const known = await bots.info(accountId, botId).catch(() => null);
  // The token of a bot that is there already replaces the one it had.
  if (known !== null && !known.bot.inArchive) {
    await bots.update(accountId, botId, { token, settings: {} });
    return botScreen(ctx, botId, words.html('bot-token-changed'));
  }
  const { bot } = await bots.add(accountId, { token, settings: {} });
  return connectScreen(ctx, bot.botId, 0, words.html('bot-added'));
}

const addForm: Form = {
  name: 'bot-add',
  questions: [
    {
      name: 'token',
      isSecret: true,
      ask: ({ words }) => ({ html: words.html('bot-add-ask') }),
      read: readToken,
    },
  ],
  finish: (ctx, { token = '' }) => addBot(ctx, token),
};

/** A bot whose token its owner keeps: it gets links mode only. */
const addPlainForm: Form = {
  name: 'bot-add-plain',
  questions: [
    {
      name: 'id',
      ask: ({ words }) => ({ html: words.html('bot-plain-id') }),
      read: (ctx, text) => String(readWhole(ctx, text, { min: 1, max: Number.MAX_SAFE_INTEGER })),
    },
    {
      name: 'name',
      ask: ({ words }) => ({ html: words.html('bot-plain-name') }),
      read: (_, text) => cut(text, 128),
    },
    {
      name: 'nickname',
      ask: ({ words }) => ({ html: words.html('bot-plain-nickname') }),
      read: ({ words }, text) => {
        const nickname = text.replace(/^@|^https?:\/\/t\.me\//i, '');
        if (!isUsername(nickname)) throw new NotUnderstood(words.text('error-nickname'));
        return nickname;
      },
    },
  ],
  finish: async (ctx, { id, name = '', nickname = '' }) => {
    const input = { botId: numberFrom(id), name, nickname, settings: {} };
    const { bot } = await ctx.service.bots.add(ctx.accountId, input);
    return connectScreen(ctx, bot.botId, 0, ctx.words.html('bot-added'));
  },
};

function readText({ words }: OperatorContext, text: string): string {
  const { max } = botSettings.text;
  if (text.length > max || visibleLength(safeHtml(text)) === 0)
    throw new NotUnderstood(words.text('error-text', { max: String(max) }));
  return text;
}

/** The first text or picture of a block is a setting, the second makes a test of it. */
const variants = {
  a: { end: '', asks: 'ask', text: 'text', image: 'image', show: settingsScreen },
  b: { end: '-b', asks: 'b-ask', text: 'textB', image: 'imageB', show: blockTestScreen },
} as const;

function textForm(variant: BlockVariant): Form {
  const { end, asks, text: field, show } = variants[variant];
  const none = variant === 'a' ? 'default' : 'none';
  return {
    name: `set-text${end}`,
    questions: [
      {
        name: 'text',
        keepsLines: true,
        keepsFormatting: true,
        ask: ({ words }) => ({
          html: words.html(`set-text-${asks}`),
          offers: [{ text: words.text(variant === 'a' ? 'button-default' : 'button-as-a'), value: none }],
        }),
        read: readText,
      },
    ],
    finish: async (ctx, answers) => {
      const { text = '' } = answers;
      return change(ctx, botOf(answers), { [field]: text === none ? null : text }, show);
    },
  };
}

/** Answers that the picture is set already; no address looks like this. */
const PHOTO = 'photo';

async function keepPhoto(
  ctx: OperatorContext,
  { botId, variant }: { botId: number; variant: BlockVariant },
  fileId: string,
): Promise<void> {
  const { service, platform } = ctx;
  const file = await platform.file(service.settings.BOT_TOKEN, fileId, PICTURE_BYTES_MAX);
  if (!file.ok) {
    const topic = file.failure.kind === 'bad_request' ? 'error-photo' : 'error-503';
    throw new NotUnderstood(ctx.words.text(topic));
  }
  await service.botPictures.set(ctx.accountId, botId, file.value, variant);
}

function readAddress({ words }: OperatorContext, text: string): string {
  if (text === 'none') return text;
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text) && text.length <= botSettings.image.max;
  if (!isAddress) throw new NotUnderstood(words.text('error-url'));
  return text;
}

function imageForm(variant: BlockVariant): Form {
  const { end, asks, image: field, show } = variants[variant];
  return {
    name: `set-image${end}`,
    questions: [
      {
        name: 'image',
        ask: ({ words }) => ({
          html: words.html(`set-image-${asks}`),
          offers: [{ text: words.text(variant === 'a' ? 'button-no-image' : 'button-as-a'), value: 'none' }],
        }),
        readPhoto: async (ctx, fileId, answers) => {
          await keepPhoto(ctx, { botId: botOf(answers), variant }, fileId);
          return PHOTO;
        },
        read: readAddress,
      },
    ],
    finish: async (ctx, answers) => {
      const { image = '' } = answers;
      if (image === PHOTO) return show(ctx, botOf(answers));
      return change(ctx, botOf(answers), { [field]: image === 'none' ? null : image }, show);
    },
  };
}

const timeForm: Form = {
  name: 'set-time',
  questions: [
    {
      name: 'minutes',
      ask: ({ words }) => ({
        html: words.html('set-time-write', { ...boundsText(botSettings.timePurgeMinutes) }),
      }),
      read: (ctx, text) => String(readWhole(ctx, text, botSettings.timePurgeMinutes)),
    },
  ],
  finish: (ctx, answers) => change(ctx, botOf(answers), { timePurgeMinutes: numberFrom(answers['minutes']) }),
};

const priceForm: Form = {
  name: 'set-price',
  questions: [
    {
      name: 'price',
      ask: ({ words }) => ({ html: words.html('set-price-ask') }),
      read: (ctx, text) => String(readMoney(ctx, text, { minMicros: 0n, maxMicros: MAX_MICROS })),
    },
  ],
  finish: (ctx, answers) => change(ctx, botOf(answers), { minPriceMicros: BigInt(answers['price'] ?? 0) }),
};

function boundsText({ min, max }: { min: number; max: number }) {
  return { min: String(min), max: String(max) };
}

export const botForms: readonly Form[] = [
  addForm,
  addPlainForm,
  searchForm('bots', ownBots),
  textForm('a'),
  imageForm('a'),
  textForm('b'),
  imageForm('b'),
  timeForm,
  priceForm,
];
