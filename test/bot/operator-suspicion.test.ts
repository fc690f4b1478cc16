/** A moderator looks at a user of publishers' bots, and ends the suspicion; over the emulated platform. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { checkedLanguages } from '../../words/index.js';
import { suspect } from '../contract/makers.js';
import { Visitor } from './operator-stage.js';
import { moderator, openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';

const EMMA = 302;

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage();
  bot = await stage.startBot();
});
afterEach(async () => {
  await bot.stop();
  await stage.close();
});

it.each(checkedLanguages)(
  'a moderator ends the suspicion of a user, in %s, and the log names the user',
  async (language) => {
    const words = wordsIn(language);
    await suspect(stage.store, EMMA, Date.now());
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    await stage.service.accounts.setLanguage(moderator.id, language);
    await mira.say('/queue');
    await mira.press(words.text('button-suspicion'));
    await mira.say(String(EMMA));
    const asked = await mira.screen();
    expect(asked.text).toMatch(/\b302\b[^]*\d{2}:\d{2}/);
    expect(await mira.press(words.text('button-suspicion-clear'), asked)).toEqual({
      note: words.text('suspicion-cleared'),
      isAlert: false,
    });
    expect((await stage.store.audience.find(EMMA))?.suspiciousUntilMs).toBeNull();
    const now = await mira.screen();
    expect(now.text).toBe(words.text('suspicion-none', { id: '302' }).replace(/<[^>]+>/g, ''));
    // The button is still in another chat window: nothing is ended, or logged, twice.
    expect((await mira.forge(`mod:user-clear:${String(EMMA)}`)).note).toBe(words.text('error-stale'));
    await mira.say('/queue');
    await mira.press(words.text('button-log'));
    const log = (await mira.screen()).text ?? '';
    expect(log.split(words.text('log-suspicion-cleared'))).toHaveLength(2);
    expect(log).toContain(`${words.text('log-suspicion-cleared')} 302`);
  },
);
