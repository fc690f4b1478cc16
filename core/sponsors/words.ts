/** What an end user reads in the answers of /get-sponsors, since bots print it: labels of buttons, and `message`. */
import { kindOf } from '../kinds/index.js';
import type { Order } from '../ports/order-store.js';
import type { Words } from '../ports/words.js';

/** What an answer says. */
export type Saying = 'subscribe' | 'gender' | 'age' | 'form' | 'passed' | 'nothing';

export type Button = ReturnType<typeof buttonOf>;

/** What users press of such an order. */
export function buttonOf(order: Pick<Order, 'adsType' | 'resource'>) {
  const { button } = kindOf(order);
  return order.resource.takesJoinRequests ? button.request : button.plain;
}

/** Recommended button text; languages we have no words for get English. */
export function buttonText(words: Words, button: Button, languageCode: string): string {
  return words.text(languageCode, `sponsor-${button}`);
}

/** What an answer says to the end user, in their language. */
export function messageFor(words: Words, saying: Saying, languageCode: string): string {
  return words.text(languageCode, `answer-${saying}`);
}
