/** That users opened resources, as their pages' scripts reported (`evidence.md`, Resources and smart links). */

export interface Opening {
  userId: number;
  orderId: number;
  /** Through whose link. */
  botId: number;
  /** When the page's script reported. */
  ranAtMs: number;
  /** What is paid for only so often a day: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** The messenger's signature names this very user. */
  isSigned: boolean;
}

export interface OpeningStore {
  /**
   * Notes an opening, in place of an earlier one of this user and order. Returns false where the user is settled with the
   * order: then the opening stays what it was, and with the bot it was. Once signed, an opening through a bot stays so.
   */
  note(opening: Opening): Promise<boolean>;
}
