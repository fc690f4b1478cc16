import { type Language, spokenFor } from './language.js';

/** What the form and the redirect page say, in the languages they speak. */
export interface PageWords {
  title: string;
  lead: string;
  gender: string;
  male: string;
  female: string;
  age: string;
  /** By category, 1 to 6. */
  ages: readonly string[];
  thanks: string;
  goBack: string;
  close: string;
  progress: (step: number, steps: number) => string;
  expired: string;
  expiredText: string;
  notYours: string;
  notYoursText: string;
  opening: string;
  goOn: string;
  nothing: string;
  nothingText: string;
}

const en: PageWords = {
  title: 'About you',
  lead: 'So that you see what may interest you.',
  gender: 'Your gender',
  male: 'Male',
  female: 'Female',
  age: 'Your age',
  ages: ['Under 10', '11–13', '14–15', '16–17', '18–24', '25 and older'],
  thanks: 'Thank you!',
  goBack: 'Go back to the bot and press Continue.',
  close: 'Close',
  progress: (step, steps) => `Question ${String(step)} of ${String(steps)}`,
  expired: 'This link has expired',
  expiredText: 'Go back to the bot and ask again: it will give you a new one.',
  notYours: 'This link is not yours',
  notYoursText: 'It was made for somebody else. Open the one that the bot sends you.',
  opening: 'One moment…',
  goOn: 'Go on',
  nothing: 'Nothing to do here',
  nothingText: 'You are done. Go back to the bot and press the button under the message.',
};

const ru: PageWords = {
  title: 'О вас',
  lead: 'Чтобы показывать то, что вам интересно.',
  gender: 'Ваш пол',
  male: 'Мужской',
  female: 'Женский',
  age: 'Ваш возраст',
  ages: ['Младше 10', '11–13', '14–15', '16–17', '18–24', '25 и старше'],
  thanks: 'Спасибо!',
  goBack: 'Вернитесь в бот и нажмите «Продолжить».',
  close: 'Закрыть',
  progress: (step, steps) => `Вопрос ${String(step)} из ${String(steps)}`,
  expired: 'Ссылка устарела',
  expiredText: 'Вернитесь в бот и повторите запрос: он пришлёт новую.',
  notYours: 'Это не ваша ссылка',
  notYoursText: 'Она сделана для другого человека. Откройте ту, которую прислал вам бот.',
  opening: 'Секунду…',
  goOn: 'Перейти',
  nothing: 'Здесь ничего не нужно делать',
  nothingText: 'Всё готово. Вернитесь в бот и нажмите кнопку под сообщением.',
};

/** Languages we have no words for get English. */
export function pageWords(languageCode: string): { language: Language; words: PageWords } {
  const language = spokenFor(languageCode);
  return { language, words: language === 'ru' ? ru : en };
}
