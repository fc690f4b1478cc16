/** How likely a user is in a chat already: what decides whether asking before showing pays. */

/** What was measured of one chat. */
export interface ChatOdds {
  resourceId: string;
  /** Members by the platform's count; null before it was asked. */
  members: number | null;
  /** When it was asked; 0: never. */
  countedAtMs: number;
  /** Users that were unknown when the platform was asked about them, and how many of them were in; old ones fade. */
  asked: number;
  found: number;
}

export interface OddsStore {
  /** Of the chats that something is known of. */
  read(resourceIds: readonly string[]): Promise<Map<string, ChatOdds>>;
  noteSize(resourceId: string, members: number, atMs: number): Promise<void>;
  /** Counts an answer, written a moment later; what a killed process has not written is lost. */
  count(resourceId: string, wasIn: boolean): void;
  /** How many users the service knows, counted up to 200,000. */
  audience(): Promise<number>;
}
