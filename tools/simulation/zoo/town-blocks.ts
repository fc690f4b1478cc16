/** Shows the blocks that wait, as the bot process does. */
import { deliver } from '../../../bot/blocks/deliver.js';
import type { Ports } from '../../../core/ports.js';
import type { Service } from '../../../core/service.js';

export async function showBlocks(town: { service: Service; ports: Ports; nowMs: number }): Promise<void> {
  const { blocks } = town.service;
  const parts = {
    platform: town.ports.platform,
    prefix: 'subgram',
    blocks,
    nowMs: () => town.nowMs,
  };
  for (const task of await blocks.claim('zoo', 100, 60_000)) {
    const isThere = task.chatId >= 0 || (await blocks.isInGroup(task)) === 'yes';
    const delivery = isThere ? await deliver(task, parts) : null;
    if (delivery?.kind === 'shown') await blocks.fulfilled(task, delivery.shown);
    else {
      await blocks.failed(task, { reason: 'the user cannot be reached', retryAtMs: null, shown: null });
      await blocks.denied(task);
    }
  }
}
