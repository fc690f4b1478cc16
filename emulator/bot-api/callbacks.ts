/** Answers to pressed buttons. */
import { badRequest } from '../failure.js';
import type { MethodTable } from './methods.js';

const longestAnswerLetters = 200;
/** The person's app has given up waiting by then. */
const answerWithinMs = 15_000;

export const callbackMethods: MethodTable = {
  answerCallbackQuery(call) {
    const { world, events } = call.parts;
    const id = call.text('callback_query_id');
    const query = world.callbacks.get(id);
    const isOpen = query?.answer === null && world.nowMs() - query.at <= answerWithinMs;
    if (query?.bot_id !== call.bot.id || !isOpen) {
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    }
    const text = call.text('text');
    if (text.length > longestAnswerLetters) throw badRequest('MESSAGE_TOO_LONG');
    const shown = { text, show_alert: call.flag('show_alert'), url: call.text('url') };
    world.callbacks.set(id, { ...query, answer: { ...shown, at: world.nowMs() } });
    events.emit({
      type: 'answer',
      bot_id: call.bot.id,
      user_id: query.user_id,
      callback_query_id: id,
      ...shown,
    });
    return true;
  },
};
