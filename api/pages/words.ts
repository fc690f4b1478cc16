import { spokenIn, type SpokenLanguage } from '../../core/spoken.js';

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

const uk: PageWords = {
  title: 'Про вас',
  lead: 'Щоб показувати те, що вам цікаво.',
  gender: 'Ваша стать',
  male: 'Чоловіча',
  female: 'Жіноча',
  age: 'Ваш вік',
  ages: ['До 10', '11–13', '14–15', '16–17', '18–24', '25 і старше'],
  thanks: 'Дякуємо!',
  goBack: 'Поверніться до бота й натисніть «Продовжити».',
  close: 'Закрити',
  progress: (step, steps) => `Питання ${String(step)} з ${String(steps)}`,
  expired: 'Посилання застаріло',
  expiredText: 'Поверніться до бота й повторіть запит: він надішле нове.',
  notYours: 'Це не ваше посилання',
  notYoursText: 'Його створено для іншої людини. Відкрийте те, яке надіслав вам бот.',
  opening: 'Хвилинку…',
  goOn: 'Перейти',
  nothing: 'Тут нічого не потрібно робити',
  nothingText: 'Усе готово. Поверніться до бота й натисніть кнопку під повідомленням.',
};

const be: PageWords = {
  title: 'Пра вас',
  lead: 'Каб паказваць тое, што вам цікава.',
  gender: 'Ваш пол',
  male: 'Мужчынскі',
  female: 'Жаночы',
  age: 'Ваш узрост',
  ages: ['Да 10', '11–13', '14–15', '16–17', '18–24', '25 і старэй'],
  thanks: 'Дзякуй!',
  goBack: 'Вярніцеся да бота і націсніце «Працягнуць».',
  close: 'Закрыць',
  progress: (step, steps) => `Пытанне ${String(step)} з ${String(steps)}`,
  expired: 'Спасылка састарэла',
  expiredText: 'Вярніцеся да бота і паўтарыце запыт: ён дашле новую.',
  notYours: 'Гэта не ваша спасылка',
  notYoursText: 'Яна зроблена для іншага чалавека. Адкрыйце тую, якую даслаў вам бот.',
  opening: 'Хвілінку…',
  goOn: 'Перайсці',
  nothing: 'Тут нічога не трэба рабіць',
  nothingText: 'Усё гатова. Вярніцеся да бота і націсніце кнопку пад паведамленнем.',
};

const uz: PageWords = {
  title: 'Siz haqingizda',
  lead: 'Sizga qiziq narsalarni ko‘rsatish uchun.',
  gender: 'Jinsingiz',
  male: 'Erkak',
  female: 'Ayol',
  age: 'Yoshingiz',
  ages: ['10 yoshgacha', '11–13', '14–15', '16–17', '18–24', '25 va undan katta'],
  thanks: 'Rahmat!',
  goBack: 'Botga qayting va «Davom etish» tugmasini bosing.',
  close: 'Yopish',
  progress: (step, steps) => `${String(steps)} savoldan ${String(step)}-savol`,
  expired: 'Havola eskirgan',
  expiredText: 'Botga qayting va qayta so‘rang: u yangisini yuboradi.',
  notYours: 'Bu havola sizniki emas',
  notYoursText: 'U boshqa odam uchun yaratilgan. Bot sizga yuborganini oching.',
  opening: 'Bir lahza…',
  goOn: 'O‘tish',
  nothing: 'Bu yerda hech narsa qilish kerak emas',
  nothingText: 'Hammasi tayyor. Botga qayting va xabar ostidagi tugmani bosing.',
};

const kk: PageWords = {
  title: 'Сіз туралы',
  lead: 'Сізге қызықты нәрселерді көрсету үшін.',
  gender: 'Жынысыңыз',
  male: 'Ер',
  female: 'Әйел',
  age: 'Жасыңыз',
  ages: ['10 жасқа дейін', '11–13', '14–15', '16–17', '18–24', '25 және одан үлкен'],
  thanks: 'Рақмет!',
  goBack: 'Ботқа оралып, «Жалғастыру» түймесін басыңыз.',
  close: 'Жабу',
  progress: (step, steps) => `${String(steps)} сұрақтың ${String(step)}-сұрағы`,
  expired: 'Сілтеме ескірген',
  expiredText: 'Ботқа оралып, қайта сұраңыз: ол жаңасын жібереді.',
  notYours: 'Бұл сілтеме сіздікі емес',
  notYoursText: 'Ол басқа адамға жасалған. Бот сізге жіберген сілтемені ашыңыз.',
  opening: 'Бір сәт…',
  goOn: 'Өту',
  nothing: 'Мұнда ештеңе істеудің қажеті жоқ',
  nothingText: 'Бәрі дайын. Ботқа оралып, хабарлама астындағы түймені басыңыз.',
};

export const wordsOfPages: Readonly<Record<SpokenLanguage, PageWords>> = { en, ru, uk, be, uz, kk };

/** Languages we have no words for get English. */
export function pageWords(languageCode: string): { language: SpokenLanguage; words: PageWords } {
  const language = spokenIn(languageCode);
  return { language, words: wordsOfPages[language] };
}
