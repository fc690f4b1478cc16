/**
 * Every screen that can be reached by pressing, in both languages: it is worded, it is in the right language, and it has
 * a way back. Presses what a person could, and what changes something, too.
 */
import type { Message } from 'grammy/types';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkedLanguages } from '../../words/index.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  addOrder,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const SCREENS_MAX = 400;

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  const moderators = `${String(moderator.id)},${String(publisherId)}`;
  stage = await openServiceStage({ MODERATOR_IDS: moderators, ADMIN_IDS: String(publisherId) });
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const waysBack = [
  'home',
  'bots',
  'orders',
  'wallet',
  'withdrawals',
  'withdrawal',
  'payouts',
  'payout',
  'purse',
  'purse-stars',
  'draft',
  'bot',
  'order',
  'rep-go',
  'set',
  'set-time',
  'set-test',
  'tg',
  'tg-more',
  'tg-pick',
  'sch',
  'mod:card',
  'key',
  'bot-key',
  'order-edit',
  'order-out',
  'queue',
  'opt',
  'close',
  'bot-later',
  'language',
  'sch-start',
  'zone',
  'hook',
  'welcome',
];

/** What stays as it is in every language: addresses, commands, keys, what people named, codes of this service. */
const inAnyLanguage =
  /https?:\/\/\S+|@\w+|(?<=\s|^)\/[a-z]+|Access Key|Statistics token|Bot Key|\bAPI\b|Telegram|BotFather|\b[iI]d\b|gardens|Person|Petra’s bot|Petra|Join|sg_[\w-]+|\b[\w-]{30,}|\bUTC\b|https:\/\/|<\/?[a-z-]+[^>]*>|Android|iOS|Windows|Mac OS|\bt\.me\S*|\bcurl\b|Python|Node|PHP|Sponsorgate|Europe\/Riga/g;

/** The words alone: code is the same in every language. */
function withoutCode({ text, caption, entities = [] }: Message): string {
  const code = entities.filter(({ type }) => type === 'pre' || type === 'code');
  return code
    .toReversed()
    .reduce(
      (rest, { offset, length }) => rest.slice(0, offset) + rest.slice(offset + length),
      text ?? caption ?? '',
    );
}

function dataOf(message: Message): string[] {
  return buttonsOf(message).flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
}

/** A language is named in that language. */
const isLanguage = (button: object) =>
  'callback_data' in button && String(button.callback_data).startsWith('speak:');

/** Money to take out, a withdrawal that waits, and a payment that can be given back. */
async function populateWallet(): Promise<void> {
  const booking = { reference: 'xtr:1', note: '', bookedBy: null, stars: { chargeId: '1', count: 5 } };
  await stage.store.ledger.deposit(publisherId, 500_000_000n, booking, Date.now());
  const wanted = { amountMicros: 100_000_000n, details: '4000', requestKey: '1' };
  await stage.service.withdrawals.ask(publisherId, wanted);
}

/** A screen's kind: the button that led there, without the ids and without which of the themes it was. */
const kindOf = (data: string) =>
  data
    .replace(/\d+/g, '#')
    .replace(/^(opt-bar|opt-theme|set-theme|mod:as|mod:bot-theme)((?::#)*):[a-z_]+/, '$1$2:theme');

it.each(checkedLanguages)(
  'is worded and leads back, in %s',
  async (language) => {
    const { botId } = await setScene(stage, { textB: language === 'ru' ? 'Иначе' : 'Otherwise' });
    await stage.service.accounts.setLanguage(publisherId, language);
    await stage.service.bots.update(publisherId, botId, { settings: { text: 'Join', image: null } });
    await populateWallet();
    const visitor = new Visitor(stage, publisherId);
    await visitor.say('/start');
    await addOrder(stage, 'gardens', publisherId);
    await visitor.shows('#');
    const seen = new Set<string>();
    const problems: string[] = [];
    const queue: string[] = ['home', 'welcome'];
    let screens = 0;
    for (let data = queue.shift(); data !== undefined && screens < SCREENS_MAX; data = queue.shift()) {
      screens += 1;
      await visitor.forge(data);
      const screen = await visitor.screen();
      const text = withoutCode(screen);
      const labels = buttonsOf(screen)
        .filter((button) => !isLanguage(button))
        .map((button) => button.text);
      const next = dataOf(screen);
      const all = [text, ...labels].join('\n');
      if (text.trim() === '' || /\{[a-z-]+\}|undefined|NaN|\[object/.test(all))
        problems.push(`${data}: not worded: ${all}`);
      // The names of cities are as /filters has them.
      if (language === 'ru' && text !== 'forged' && !data.includes(':cities')) {
        const rest = all.replace(inAnyLanguage, '').match(/[a-z]{2,}/gi);
        if (rest !== null) problems.push(`${data}: not Russian: ${rest.join(' ')}`);
      }
      // Of languages, each has its own name.
      if (language === 'en' && data !== 'language' && /[а-яё]/i.test(all))
        problems.push(`${data}: not English: ${all}`);
      const leadsBack = next.some(
        (one) =>
          waysBack.includes(one.split(/:(?=\d|d\b|$)/)[0] ?? '') ||
          waysBack.includes(one.split(':')[0] ?? ''),
      );
      if (text !== 'forged' && data !== 'home' && !leadsBack)
        problems.push(`${data}: no way back: ${next.join(' ')}`);
      for (const one of next) {
        if (one.startsWith('speak:') || seen.has(kindOf(one))) continue;
        seen.add(kindOf(one));
        queue.push(one);
      }
    }
    expect(problems).toEqual([]);
    expect(screens).toBeGreaterThan(80);
    expect(stage.logged.filter((line) => line.includes('met an error'))).toEqual([]);
  },
  120_000,
);
