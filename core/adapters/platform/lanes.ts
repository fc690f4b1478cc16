/**
 * Kinds of calls that the platform limits apart from one another (`platform.md`: about 30 messages a second a bot, 1 a
 * second a chat, 20 a minute a group). Being limited in one lane does not hold up the others.
 */
export type Lane = 'messages' | 'membership' | 'invites' | 'other';

export interface LaneRule {
  perSecond: number;
  burst: number;
  /** How long a call waits for its turn before it is answered `limited`. */
  patienceMs: number;
  /** How long a call may take when the caller names no deadline. */
  timeoutMs: number;
}

/** 25 of the platform's 30 messages: what a person's bot sends beside us needs room, too. */
export const laneRules: Readonly<Record<Lane, LaneRule>> = {
  messages: { perSecond: 25, burst: 5, patienceMs: 1_000, timeoutMs: 15_000 },
  membership: { perSecond: 100, burst: 50, patienceMs: 10_000, timeoutMs: 10_000 },
  // The platform says no figure, and asks for long pauses: they must not hold up what people wait for.
  invites: { perSecond: 1, burst: 5, patienceMs: 10_000, timeoutMs: 10_000 },
  other: { perSecond: 30, burst: 30, patienceMs: 10_000, timeoutMs: 10_000 },
};

type ChatRule = Pick<LaneRule, 'perSecond' | 'burst'>;

/** For new messages to one chat; edits count for the token alone. */
export interface ChatRules {
  person: ChatRule;
  group: ChatRule;
}

/**
 * Short bursts to one person are taken well: somebody who answers quickly should be answered quickly, and a 429 is obeyed
 * in any case.
 */
export const usualChatRules: ChatRules = {
  person: { perSecond: 1, burst: 8 },
  group: { perSecond: 20 / 60, burst: 4 },
};

const membershipMethods = new Set(['getChatMember', 'sendChatAction', 'getChatMemberCount']);
const inviteMethods = new Set(['createChatInviteLink', 'revokeChatInviteLink']);
const messageMethods = /^(send|edit|copy|forward)/;

/** Whether the call counts against the pace of its chat. */
export function countsForChat(method: string): boolean {
  return messageMethods.test(method) && !method.startsWith('edit') && !membershipMethods.has(method);
}

export function laneOf(method: string): Lane {
  if (membershipMethods.has(method)) return 'membership';
  if (inviteMethods.has(method)) return 'invites';
  return messageMethods.test(method) ? 'messages' : 'other';
}
