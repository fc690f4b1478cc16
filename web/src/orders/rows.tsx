/** The lines of a long list of orders: only those that are seen are there. */
import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../parts/format';
import { Tag } from '../parts/page';
import { useWords } from '../words';
import type { Listed } from './list';
import { statusTones } from './status';

const LINE_PX = 56;
/** So many lines before its end the list fetches more. */
const AHEAD = 20;

export function OrderRows(props: {
  orders: readonly Listed[];
  chosen: ReadonlySet<number>;
  setChosen: (next: ReadonlySet<number>) => void;
  reachEnd: () => void;
}): ReactNode {
  const { orders, chosen, setChosen, reachEnd } = props;
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: orders.length,
    getScrollElement: () => place.current,
    estimateSize: () => LINE_PX,
    overscan: 8,
  });
  const seen = lines.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= orders.length - AHEAD) reachEnd();
  }, [last, orders.length]);
  const height = Math.min(orders.length * LINE_PX + 2, 900);
  return (
    <section className="panel flush" aria-label={words.orders.title}>
      <div className="order-line title" aria-hidden="true">
        <span />
        <span>{words.common.name}</span>
        <span>{words.common.status}</span>
        <span>{words.orders.progress}</span>
        <span className="right">{words.orders.price}</span>
        <span className="right">{words.orders.created}</span>
      </div>
      <div
        className="rows"
        ref={place}
        style={{ height }}
        tabIndex={0}
        role="list"
        aria-label={words.orders.title}
      >
        <div className="run" style={{ height: lines.getTotalSize() }} role="presentation">
          {seen.map(({ index, start }) => {
            const order = orders[index];
            if (order === undefined) return null;
            return (
              <Line
                key={order.order_id}
                order={order}
                top={start}
                isChosen={chosen.has(order.order_id)}
                choose={(isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(order.order_id);
                  else next.delete(order.order_id);
                  setChosen(next);
                }}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Line(props: {
  order: Listed;
  top: number;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}): ReactNode {
  const { order, top, isChosen, choose } = props;
  const { orders } = useWords();
  const format = useFormat();
  const share = Math.min(100, (100 * order.quantity_now) / order.quantity_all);
  return (
    <div
      className="order-line"
      role="listitem"
      style={{ height: LINE_PX, transform: `translateY(${String(top)}px)` }}
    >
      <Checkbox
        size="xs"
        aria-label={orders.select(order.name)}
        checked={isChosen}
        onChange={({ currentTarget }) => {
          choose(currentTarget.checked);
        }}
      />
      <div className="cut">
        <Link href={`/orders/${String(order.order_id)}`} className="strong">
          {order.name}
        </Link>
        <div className="soft small cut">{order.link}</div>
      </div>
      <span>
        <Tag tone={statusTones[order.status]}>{orders.statuses[order.status]}</Tag>
      </span>
      <span className="wide">
        <span className="small">
          {format.whole(order.quantity_now)} / {format.whole(order.quantity_all)}
        </span>
        <span className="bar" style={{ display: 'block' }}>
          <i style={{ width: `${String(share)}%` }} />
        </span>
      </span>
      <span className="wide right">{format.price(order.real_price)}</span>
      <span className="wide right soft small">{format.day(order.created_at.slice(0, 10))}</span>
    </div>
  );
}
