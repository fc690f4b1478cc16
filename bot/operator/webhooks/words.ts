/** How events and their fate read, for their owner. */
import type { PublisherEvent } from '../../../core/ports/event-store.js';
import type { OperatorContext } from '../context.js';
import { moment } from '../figures.js';

/** Why something was not delivered; `status:<code>` says what the receiver answered. Plain text. */
export function reasonWords({ visitor: { words } }: OperatorContext, reason: string): string {
  const [kind = '', code = ''] = reason.split(':');
  return words.text(`hook-reason-${kind.replaceAll('_', '-')}`, { code });
}

export function when(ctx: OperatorContext, atMs: number): string {
  return moment(ctx, atMs);
}

/** What a line about an event is filled in with. */
export function eventFacts(ctx: OperatorContext, event: PublisherEvent): Record<string, string> {
  return {
    when: when(ctx, event.atMs),
    user: String(event.userId),
    order: event.network ?? String(event.adsId),
    status: ctx.visitor.words.text(`hook-status-${event.status}`),
  };
}
