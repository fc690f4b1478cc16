/** How an order stands, and why it is paused. */
import type { ReactNode } from 'react';
import { Notice, Tag, type Tone } from '../parts/page';
import { orders } from '../words';
import type { Order } from './form';

const tones: Readonly<Record<Order['status'], Tone>> = {
  Moderation: 'warn',
  Processing: 'good',
  Stopped: 'plain',
  Finished: 'accent',
  Rejected: 'bad',
  Archived: 'plain',
};

export function OrderStatus({ status }: Pick<Order, 'status'>): ReactNode {
  return <Tag tone={tones[status]}>{orders.statuses[status]}</Tag>;
}

/** In our words, or in those of the moderator who paused it. */
export function Paused({ of }: { of: Pick<Order, 'pause_reason' | 'pause_text'> }): ReactNode {
  if (of.pause_reason === null) return null;
  return (
    <Notice tone="warn">
      <span>{orders.paused[of.pause_reason]}</span>
      {of.pause_text !== null && <span className="break">{of.pause_text}</span>}
    </Notice>
  );
}
