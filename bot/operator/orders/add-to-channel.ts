/** The platform's own way to make a bot an administrator: a link that opens the choice of a chat, with the rights set. */
import type { MessageButton } from '../../../core/platform.js';
import type { Words } from '../../words.js';
import { link } from '../screen.js';

/** As links name them: to see who joins, and to invite. */
const RIGHTS = 'manage_chat+invite_users';

/** @param botName of the bot that is to be added, without @ */
export function addToChannelRow(words: Words, botName: string): MessageButton[] {
  const open = (where: string) => `https://t.me/${botName}?${where}&admin=${RIGHTS}`;
  return [
    link(words.text('button-add-to-channel'), open('startchannel')),
    link(words.text('button-add-to-group'), open('startgroup')),
  ];
}
