/** What an end user reads in the answers of /get-sponsors, since bots print it: labels of buttons, and `message`. */
import { spokenIn, type SpokenLanguage } from '../spoken.js';
import type { Sponsor } from './sponsor.js';

/** What an answer says. */
export type Saying = 'subscribe' | 'gender' | 'age' | 'form' | 'passed' | 'nothing';

type Words = Readonly<Record<Sponsor['type'] | 'request', string>> & {
  readonly messages: Readonly<Record<Saying, string>>;
};

export const sponsorWords: Readonly<Record<SpokenLanguage, Words>> = {
  en: {
    channel: 'Subscribe',
    request: 'Request to join',
    bot: 'Start the bot',
    resource: 'Open',
    smart_link: 'Open',
    messages: {
      subscribe: 'To continue, subscribe to our sponsors.',
      gender: 'Are you a man or a woman?',
      age: 'How old are you?',
      form: 'To continue, answer two short questions.',
      passed: 'Thank you! You have subscribed to all sponsors.',
      nothing: 'You can go on: there is nothing to subscribe to.',
    },
  },
  ru: {
    channel: 'Подписаться',
    request: 'Подать заявку',
    bot: 'Запустить бота',
    resource: 'Перейти',
    smart_link: 'Перейти',
    messages: {
      subscribe: 'Чтобы продолжить, подпишитесь на наших спонсоров.',
      gender: 'Вы мужчина или женщина?',
      age: 'Сколько вам лет?',
      form: 'Чтобы продолжить, ответьте на два коротких вопроса.',
      passed: 'Спасибо! Вы подписались на всех спонсоров.',
      nothing: 'Можно продолжать: подписываться ни на что не нужно.',
    },
  },
  uk: {
    channel: 'Підписатися',
    request: 'Подати заявку',
    bot: 'Запустити бота',
    resource: 'Перейти',
    smart_link: 'Перейти',
    messages: {
      subscribe: 'Щоб продовжити, підпишіться на наших спонсорів.',
      gender: 'Ви чоловік чи жінка?',
      age: 'Скільки вам років?',
      form: 'Щоб продовжити, дайте відповідь на два короткі запитання.',
      passed: 'Дякуємо! Ви підписалися на всіх спонсорів.',
      nothing: 'Можна продовжувати: підписуватися ні на що не потрібно.',
    },
  },
  be: {
    channel: 'Падпісацца',
    request: 'Падаць заяўку',
    bot: 'Запусціць бота',
    resource: 'Перайсці',
    smart_link: 'Перайсці',
    messages: {
      subscribe: 'Каб працягнуць, падпішыцеся на нашых спонсараў.',
      gender: 'Вы мужчына ці жанчына?',
      age: 'Колькі вам гадоў?',
      form: 'Каб працягнуць, адкажыце на два кароткія пытанні.',
      passed: 'Дзякуй! Вы падпісаліся на ўсіх спонсараў.',
      nothing: 'Можна працягваць: ні на што падпісвацца не трэба.',
    },
  },
  uz: {
    channel: 'Obuna bo‘lish',
    request: 'So‘rov yuborish',
    bot: 'Botni ishga tushirish',
    resource: 'O‘tish',
    smart_link: 'O‘tish',
    messages: {
      subscribe: 'Davom etish uchun homiylarimizga obuna bo‘ling.',
      gender: 'Siz erkakmisiz yoki ayolmisiz?',
      age: 'Yoshingiz nechada?',
      form: 'Davom etish uchun ikkita qisqa savolga javob bering.',
      passed: 'Rahmat! Siz barcha homiylarga obuna bo‘ldingiz.',
      nothing: 'Davom etishingiz mumkin: hech narsaga obuna bo‘lish shart emas.',
    },
  },
  kk: {
    channel: 'Жазылу',
    request: 'Өтінім беру',
    bot: 'Ботты іске қосу',
    resource: 'Өту',
    smart_link: 'Өту',
    messages: {
      subscribe: 'Жалғастыру үшін демеушілерімізге жазылыңыз.',
      gender: 'Сіз ер адамсыз ба, әлде әйел адамсыз ба?',
      age: 'Жасыңыз нешеде?',
      form: 'Жалғастыру үшін екі қысқа сұраққа жауап беріңіз.',
      passed: 'Рақмет! Сіз барлық демеушілерге жазылдыңыз.',
      nothing: 'Жалғастыра беріңіз: ешнәрсеге жазылудың қажеті жоқ.',
    },
  },
};

/** Recommended button text, by type and language; languages we have no words for get English. */
export function buttonText(type: Sponsor['type'], languageCode: string, takesJoinRequests = false): string {
  const words = sponsorWords[spokenIn(languageCode)];
  return words[type === 'channel' && takesJoinRequests ? 'request' : type];
}

/** What an answer says to the end user, in their language. */
export function messageFor(saying: Saying, languageCode: string): string {
  return sponsorWords[spokenIn(languageCode)].messages[saying];
}
