/** Whom an order is for and when it is shown, picked and written in the operator bot. */
import { describe, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { addBot, addOrder, BOT, ownChat } from '../contract/makers.js';
import { openRunningOrder } from './operator-stage.js';
import { botBeforeEach, type ServiceStage } from './service-stage.js';

let stage: ServiceStage;

botBeforeEach((opened) => {
  stage = opened;
});

describe('targeting', () => {
  it('shows how many may join in a day, and how far such forecasts were off once that is known', async () => {
    const { store, settings } = stage;
    const { albert } = await openRunningOrder(stage);
    await addBot(store, BOT, albert.id);
    const dayAgoMs = Date.now() - 86_400_000;
    for (let order = 0; order < 9; order++) await addOrder(store, ownChat(order), albert.id, dayAgoMs);
    const yesterday = dayNumberOf(Date.now(), settings.SERVICE_TIMEZONE) - 1;
    store.statistics.countRequest(BOT, yesterday, 'sponsors');
    await store.flush();
    const { text } = await albert.go('Targeting', 'Who should see it');
    expect(text).toContain('About <1 subscribers a day');
    expect(text).toContain('The orders of the nearest prices get 0 a day each.');
    expect(text).toContain('How far such forecasts are off is not known yet.');
    const part = { joinsError: 0.385, impressionsError: 0.29, withinQuarter: 0.31, cameShare: 0.88 };
    await stage.store.forecasts.saveErrors(20_000, [{ size: 0, forecasts: 60, days: 9, ...part }]);
    await albert.press('Gender: all');
    await albert.shows('Half of all forecasts were off by 39% at most. Of 100 forecast subscribers 88 came.');
    await stage.store.forecasts.saveErrors(20_001, [
      { size: 1, forecasts: 30, days: 9, ...part, joinsError: 0.2 },
    ]);
    await albert.press('Premium: all');
    await albert.shows('Half of such forecasts were off by 20% at most.');
  });

  it('says so where nobody has asked for a list yet', async () => {
    const { albert } = await openRunningOrder(stage);
    const { text } = await albert.go('Targeting', 'Who should see it');
    expect(text).toContain('No lists were requested yet');
    expect(text).not.toContain('forecast');
  });

  it('is picked, searched, turned and cleared, with the price following', async () => {
    const { albert, info } = await openRunningOrder(stage);
    await albert.go('Targeting', 'Who should see it');
    expect((await albert.screen()).text).toContain('About 100% of all users');
    await albert.press('Gender: all');
    await albert.shows('About 50% of all users');
    expect((await info()).targeting.gender).toBe('male');
    await albert.press('Premium: all');
    expect((await info()).targeting.onlyPremium).toBe(1);
    await albert.shows('About 5% of all users');
    await albert.go('Cities', 'Cities');
    await albert.press('Search');
    await albert.shows('part of its name');
    await albert.say('mosc');
    await albert.shows('Like “mosc”');
    await albert.press(/Moscow/);
    expect((await info()).targeting.cities).toHaveLength(1);
    expect((await info()).coefficients).toMatchObject({ cities: 2, total: 2 });
    expect((await albert.screen()).text).toContain('No user’s city is known here');
    await albert.press('✅ Moscow');
    expect((await info()).targeting.cities).toHaveLength(0);
    await albert.go('Back', 'Who should see it');
    await albert.go('Languages', 'Languages');
    await albert.press(/Russian/);
    expect((await info()).targeting.languages).toEqual([1]);
    await albert.press('Any');
    expect((await info()).targeting.languages).toBeNull();
    await albert.go('Back', 'Who should see it');
    await albert.go('More filters', 'Only users with');
    await albert.press('photo of a person');
    expect((await info()).targeting.hasRealPhoto).toBe(true);
    await albert.press('age: any');
    await albert.press('account 5 years old');
    expect((await info()).targeting.oldAccount).toBe(3);
    // A twentieth for the two above, half of which has such a photo, and two in five such an account.
    await albert.shows('About 1% of all users');
    await albert.go('Back', 'Who should see it');
    await albert.press('Clear');
    expect((await info()).targeting).toMatchObject({
      gender: 'all',
      onlyPremium: 0,
      hasRealPhoto: false,
      oldAccount: 0,
      languages: null,
    });
  });
});

describe('the schedule', () => {
  it('is set by writing and by pressing', async () => {
    const { albert, info } = await openRunningOrder(stage);
    await albert.go('Schedule', 'When shall it');
    await albert.go('Start', 'On which day');
    await albert.go('Write another', 'When shall it start');
    expect((await albert.say('tomorrow')).text).toContain('Write a date and time');
    await albert.say('2030-05-01 10:30');
    await albert.shows('Starts:');
    expect((await info()).schedule.startAtMs).toBe(Date.UTC(2030, 4, 1, 10, 30));
    await albert.go('Hours', 'Between which hours');
    expect((await albert.say('25-30')).text).toContain('Write the hours');
    await albert.say('9:30 - 24');
    await albert.shows('09:30');
    expect((await info()).schedule).toMatchObject({ startTimeSeconds: 34_200, endTimeSeconds: 0 });
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) await albert.press(day);
    expect((await albert.press('Sun')).note).toContain('At least one day');
    await albert.press('Spread over the day');
    await albert.go('An hour at most', 'an hour at most');
    await albert.say('30');
    expect(await info()).toMatchObject({ isLite: true, subSpeed: 30 });
    await albert.press('Clear');
    expect((await info()).schedule).toEqual({
      startAtMs: null,
      startTimeSeconds: null,
      endTimeSeconds: null,
      excludedDays: [],
    });
  });
});
