/** A person in the chat with the operator bot: writes, presses by what a button says, and reads the last screen. */
import type { InlineKeyboardButton, Message } from 'grammy/types';
import { Api } from 'grammy';
import { operatorName, operatorToken } from './stage.js';
import { addOrder, advertiserId, type ServiceStage, setScene } from './service-stage.js';

export class Visitor {
  readonly #stage: ServiceStage;
  readonly #api: Api;
  readonly id: number;

  constructor(stage: ServiceStage, id: number) {
    this.#stage = stage;
    this.#api = new Api(operatorToken, { apiRoot: stage.emulator.url });
    this.id = id;
  }

  /** Writes, and answers the bot's next message. */
  async say(text: string): Promise<Message> {
    const said = await this.#stage.client.say(this.id, operatorName, text);
    return this.#stage.client.waitForMessage(this.id, operatorName, () => true, { after: said });
  }

  /** Writes, and waits for nothing. */
  async write(text: string): Promise<number> {
    return this.#stage.client.say(this.id, operatorName, text);
  }

  messages(): Promise<Message[]> {
    return this.#stage.client.messages(this.id, operatorName);
  }

  /** The newest message of the bot's. */
  async screen(): Promise<Message> {
    const ofBot = ({ from }: Message) => from?.is_bot === true;
    const [newest] = await this.#stage.client.messages(this.id, operatorName, { last: 1 });
    const last = newest !== undefined && ofBot(newest) ? newest : (await this.messages()).findLast(ofBot);
    if (last === undefined) throw new Error('The bot has said nothing.');
    return last;
  }

  /** Presses the button with this text on the newest screen (or on `on`), and waits for the answer to the press. */
  async press(text: string | RegExp, on?: Message): Promise<{ note: string; isAlert: boolean }> {
    const screen = on ?? (await this.screen());
    const button = buttonsOf(screen).find((candidate) => matches(candidate.text, text));
    if (button === undefined || !('callback_data' in button)) {
      throw new Error(
        `No button ${String(text)} among: ${buttonsOf(screen)
          .map((one) => one.text)
          .join(' | ')}`,
      );
    }
    return this.pressData(button.callback_data, screen);
  }

  async pressData(data: string, on: Message): Promise<{ note: string; isAlert: boolean }> {
    const query = await this.#stage.client.press(this.id, operatorName, on.message_id, data);
    const answer = await this.#stage.client.waitForAnswer(this.id, operatorName, query);
    return { note: answer.text ?? '', isAlert: answer.show_alert ?? false };
  }

  /**
   * Presses a button that is on no screen of theirs, as somebody could who writes their own messenger. Returns also what
   * the message with the button has become.
   */
  async forge(data: string): Promise<{ note: string; isAlert: boolean; text: string }> {
    const button = { inline_keyboard: [[{ text: 'forged', callback_data: data }]] };
    const message = await this.#api.sendMessage(this.id, 'forged', { reply_markup: button });
    const answer = await this.pressData(data, message);
    const since = { after: message.message_id - 1 };
    const [now] = await this.#stage.client.messages(this.id, operatorName, since);
    return { ...answer, text: now?.message_id === message.message_id ? (now.text ?? '') : '' };
  }

  /** Presses a button that a message had before it was changed, as a messenger does that has not heard of the change. */
  async pressAgain(text: string, before: Message): Promise<{ note: string; isAlert: boolean }> {
    const keyboard = before.reply_markup;
    if (keyboard === undefined) throw new Error('The message had no buttons.');
    await this.#api.editMessageReplyMarkup(this.id, before.message_id, { reply_markup: keyboard });
    return this.press(text, before);
  }

  /** Waits for a screen whose text has these words; with the id of a message, for one that came after it. */
  shows(words: string | RegExp, after?: number): Promise<Message> {
    return this.#stage.client.waitForMessage(
      this.id,
      operatorName,
      (message) => matches(message.text ?? message.caption ?? '', words),
      after === undefined ? {} : { after },
    );
  }

  /** Presses, and waits for the screen that this leads to. */
  async go(text: string | RegExp, words: string | RegExp): Promise<Message> {
    await this.press(text);
    return this.shows(words);
  }
}

/** The advertiser before the card of an order that runs. */
export async function openRunningOrder(stage: ServiceStage): Promise<{
  albert: Visitor;
  orderId: number;
  info: () => ReturnType<ServiceStage['service']['orders']['info']>;
}> {
  await setScene(stage);
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  const { orderId } = await addOrder(stage, 'gardens');
  await albert.shows('is approved');
  await albert.say('/orders');
  await albert.go(`#${String(orderId)}`, 'running');
  return { albert, orderId, info: () => stage.service.orders.info(advertiserId, orderId) };
}

export function buttonsOf(message: Message): InlineKeyboardButton[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat();
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}
