/** What is advertised: a link that is written, or a chat that is chosen with the platform's own button. */
import type { ChatAdministratorRights, ChatShared, KeyboardButton } from 'grammy/types';
import { cleanName } from '../../../core/names.js';
import type { LinkTarget } from '../../../core/orders/index.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { type Answers, AskAgain, NotUnderstood, type Question, readOneOf } from '../dialogue/form.js';
import { showKeyboard } from '../dialogue/keyboard.js';

/** The offer to choose a chat instead of writing a link. */
const CHOOSE = 'choose';
/** What our bot needs there: to see who joins, and to invite. The platform offers to make it an administrator with them. */
const rights: ChatAdministratorRights = {
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_send_welcome_messages: false,
};

export const linkQuestion: Question = {
  name: 'link',
  ask: ({ words }) => ({
    html: words.html('order-ask-link'),
    offers: [{ text: words.text('button-choose'), value: CHOOSE }],
  }),
  read: async (ctx, text) => {
    if (text === CHOOSE) {
      await showKeyboard(ctx, ctx.words.text('choose-chat'), chooseButtons(ctx.words));
      throw new AskAgain();
    }
    const { words, accountId } = ctx;
    const target = await ctx.service.orders.lookUp(accountId, text);
    if (target === null) throw new NotUnderstood(words.text('error-link'));
    if (target.isChatUnknown !== true) return JSON.stringify(target);
    // The platform does not say where it leads, but lets a person choose the chat.
    await showKeyboard(ctx, words.text('choose-private'), chooseButtons(words));
    throw new AskAgain();
  },
  // Only channels and groups can be chosen.
  readShared: async (ctx, chat) => {
    await noteChosen(ctx, chat);
    const target: LinkTarget = {
      link: await linkOfChat(ctx, chat),
      kind: 'channel',
      name: cleanName(chat.title ?? ''),
    };
    return JSON.stringify(target);
  },
};

/** Which of the person's own chats is meant. */
export const chatQuestion: Question = {
  name: 'chat',
  ask: async (ctx) => {
    const { words } = ctx;
    await showKeyboard(ctx, words.text('choose-chat'), chooseButtons(words));
    return { html: words.html('order-ask-chat') };
  },
  read: (ctx, text) => readOneOf(ctx, text, []),
  readShared: async (ctx, chat) => {
    await noteChosen(ctx, chat);
    return String(chat.chat_id);
  },
};

function noteChosen(ctx: OperatorContext, { chat_id: id, title = '' }: ChatShared): Promise<void> {
  const chat = { chatId: String(id), title: cleanName(title) };
  return ctx.service.privateChats.noteChosen(ctx.accountId, chat);
}

/** What the question above was answered with; a link alone where another question asks about one that is there. */
export function targetIn({ link = '' }: Answers): LinkTarget {
  // Written above alone.
  return link.startsWith('{') ? (JSON.parse(link) as LinkTarget) : { link, kind: null, name: '' };
}

function chooseButtons(words: Words): KeyboardButton[][] {
  const choose = (requestId: number, text: string, isChannel: boolean): KeyboardButton => ({
    text,
    request_chat: {
      request_id: requestId,
      chat_is_channel: isChannel,
      request_username: true,
      request_title: true,
      user_administrator_rights: rights,
      bot_administrator_rights: rights,
    },
  });
  return [
    [
      choose(1, words.text('button-choose-channel'), true),
      choose(2, words.text('button-choose-group'), false),
    ],
  ];
}

/** A public chat has a link; into a private one our bot makes one. */
async function linkOfChat(ctx: OperatorContext, { chat_id: id, username = '' }: ChatShared): Promise<string> {
  if (username !== '') return `https://t.me/${username}`;
  const link = await ctx.service.privateChats.linkInto(String(id));
  if (link === null) throw new NotUnderstood(ctx.words.text('error-chat-rights'));
  return link;
}
