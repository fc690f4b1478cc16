/** Times that people pick: by buttons, in their own time zone, which is guessed once, said, and kept. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hoursAfter } from '../../bot/operator/orders/start-picker.js';
import { offsetText, readZone, zoneName, zonesOffered } from '../../bot/operator/zones/zone.js';
import { wordsIn } from '../../bot/words.js';
import { accountLanguages } from '../../words/index.js';
import { dayNumberOf, formatDay, parseDateTime } from '../../core/days.js';
import { isTimeZone } from '../../core/zone.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot;
let orderId: number;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'Europe/London' });
  await setScene(stage);
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const startsAtMs = async () => (await stage.service.orders.info(advertiserId, orderId)).schedule.startAtMs;
const zone = async () => (await stage.service.accounts.profile(advertiserId)).account.timeZone;
const labels = async (visitor: Visitor) => buttonsOf(await visitor.screen()).map(({ text }) => text);

async function arrive(language: 'en' | 'ru'): Promise<Visitor> {
  await stage.client.users({ id: advertiserId, first_name: 'Albert', language_code: language });
  await stage.service.accounts.setLanguage(advertiserId, language);
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/menu');
  ({ orderId } = await addOrder(stage, 'gardens'));
  // So that it does not come between the screens.
  await albert.shows(/is approved|одобрен/);
  await albert.say('/orders');
  await albert.press(`#${String(orderId)}`);
  await albert.press(wordsIn(language).text('button-schedule'));
  return albert;
}

describe.each([
  ['en', 'Europe/London', 'London'],
  ['ru', 'Europe/Moscow', 'Москва (UTC+3)'],
] as const)('the start of an order, in %s', (language, guessed, named) => {
  const words = wordsIn(language);

  it('is picked by a day and an hour, in a zone that is guessed, said and then kept', async () => {
    const albert = await arrive(language);
    await albert.press(words.text('button-start-at'));
    expect((await albert.screen()).text).toContain(named);
    const tomorrow = dayNumberOf(Date.now(), guessed) + 1;
    const screen = await albert.screen();
    const days = buttonsOf(screen).filter(
      (one) => 'callback_data' in one && one.callback_data.startsWith('sch-date:'),
    );
    expect(days).toHaveLength(14);
    await albert.pressData(`sch-date:${String(orderId)}:${String(tomorrow)}`, screen);
    expect((await albert.screen()).text).toContain(named);
    expect((await labels(albert)).filter((label) => /^\d\d:00$/.test(label))).toHaveLength(24);
    expect(await zone()).toBeNull();
    await albert.press('18:00');
    expect(await startsAtMs()).toBe(parseDateTime(`${formatDay(tomorrow)} 18:00`, guessed));
    expect((await albert.screen()).text).toContain('18:00');
    expect((await albert.screen()).text).toContain(named);
    expect(await zone()).toBe(guessed);
    // Another language does not move the clock.
    await stage.client.users({ id: advertiserId, first_name: 'Albert', language_code: 'uz' });
    expect((await albert.forge(`sch:${String(orderId)}`)).text).toContain(named);
    await albert.forge(`sch-now:${String(orderId)}`);
    expect(await startsAtMs()).toBeNull();
  });

  it('is told and picked in another zone once that was chosen, also after a restart', async () => {
    const albert = await arrive(language);
    await albert.press(words.text('button-start-at'));
    await albert.press(words.text('button-zone'));
    await albert.press(zoneName('Asia/Tashkent', words));
    expect(await zone()).toBe('Asia/Tashkent');
    await bot.stop();
    bot = await stage.startBot();
    await albert.press(words.text('button-back'));
    expect((await albert.screen()).text).toContain(`${zoneName('Asia/Tashkent', words)} (UTC+5)`);
    const tomorrow = dayNumberOf(Date.now(), 'Asia/Tashkent') + 1;
    await albert.forge(`sch-hour:${String(orderId)}:${String(tomorrow)}:0`);
    expect(await startsAtMs()).toBe(parseDateTime(`${formatDay(tomorrow)} 00:00`, 'Asia/Tashkent'));
    expect((await albert.forge(`order:${String(orderId)}`)).text).toContain('UTC+5');
  });

  it('is written in the zone that the question names, though another is chosen meanwhile', async () => {
    const albert = await arrive(language);
    await albert.press(words.text('button-start-at'));
    await albert.press(words.text('button-write'));
    expect((await albert.screen()).text).toContain(named);
    await stage.service.accounts.setTimeZone(advertiserId, 'Asia/Tashkent');
    await albert.say('2030-05-01 10:30');
    expect(await startsAtMs()).toBe(parseDateTime('2030-05-01 10:30', guessed));
    expect((await albert.screen()).text).toContain(`${zoneName('Asia/Tashkent', words)} (UTC+5)`);
    expect(await zone()).toBe('Asia/Tashkent');
  });

  it('is not a day or an hour that was never offered', async () => {
    const albert = await arrive(language);
    const today = dayNumberOf(Date.now(), guessed);
    for (const tail of [
      `${String(today + 40)}:9`,
      `${String(today - 9)}:9`,
      `${String(today + 1)}:24`,
      'x:1',
    ])
      expect((await albert.forge(`sch-hour:${String(orderId)}:${tail}`)).note).toBe(
        words.text('error-stale'),
      );
    expect(await startsAtMs()).toBeNull();
  });
});

describe('zones', () => {
  it('that are offered exist, have a name in each language, and lead to one another by their offsets', () => {
    for (const offered of zonesOffered) {
      expect(isTimeZone(offered)).toBe(true);
      for (const language of accountLanguages) expect(zoneName(offered, wordsIn(language))).toMatch(/\p{L}/u);
    }
    expect(offsetText('Asia/Kolkata', Date.UTC(2026, 0, 1))).toBe('UTC+5:30');
    expect(offsetText('America/New_York', Date.UTC(2026, 0, 1))).toBe('UTC-5');
    expect(offsetText('America/New_York', Date.UTC(2026, 6, 1))).toBe('UTC-4');
  });

  it.each([
    ['europe/riga', 'Europe/Riga'],
    ['America/New York', 'America/New_York'],
    ['UTC+3', 'Etc/GMT-3'],
    ['-5', 'Etc/GMT+5'],
    ['gmt + 0', 'UTC'],
    ['UTC+8:45', 'Australia/Eucla'],
    ['+5:30', 'Asia/Kolkata'],
    ['UTC+05:00', 'Etc/GMT-5'],
    ['UTC+5:17', null],
    ['UTC+15', null],
    ['12:30', null],
    ['Nowhere', null],
    ['', null],
  ])('%j is read as %j', (text, read) => {
    expect(readZone(text, Date.UTC(2026, 0, 1))).toBe(read);
  });

  it('whose clock is put forward offer no hour that it passes over', () => {
    const day = dayNumberOf(Date.UTC(2026, 2, 29, 12), 'Europe/Berlin');
    const hours = hoursAfter(0, day, 'Europe/Berlin');
    expect([hours.length, hours.includes(2), hours.includes(3)]).toEqual([23, false, true]);
    expect(hoursAfter(Date.UTC(2026, 2, 29, 20), day, 'Europe/Berlin')).toEqual([23]);
  });
});
