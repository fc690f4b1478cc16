/** What the user reads where a network has no words of its own, in the languages of the service. */

export interface Words {
  /** Above the sponsors. */
  ask: string;
  confirm: string;
  /** Nobody can say now, and the bot holds. */
  later: string;
  again: string;
  gender: string;
  male: string;
  female: string;
  age: string;
  /** The first and the last of the six choices; those between are numbers. */
  youngest: string;
  oldest: string;
  form: string;
  openForm: string;
  goOn: string;
}

const NAMES = [
  ...(['ask', 'confirm', 'later', 'again', 'gender', 'male', 'female', 'age', 'youngest', 'oldest'] as const),
  ...(['form', 'openForm', 'goOn'] as const),
];

/** In the order of NAMES. */
const table: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...[
      'To continue, subscribe to our sponsors.',
      '✅ Done',
      'Please try again in a moment.',
      '🔄 Try again',
    ],
    ...['Are you a man or a woman?', '👨 Man', '👩 Woman', 'How old are you?', 'under 10', '25 and older'],
    ...['To continue, answer two short questions.', '📝 Open the form', '➡️ Continue'],
  ],
  ru: [
    ...['Чтобы продолжить, подпишитесь на наших спонсоров.', '✅ Готово', 'Попробуйте ещё раз через минуту.'],
    ...['🔄 Ещё раз', 'Вы мужчина или женщина?', '👨 Мужчина', '👩 Женщина', 'Сколько вам лет?', 'младше 10'],
    ...['25 и старше', 'Чтобы продолжить, ответьте на два коротких вопроса.', '📝 Открыть форму'],
    '➡️ Продолжить',
  ],
  uk: [
    ...['Щоб продовжити, підпишіться на наших спонсорів.', '✅ Готово', 'Спробуйте ще раз за хвилину.'],
    ...['🔄 Ще раз', 'Ви чоловік чи жінка?', '👨 Чоловік', '👩 Жінка', 'Скільки вам років?', 'до 10'],
    ...['25 і старше', 'Щоб продовжити, дайте відповідь на два короткі запитання.', '📝 Відкрити форму'],
    '➡️ Продовжити',
  ],
  be: [
    ...['Каб працягнуць, падпішыцеся на нашых спонсараў.', '✅ Гатова', 'Паспрабуйце яшчэ раз праз хвіліну.'],
    ...['🔄 Яшчэ раз', 'Вы мужчына ці жанчына?', '👨 Мужчына', '👩 Жанчына', 'Колькі вам гадоў?', 'да 10'],
    ...['25 і старэй', 'Каб працягнуць, адкажыце на два кароткія пытанні.', '📝 Адкрыць форму'],
    '➡️ Працягнуць',
  ],
  uz: [
    ...[
      'Davom etish uchun homiylarimizga obuna bo‘ling.',
      '✅ Tayyor',
      'Birozdan keyin qayta urinib ko‘ring.',
    ],
    ...['🔄 Qayta urinish', 'Siz erkakmisiz yoki ayolmisiz?', '👨 Erkak', '👩 Ayol', 'Yoshingiz nechada?'],
    ...['10 yoshgacha', '25 va undan katta', 'Davom etish uchun ikkita qisqa savolga javob bering.'],
    ...['📝 Formani ochish', '➡️ Davom etish'],
  ],
  kk: [
    ...['Жалғастыру үшін демеушілерімізге жазылыңыз.', '✅ Дайын', 'Біраздан кейін қайталап көріңіз.'],
    ...['🔄 Қайталау', 'Сіз ер адамсыз ба, әлде әйел адамсыз ба?', '👨 Ер адам', '👩 Әйел адам'],
    ...['Жасыңыз нешеде?', '10 жасқа дейін', '25 және одан үлкен'],
    ...['Жалғастыру үшін екі қысқа сұраққа жауап беріңіз.', '📝 Форманы ашу', '➡️ Жалғастыру'],
  ],
};

/** The words for a language of the platform (`ru`, `pt-br`); English where we have none. */
export function wordsFor(language = 'en'): Words {
  const [base = 'en'] = language.toLowerCase().split('-');
  const said = table[base] ?? table['en'] ?? [];
  return Object.fromEntries(NAMES.map((name, index) => [name, said[index] ?? ''])) as unknown as Words;
}

/** The six choices of an age. */
export const agesIn = ({ youngest, oldest }: Words) => [youngest, '11–13', '14–15', '16–17', '18–24', oldest];
