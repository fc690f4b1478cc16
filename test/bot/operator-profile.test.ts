/** The operator bot's screens, through the emulated platform, in both languages. */
import { describe, expect, it } from 'vitest';
import { accountLanguages } from '../../words/index.js';
import { Visitor } from './operator-stage.js';
import { botBeforeEach, moderator, type ServiceStage } from './service-stage.js';

let stage: ServiceStage;
const running = botBeforeEach(
  (opened) => {
    stage = opened;
  },
  { SUPPORT_CONTACT: '@support' },
);

async function newcomer(id: number, language: 'en' | 'ru'): Promise<Visitor> {
  await stage.client.users({ id, first_name: language === 'ru' ? 'Пётр' : 'Peter', language_code: language });
  return new Visitor(stage, id);
}

const texts = {
  en: {
    access: 'Access Key',
    statistics: 'Statistics token',
    hide: 'Hide',
    replace: 'Replace',
    yes: 'Yes, replace',
    available: 'Available',
    notUsed: 'Not used yet',
  },
  ru: {
    access: 'Access Key',
    statistics: 'Statistics token',
    hide: 'Скрыть',
    replace: 'Заменить',
    yes: 'Да, заменить',
    available: 'Доступно',
    notUsed: 'Ещё не использовался',
  },
} as const;

describe.each(['en', 'ru'] as const)('the profile, in %s', (language) => {
  const say = texts[language];

  it('shows balances, and the keys on demand, hides them, and replaces them after a confirmation', async () => {
    const peter = await newcomer(11, language);
    const profile = await peter.say('/menu');
    expect(profile.text).toContain(say.available);
    expect(profile.text).not.toMatch(/sg_/);

    await peter.press(say.access);
    const shown = await peter.shows(/sg_access_[\w-]+/);
    const key = /sg_access_[\w-]+/.exec(shown.text ?? '')?.[0] ?? '';
    expect(shown.text).toContain(say.notUsed);
    expect(await stage.service.accounts.authenticate(key)).toMatchObject({ accountId: 11, kind: 'access' });

    await peter.press(say.statistics);
    expect((await peter.shows(/sg_stat_/)).text).not.toMatch(/sg_access_/);
    await peter.press(say.hide);
    expect((await peter.screen()).text).not.toMatch(/sg_/);

    await peter.press(say.access);
    await peter.press(say.replace);
    expect((await peter.screen()).text).not.toMatch(/sg_/);
    await peter.press(say.yes);
    const replaced = await peter.shows(/sg_access_/);
    expect(replaced.text).not.toContain(key);
    expect(await stage.service.accounts.authenticate(key)).toBeNull();
    expect(await peter.messages()).toHaveLength(2);
  });

  it('the way back from a replacement changes nothing', async () => {
    const peter = await newcomer(11, language);
    await peter.say('/menu');
    const before = await stage.service.accounts.revealKey(11, 'access');
    await peter.press(say.access);
    await peter.press(say.replace);
    await peter.press(language === 'ru' ? 'Назад' : 'Back');
    expect((await peter.screen()).text).toContain(before);
  });
});

describe('manners', () => {
  it('speaks the messenger’s language, and another when asked to', async () => {
    const peter = await newcomer(12, 'ru');
    await peter.say('/menu');
    await peter.go('Язык', 'языке');
    await peter.press('English');
    await peter.shows('Available');
    expect((await peter.say('/help')).text).toContain('What is this bot for');
    await peter.go('Profile', 'Available');
    await running.bot.stop();
    running.bot = await stage.startBot();
    expect((await peter.say('/menu')).text).toContain('Available');
  });

  it('registers its commands in each language', async () => {
    const all = await stage.client.calls({ method: 'setMyCommands' });
    const calls = all.filter((call) => !('scope' in (call.payload as object)));
    expect(calls.map((call) => (call.payload as { language_code?: string }).language_code ?? '')).toEqual([
      '',
      ...accountLanguages,
    ]);
    expect(JSON.stringify(calls)).toContain('Мои заказы');
  });

  it('answers what it does not understand, and buttons of another time', async () => {
    const peter = await newcomer(13, 'en');
    expect((await peter.say('what is this')).text).toContain('did not understand');
    expect((await peter.say('/nonsense')).text).toContain('did not understand');
    await peter.say('/menu');
    for (const data of ['key:nothing', 'no-such-button', 'bot:abc', 'bot:', 'say:50']) {
      expect((await peter.forge(data)).note).toContain('out of date');
    }
  });

  it('a blocked account gets nothing but that, with the reason and a contact', async () => {
    const peter = await newcomer(14, 'en');
    await peter.say('/menu');
    await stage.service.accounts.block(moderator.id, 14, ' Subscribers were bought. ');
    await peter.shows('Its keys do not work any more');
    const said =
      'blocked by the operator of this service.\nReason: Subscribers were bought.\nQuestions: @support';
    expect((await peter.say('/menu')).text).toContain(said);
    expect((await peter.say('/bots')).text).toContain(said);
  });

  it('a fault of ours gets an id to quote, under which the log has the rest', async () => {
    const peter = await newcomer(15, 'en');
    await peter.say('/menu');
    const { wallet } = stage.service;
    const whole = wallet.balance;
    wallet.balance = () => Promise.reject(new Error('the disk is on fire'));
    const { note, isAlert } = await peter.press('Wallet');
    wallet.balance = whole;
    const id = /id: ([\da-f]{8})/.exec(note)?.[1] ?? 'none';
    expect(isAlert).toBe(true);
    expect(note).not.toContain('fire');
    expect(stage.logged.find((line) => line.includes(id))).toContain('the disk is on fire');
  });
});
