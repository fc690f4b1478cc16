/** Users to whom a tested block comes, and of whom some pass. */
import { variantOf } from '../../core/bots/index.js';
import type { Store } from '../../core/ports.js';
import type { BlockContent } from '../../core/ports/block-store.js';

const content: BlockContent = { kind: 'sponsors', language: 'en', buttons: [] };
const message = { messageId: 1, contentHash: '', isPhoto: false, sentAtMs: 0 };

/** Shows the block, in the bot's first test, to so many users of each half, of whom so many pass. */
export async function happenInTest(
  { store }: { store: Pick<Store, 'blocks' | 'blockTests'> },
  botId: number,
  halves: Record<'a' | 'b', [shown: number, passed: number]>,
): Promise<void> {
  const shown = { a: 0, b: 0 };
  for (let userId = 1; shown.a < halves.a[0] || shown.b < halves.b[0]; userId++) {
    const variant = variantOf(botId, userId, 1);
    if (shown[variant] === halves[variant][0]) continue;
    shown[variant] += 1;
    const block = { botId, userId, chatId: userId, content, revision: 1, attempts: 1, queuedAtMs: 0 };
    const tested = { test: 1, variant };
    await store.blocks.fulfilled(
      { ...block, shown: null },
      { ...message, chatId: userId },
      Date.now(),
      tested,
    );
    if (shown[variant] <= halves[variant][1])
      store.blockTests.countPassed({ botId, userId, test: tested.test });
  }
}
