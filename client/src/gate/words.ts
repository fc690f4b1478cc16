/** What the user reads where a network has no words of its own, in the languages of the service. Who asks a question words it. */

export interface Words {
  /** Above the sponsors. The default gives way to the words of the network. */
  ask: string;
  confirm: string;
  /** No network answers, and the bot holds. */
  later: string;
  again: string;
  male: string;
  female: string;
  /** The first and the last of the six choices; those between are numbers. */
  youngest: string;
  oldest: string;
  openForm: string;
  goOn: string;
  /** What was asked for is not known any more. */
  repeat: string;
}

/** What a gate says. */
export interface Said extends Words {
  /** The bot's own words above the sponsors. */
  own?: string | undefined;
}

export const said = (words: Words, own: Partial<Words> = {}): Said => ({ ...words, ...own, own: own.ask });

const NAMES = 'ask confirm later again male female youngest oldest openForm goOn repeat'.split(' ');

/** In the order of NAMES. */
const table: Readonly<Record<string, string>> = {
  en:
    'To continue, subscribe to our sponsors. | ✅ Done | Please try again in a moment. | 🔄 Try again | ' +
    '👨 Man | 👩 Woman | under 10 | 25 and older | 📝 Open the form | ➡️ Continue | Thank you! Please send your request again.',
  ru:
    'Чтобы продолжить, подпишитесь на наших спонсоров. | ✅ Готово | Попробуйте ещё раз через минуту. | 🔄 Ещё раз | ' +
    '👨 Мужчина | 👩 Женщина | младше 10 | 25 и старше | 📝 Открыть форму | ➡️ Продолжить | Спасибо! Отправьте запрос ещё раз.',
  uk:
    'Щоб продовжити, підпишіться на наших спонсорів. | ✅ Готово | Спробуйте ще раз за хвилину. | 🔄 Ще раз | ' +
    '👨 Чоловік | 👩 Жінка | до 10 | 25 і старше | 📝 Відкрити форму | ➡️ Продовжити | Дякуємо! Надішліть запит ще раз.',
  be:
    'Каб працягнуць, падпішыцеся на нашых спонсараў. | ✅ Гатова | Паспрабуйце яшчэ раз праз хвіліну. | 🔄 Яшчэ раз | ' +
    '👨 Мужчына | 👩 Жанчына | да 10 | 25 і старэй | 📝 Адкрыць форму | ➡️ Працягнуць | Дзякуй! Дашліце запыт яшчэ раз.',
  uz:
    'Davom etish uchun homiylarimizga obuna bo‘ling. | ✅ Tayyor | Birozdan keyin qayta urinib ko‘ring. | 🔄 Qayta urinish | ' +
    '👨 Erkak | 👩 Ayol | 10 yoshgacha | 25 va undan katta | 📝 Formani ochish | ➡️ Davom etish | Rahmat! So‘rovingizni qayta yuboring.',
  kk:
    'Жалғастыру үшін демеушілерімізге жазылыңыз. | ✅ Дайын | Біраздан кейін қайталап көріңіз. | 🔄 Қайталау | ' +
    '👨 Ер адам | 👩 Әйел адам | 10 жасқа дейін | 25 және одан үлкен | 📝 Форманы ашу | ➡️ Жалғастыру | Рақмет! Сұрауыңызды қайта жіберіңіз.',
};

/** The words for a language of the platform (`ru`, `pt-br`); English where we have none. */
export function wordsFor(language = 'en'): Words {
  const [base = 'en'] = language.toLowerCase().split('-');
  const said = (table[base] ?? table['en'] ?? '').split(' | ');
  return Object.fromEntries(NAMES.map((name, index) => [name, said[index] ?? ''])) as unknown as Words;
}

/** The six choices of an age. */
export const agesIn = ({ youngest, oldest }: Words) => [youngest, '11–13', '14–15', '16–17', '18–24', oldest];
