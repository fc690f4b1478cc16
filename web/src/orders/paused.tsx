/** Why an order is paused: in our words, or in those of the moderator who paused it. */
import type { ReactNode } from 'react';
import { Notice } from '../parts/page';
import { orders } from '../words';
import type { Order } from './form';

export function Paused({ of }: { of: Pick<Order, 'pause_reason' | 'pause_text'> }): ReactNode {
  if (of.pause_reason === null) return null;
  return (
    <Notice tone="warn">
      <span>{orders.paused[of.pause_reason]}</span>
      {of.pause_text !== null && <span className="break">{of.pause_text}</span>}
    </Notice>
  );
}
