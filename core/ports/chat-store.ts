/** What the platform said of chats: which links lead into them, and who made bots of ours administrators there. */

/** A chat in which a person made a bot of ours an administrator. */
export interface AddedChat {
  chatId: string;
  /** As the platform showed it then. */
  title: string;
}

export interface ChatStore {
  /**
   * The platform showed that this invite link lets people into the chat; a link never changes its chat. Durable.
   * @param linkKey whole, or the half of it that the platform shows of other people's links
   * @param makerBotId the bot of ours that made it for users to see; null: another link
   */
  noteLink(linkKey: string, chatId: string, makerBotId: number | null, nowMs: number): Promise<void>;
  /** The chat of an invite link that is known whole or by its half; null when nothing showed it. */
  ofLink(linkKey: string): Promise<string | null>;
  /** The newest link that this bot of ours made for users to see, by its key; null: there is none that works. */
  ourLink(chatId: string, botId: number): Promise<string | null>;
  /** The links that this bot of ours had made there until then are dead. */
  endOurLinks(chatId: string, botId: number, madeUntilMs: number): Promise<void>;
  /**
   * The basic group goes on as this supergroup: who added our bots to that added them to the group. Noted once, it stays.
   * Durable.
   */
  noteMoved(groupId: string, supergroupId: string, nowMs: number): Promise<void>;
  /** The supergroup that this basic group has become; null: none that is known. */
  movedTo(groupId: string): Promise<string | null>;
  /** The basic group that this supergroup was; null: it was none, as far as is known. */
  movedFrom(supergroupId: string): Promise<string | null>;
  /** A person made this bot of ours an administrator, or chose the chat with the platform's button. Durable. */
  noteAdded(chat: AddedChat, botId: number, accountId: number, nowMs: number): Promise<void>;
  /** The bot was no administrator there then; who made it one later stays. */
  noteRemoved(chatId: string, botId: number, atMs: number): Promise<void>;
  /** The chats in which this person made bots of ours administrators, latest first, each once; at most `limit`. */
  addedBy(accountId: number, limit: number): Promise<AddedChat[]>;
}
