/** The blocks the service shows itself, as the bot process takes and fulfils them, with the token to speak with. */
import { BOT_TOKEN_PURPOSE, countedFor, lookFor, noteRefusedToken } from '../bots/index.js';
import type { Contacts } from '../contacts/index.js';
import type { PlatformAnswer } from '../platform.js';
import type { Ports } from '../ports.js';
import type { ClaimedBlock, ShownBlock } from '../ports/block-store.js';
import type { TestedBlock } from '../ports/block-test-store.js';
import type { SliceSet } from '../slices.js';
import type { BotDirectory } from './bot-directory.js';

/** A queued block with all that rendering it takes. */
export interface BlockTask extends ClaimedBlock {
  token: string;
  tokenCipher: string;
  /** The publisher's own text and image for this user; null is the default. */
  text: string | null;
  image: string | null;
  /** The test of the block for which the user counts once it is shown; null: none. */
  tested: TestedBlock | null;
}

export type Blocks = ReturnType<typeof createBlocks>;

export function createBlocks(
  ports: Ports,
  bots: BotDirectory,
  contacts: Pick<Contacts, 'tell' | 'isInGroup'>,
) {
  const { store, clock, vault, log } = ports;

  const giveUp = async (claimed: ClaimedBlock, reason: string): Promise<BlockTask[]> => {
    await store.blocks.failed(claimed, { reason, retryAtMs: null, shown: claimed.shown });
    return [];
  };

  const equip = async (claimed: ClaimedBlock): Promise<BlockTask[]> => {
    const [bot, cipher] = await Promise.all([bots.get(claimed.botId), store.bots.tokenCipher(claimed.botId)]);
    if (cipher === null) return giveUp(claimed, 'the bot has no token');
    if (bot.isTokenInvalid) return giveUp(claimed, 'the platform refuses the token');
    const look = lookFor(bot, claimed.userId);
    // A question shows neither text nor picture of the publisher.
    const isTested = claimed.content?.kind === 'sponsors';
    const tested = isTested ? countedFor(bot, claimed.userId, clock.now()) : null;
    return [
      { ...claimed, token: vault.open(cipher, BOT_TOKEN_PURPOSE), tokenCipher: cipher, ...look, tested },
    ];
  };

  /** A fault, such as a token that cannot be opened, holds up none of those that were claimed with it. */
  const equipOrGiveUp = (claimed: ClaimedBlock): Promise<BlockTask[]> =>
    equip(claimed).catch((error: unknown) => {
      const { botId, userId } = claimed;
      log.error({ botId, userId, error: String(error) }, 'a block could not be made ready');
      return giveUp(claimed, String(error));
    });

  return {
    /** Takes due blocks. Those of bots that cannot be spoken for are given up with the reason. */
    claim: async (worker: string, limit: number, leaseMs: number, slices?: SliceSet) => {
      const claimed = await store.blocks.claim(worker, limit, leaseMs, clock.now(), slices);
      return (await Promise.all(claimed.map(equipOrGiveUp))).flat();
    },
    /** What is on the screen while the block is being delivered; see the store's port. */
    noteShown: (task: ClaimedBlock, shown: ShownBlock) => store.blocks.noteShown(task, shown),
    fulfilled: (task: BlockTask, shown: ShownBlock | null) =>
      store.blocks.fulfilled(task, shown, clock.now(), task.tested),
    failed: (
      task: ClaimedBlock,
      failure: { reason: string; retryAtMs: number | null; shown: ShownBlock | null },
    ) => store.blocks.failed(task, failure),
    /** The platform says that the user does not use the bot, or left the group: no join waits for this block any more. */
    denied: (task: ClaimedBlock) => contacts.tell(task, 'no'),
    /** Whether a block may go into the group that it is meant for: only where the user is in it, too. */
    isInGroup: (task: ClaimedBlock) => contacts.isInGroup(task),
    release: (worker: string, slices?: SliceSet) => store.blocks.release(worker, slices),
    /** What the platform answered to the block's token, which may be refused; see `noteRefusedToken`. */
    noteAnswer: ({ botId, tokenCipher }: BlockTask, answer: PlatformAnswer<unknown>) =>
      noteRefusedToken(ports, botId, tokenCipher, [answer]),
    /** Resolves when there may be something to claim. */
    changed: (signal: AbortSignal) => store.health.changed(signal),
  };
}
