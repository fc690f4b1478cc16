/** Codes of the service in words for people at a terminal. */
import { readPause } from '../../core/orders/index.js';
import type { PauseCode, PauseReason } from '../../core/ports/order-store.js';

const pauseWords: Readonly<Record<PauseCode, string>> = {
  link_moved: 'its link leads elsewhere by now',
  link_dead: 'our bot may not invite users to its private chat any more',
  removes_subscribers: 'somebody removes its subscribers',
  rights_unsteady: 'our bot lost its rights in the chat three times within a day',
  moderator: 'a moderator paused it',
};

export function sayPause(reason: PauseReason): string {
  const { code, text } = readPause(reason);
  return text === '' ? pauseWords[code] : `${pauseWords[code]}: ${text}`;
}

/** Codes that are words themselves, such as `withdrawal_paid`. */
export const plainWords = (code: string): string => code.replaceAll('_', ' ');

const deliveryWords: Readonly<Record<string, string>> = {
  redirect: 'the server sends elsewhere, which is not followed',
  timeout: 'the server did not answer in time',
  not_found: 'its name cannot be resolved',
  not_connected: 'the connection fails',
  not_allowed: 'the address is private or local',
  certificate: 'its certificate is not valid',
  not_http: 'the answer is no HTTP',
  aborted: 'broken off',
  no_address: 'there was no address',
  other_owner: 'the bot has another owner',
  unreadable: 'a fault on our side',
};

/** Why a server did not take events. */
export function deliveryReason(reason: string | null): string {
  if (reason === null) return '';
  const [kind = '', code = ''] = reason.split(/[ :]/);
  return kind === 'status' ? `the server answered ${code}` : (deliveryWords[kind] ?? plainWords(reason));
}
