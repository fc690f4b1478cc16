/** A town where publishers are paid and held by the quality of their bots. */
import type { Store } from '../../../core/ports.js';

/** @param quality of each bot; null or absent: it changes no price or hold */
export function environmentOf(quality: number | null | undefined): Record<string, string> {
  return quality == null ? {} : { QUALITY_PRICE: '1', QUALITY_HOLD: '1', HOLD_HOURS: '24' };
}

/** It holds from long before the day on: announced in it, it would hold a week later. */
export async function announceQuality(
  store: Store,
  botId: number,
  quality: number | null | undefined,
  nowMs: number,
): Promise<void> {
  if (quality == null) return;
  const announced = { botId, fromMs: 0, factor: quality, holdFactor: Math.min(1, quality) };
  await store.payingFactors.announce([announced], [], nowMs);
}
