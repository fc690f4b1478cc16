/** How events and their fate read, for their owner. */
import type { PublisherEvent } from '../../../core/ports/event-store.js';
import type { OperatorContext } from '../context.js';
import { moment } from '../figures.js';

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
