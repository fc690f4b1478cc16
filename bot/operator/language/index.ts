/** The language the operator bot speaks: the messenger's at first, switchable. */
import type { Composer } from 'grammy';
import { accountLanguages, languageName } from '../../../words/index.js';
import { wordsIn } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { registerDuties } from '../help/index.js';
import { homeScreen } from '../home/index.js';
import { onPress, onCommand } from '../press.js';
import { button, type Screen } from '../screen.js';

export function addLanguage(composer: Composer<OperatorContext>): void {
  onCommand(composer, 'language', languageScreen);
  onPress(composer, 'language', (ctx) => languageScreen(ctx));
  onPress(composer, 'speak', async (ctx, { language }) => {
    await ctx.service.accounts.setLanguage(ctx.accountId, language);
    const words = wordsIn(language);
    const { profile } = ctx;
    await registerDuties(ctx.api, { ...profile, account: { ...profile.account, language } }, ctx.log);
    return {
      ...homeScreen({ accountId: ctx.accountId, service: ctx.service, profile, words }),
      note: words.text('language-set'),
    };
  });
}

function languageScreen({ words }: OperatorContext): Screen {
  const choices = accountLanguages.map((language) => {
    const mark = language === words.language ? '• ' : '';
    return [button(mark + languageName(language), 'speak', { language })];
  });
  const zone = button(words.text('button-zone'), 'zone');
  return {
    html: words.html('language'),
    rows: [...choices, [zone], [button(words.text('button-back'), 'home')]],
  };
}
