/** Invite links and requests to join. */
import type { LinkOptions } from '../invite-links.js';
import { botObject, type ChatRecord } from '../world.js';
import type { BotCall } from './call.js';
import type { MethodTable } from './methods.js';

export const inviteMethods: MethodTable = {
  createChatInviteLink(call) {
    const link = call.parts.links.create(inviting(call), call.bot.id, options(call));
    return call.parts.links.shown(link, call.bot.id);
  },
  editChatInviteLink(call) {
    const link = call.parts.links.edit(inviting(call), call.bot.id, call.text('invite_link'), options(call));
    return call.parts.links.shown(link, call.bot.id);
  },
  revokeChatInviteLink(call) {
    const link = call.parts.links.revoke(inviting(call), call.bot.id, call.text('invite_link'));
    return call.parts.links.shown(link, call.bot.id);
  },
  exportChatInviteLink: (call) => call.parts.links.replacePrimary(inviting(call), call.bot.id).invite_link,
  approveChatJoinRequest: (call) => decide(call, true),
  declineChatJoinRequest: (call) => decide(call, false),
};

/** The chat, where the bot may invite. */
const inviting = (call: BotCall): ChatRecord =>
  call.chatWhere('can_invite_users', 'not enough rights to manage chat invite link');

function options(call: BotCall): LinkOptions {
  return {
    name: call.text('name'),
    expire_date: call.integer('expire_date'),
    member_limit: call.integer('member_limit'),
    creates_join_request: call.flag('creates_join_request'),
  };
}

function decide(call: BotCall, isApproved: boolean): true {
  const chat = inviting(call);
  call.parts.members.decide(chat, call.personId(), botObject(call.bot), isApproved);
  return true;
}
