/** What this build can read of updates, and how it names what it cannot. */
import { expect, it } from 'vitest';
import { unreadableIn } from '../../bot/readable.js';

const ann = { id: 7, is_bot: false, first_name: 'Ann', language_code: 'en', is_new: { of: [1] } };
const channel = { id: -100_7, type: 'channel', title: 'Garden', colour: null };
const member = (status: string) => ({ user: ann, status, mood: 3 });
const change = {
  chat: channel,
  from: ann,
  date: 1,
  via: null,
  old_chat_member: member('left'),
  new_chat_member: member('member'),
};
const request = {
  chat: channel,
  from: ann,
  date: 1,
  user_chat_id: 7,
  invite_link: { invite_link: 'https://t.me/+…' },
};
const message = { message_id: 1, date: 1, from: ann, chat: { id: 7, type: 'private', first_name: 'Ann' } };
const payment = {
  currency: 'XTR',
  total_amount: 10,
  invoice_payload: 'deposit:1',
  is_gift: null,
  telegram_payment_charge_id: 'c',
  provider_payment_charge_id: '',
};
const unreadable = (update: object) => unreadableIn({ update_id: 1, ...update });

it.each([
  ['of a member', { chat_member: change }],
  ['of our rights', { my_chat_member: { ...change, old_chat_member: null } }],
  ['of one who asks to join', { chat_join_request: request }],
  ['of a payment', { message: { ...message, successful_payment: payment } }],
  [
    'of a payment given back, without a payer',
    { message: { ...message, from: undefined, refunded_payment: payment } },
  ],
  ['of a group that moved', { message: { ...message, migrate_to_chat_id: -100_8 } }],
  ['of where it moved from', { message: { ...message, migrate_from_chat_id: -8 } }],
  ['that people write, whatever it is', { message: { ...message, from: null, text: 7 } }],
  ['of a kind that nothing is read of here', { callback_query: null, new_kind: 'x' }],
])('an update %s is read, with fields that are new', (_of, update) => {
  expect(unreadable(update)).toEqual([]);
});

it.each([
  [{ chat_member: null }, ['chat_member: null']],
  [{ chat_member: { ...change, date: '1' } }, ['chat_member.date: string']],
  [{ chat_member: { ...change, chat: [] } }, ['chat_member.chat: array']],
  [
    { chat_member: { ...change, new_chat_member: { ...member('left'), user: { ...ann, id: 2 ** 60 } } } },
    ['chat_member.new_chat_member.user.id: number'],
  ],
  [
    { chat_member: { ...change, new_chat_member: member('restricted') } },
    ['chat_member.new_chat_member.is_member: missing'],
  ],
  [
    { my_chat_member: { ...change, new_chat_member: undefined } },
    ['my_chat_member.new_chat_member: missing'],
  ],
  [
    { my_chat_member: { ...change, from: { id: 7 } } },
    ['my_chat_member.from.is_bot: missing', 'my_chat_member.from.first_name: missing'],
  ],
  [{ chat_join_request: { ...request, invite_link: null } }, ['chat_join_request.invite_link: null']],
  [{ message: { ...message, from: undefined, successful_payment: payment } }, ['message.from: missing']],
  [
    { message: { ...message, successful_payment: { ...payment, total_amount: '10' } } },
    ['message.successful_payment.total_amount: string'],
  ],
  [{ message: { ...message, refunded_payment: 7 } }, ['message.refunded_payment: number']],
  [{ message: { ...message, migrate_to_chat_id: null } }, ['message.migrate_to_chat_id: null']],
  [{ message: { migrate_from_chat_id: -8 } }, ['message.chat: missing']],
])('what cannot be read is named by its path and type: %j', (update, wrong) => {
  expect(unreadable(update)).toEqual(wrong);
});
