/** What an end user reads in the answers of /get-sponsors, since bots print it: labels of buttons, and `message`. */
import { kindOf } from '../kinds/index.js';
import type { Order } from '../ports/order-store.js';
import { spokenIn, type SpokenLanguage } from '../spoken.js';

/** What an answer says. */
export type Saying = 'subscribe' | 'gender' | 'age' | 'form' | 'passed' | 'nothing';

type Button = ReturnType<typeof buttonOf>;

type Words = Readonly<Record<Button, string>> & {
  readonly messages: Readonly<Record<Saying, string>>;
};

export const sponsorWords: Readonly<Record<SpokenLanguage, Words>> = {
  en: {
    subscribe: 'Subscribe',
    request: 'Request to join',
    start: 'Start the bot',
    open: 'Open',
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
    subscribe: 'Подписаться',
    request: 'Подать заявку',
    start: 'Запустить бота',
    open: 'Перейти',
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
    subscribe: 'Підписатися',
    request: 'Подати заявку',
    start: 'Запустити бота',
    open: 'Перейти',
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
    subscribe: 'Падпісацца',
    request: 'Падаць заяўку',
    start: 'Запусціць бота',
    open: 'Перайсці',
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
    subscribe: 'Obuna bo‘lish',
    request: 'So‘rov yuborish',
    start: 'Botni ishga tushirish',
    open: 'O‘tish',
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
    subscribe: 'Жазылу',
    request: 'Өтінім беру',
    start: 'Ботты іске қосу',
    open: 'Өту',
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

/** What users press of such an order. */
export function buttonOf(order: Pick<Order, 'adsType' | 'resource'>) {
  const { button } = kindOf(order);
  return order.resource.takesJoinRequests ? button.request : button.plain;
}

/** Recommended button text; languages we have no words for get English. */
export function buttonText(button: Button, languageCode: string): string {
  return sponsorWords[spokenIn(languageCode)][button];
}

/** What an answer says to the end user, in their language. */
export function messageFor(saying: Saying, languageCode: string): string {
  return sponsorWords[spokenIn(languageCode)].messages[saying];
}
