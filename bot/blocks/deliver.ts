/**
 * Brings a user's screen to what a queued block says: sends, edits in place, replaces or deletes. (`decisions.md`, /get-sponsors,
 * Turnkey mode)
 */
import type { Blocks, BlockTask } from '../../core/sponsors/index.js';
import type { Platform, PlatformFailure, PlatformFailureKind } from '../../core/platform.js';
import type { ShownBlock } from '../../core/ports/block-store.js';
import { type BlockFrame, imageOf, render, type Rendering, sayingOf, withoutImage } from './render.js';

/** An unchanged block younger than this has just been seen; an older one is sent again, so that the user sees an answer. */
const FRESH_MS = 3_000;

export type Delivery =
  | { kind: 'shown'; shown: ShownBlock | null }
  /** Did not happen; what is on the screen meanwhile. */
  | { kind: 'failed'; failure: PlatformFailure; shown: ShownBlock | null };

export interface DeliveryParts extends BlockFrame {
  platform: Pick<Platform, 'send' | 'edit' | 'remove'>;
  blocks: Pick<Blocks, 'noteShown'>;
  nowMs(): number;
}

/** Put where the message's id will be, while it is being sent. */
function sendingMarker(task: BlockTask, nowMs: number): ShownBlock {
  return {
    chatId: task.chatId,
    messageId: 0,
    contentHash: `sending ${String(task.revision)}`,
    isPhoto: false,
    sentAtMs: nowMs,
  };
}

/** Whether this very block was being sent when its worker died: it may or may not be there. */
export function wasBeingSent(task: BlockTask): boolean {
  return task.shown?.messageId === 0 && task.shown.contentHash === `sending ${String(task.revision)}`;
}

export async function deliver(task: BlockTask, parts: DeliveryParts): Promise<Delivery> {
  const shown = task.shown?.messageId === 0 ? null : task.shown;
  if (task.content === null) return clear(task, shown, parts);
  const wanted = render(task.content, task, task.chatId, parts);
  if (shown === null) return send(task, wanted, parts);
  if (shown.chatId !== task.chatId) return replace(task, shown, wanted, parts);
  const fitting = sameImageAsShown(wanted, shown);
  if (shown.contentHash === fitting.hash) {
    const isFresh = parts.nowMs() - shown.sentAtMs < FRESH_MS;
    return isFresh ? { kind: 'shown', shown } : replace(task, shown, fitting, parts);
  }
  const isInPlace = shown.isPhoto === fitting.isPhoto && imageOf(shown.contentHash) === imageOf(fitting.hash);
  return isInPlace ? edit(task, shown, fitting, parts) : replace(task, shown, fitting, parts);
}

/** An image that could not be shown last time is not tried again while that message stands. */
function sameImageAsShown(wanted: Rendering, shown: ShownBlock): Rendering {
  return imageOf(shown.contentHash) === `!${imageOf(wanted.hash)}` ? withoutImage(wanted) : wanted;
}

async function clear(
  task: BlockTask,
  shown: ShownBlock | null,
  { platform }: DeliveryParts,
): Promise<Delivery> {
  if (shown === null) return { kind: 'shown', shown: null };
  const removed = await platform.remove(task.token, shown.chatId, shown.messageId);
  const isOutOfReach = !removed.ok && removed.failure.movedTo !== undefined;
  if (removed.ok || isOutOfReach) return { kind: 'shown', shown: null };
  return { kind: 'failed', failure: removed.failure, shown };
}

async function edit(
  task: BlockTask,
  shown: ShownBlock,
  wanted: Rendering,
  parts: DeliveryParts,
): Promise<Delivery> {
  const edited = await parts.platform.edit(task.token, shown.chatId, shown.messageId, wanted.message);
  if (edited.ok) return { kind: 'shown', shown: { ...shown, contentHash: wanted.hash } };
  // The user deleted it, or it has become too old to be edited.
  if (edited.failure.kind === 'bad_request') return replace(task, shown, wanted, parts);
  return { kind: 'failed', failure: edited.failure, shown };
}

/**
 * Deletes first: who stops in between shows no block for a moment, rather than two for good. A message that could not be
 * deleted still stands, so it is remembered until a newer one took its place.
 */
async function replace(
  task: BlockTask,
  shown: ShownBlock,
  wanted: Rendering,
  parts: DeliveryParts,
): Promise<Delivery> {
  const removed = await parts.platform.remove(task.token, shown.chatId, shown.messageId);
  if (!removed.ok && holdingUp.has(removed.failure.kind))
    return { kind: 'failed', failure: removed.failure, shown };
  const sent = await send(task, wanted, parts);
  return removed.ok || sent.kind === 'shown' ? sent : { ...sent, shown };
}

/** Refusals to delete that pass, so that deleting later leaves one block; after any other the block is sent all the same. */
const holdingUp: ReadonlySet<PlatformFailureKind> = new Set(['limited', 'unavailable', 'token_refused']);

async function send(task: BlockTask, wanted: Rendering, parts: DeliveryParts): Promise<Delivery> {
  const marker = sendingMarker(task, parts.nowMs());
  await parts.blocks.noteShown(task, marker);
  const sent = await parts.platform.send(task.token, task.chatId, wanted.message);
  if (sent.ok) {
    const { hash: contentHash, isPhoto } = wanted;
    const shown = { ...marker, messageId: sent.value, contentHash, isPhoto, sentAtMs: parts.nowMs() };
    return { kind: 'shown', shown };
  }
  const next = sent.failure.kind === 'bad_request' ? simpler(task, wanted, parts) : null;
  if (next !== null) return send(task, next, parts);
  return { kind: 'failed', failure: sent.failure, shown: null };
}

/** What to try when the platform refuses a message: first without the image, then in our own words. */
function simpler(task: BlockTask, refused: Rendering, frame: BlockFrame): Rendering | null {
  if (refused.message.image !== null) return withoutImage(refused);
  if (task.content === null || task.text === null) return null;
  const plain = render(task.content, { text: null, image: null }, task.chatId, frame);
  return sayingOf(plain.hash) === sayingOf(refused.hash) ? null : plain;
}
