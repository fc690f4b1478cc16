/**
 * The lines of a long list of orders. Those that are seen are drawn, and the pages they are on are asked for: a list of ten
 * thousand is as quick as one of ten, and a change renews what is seen alone.
 */
import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useRef } from 'react';
import { Link } from 'wouter';
import { type Answered, type Asked, call } from '../api/client';
import { Bar } from '../parts/bars';
import { type Format, format } from '../parts/format';
import { common, csv, nav, orders } from '../words';
import type { Listed } from './list';
import { OrderStatus } from './status';

/** Orders asked for at once. */
export const PAGE = 100;
/** As high as two lines of text want it, however large its reader has text. */
const LINE_PX = 3.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
const HEIGHT_MAX_PX = 900;

type Answer = Answered<'/orders#list'>;

export function OrderRows(props: {
  asked: Asked<'/orders#list'>;
  /** The first page, and how many there are in all. */
  first: Answer['response'];
  /** The first page is of what was asked before, until the answer is there. */
  isOfBefore: boolean;
  chosen: ReadonlySet<number>;
  setChosen: (next: ReadonlySet<number>) => void;
}): ReactNode {
  const { asked, first, isOfBefore, chosen, setChosen } = props;
  const place = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: isOfBefore ? first.orders.length : first.total,
    getScrollElement: () => place.current,
    estimateSize: () => LINE_PX,
    overscan: 8,
    initialOffset: keptTop,
  });
  const seen = lines.getVirtualItems();
  const orderAt = useOrders(
    asked,
    first,
    seen.map(({ index }) => Math.floor(index / PAGE)),
  );
  const current = useRef(chosen);
  current.current = chosen;
  const choose = useCallback(
    (orderId: number, isChosen: boolean) => {
      const next = new Set(current.current);
      if (isChosen) next.add(orderId);
      else next.delete(orderId);
      setChosen(next);
    },
    [setChosen],
  );
  const height = Math.min(first.total * LINE_PX + 2, HEIGHT_MAX_PX);
  return (
    <section className="panel flush" aria-label={nav.orders}>
      <div className="order-line title" aria-hidden="true">
        <span />
        <span>{common.name}</span>
        <span>{common.status}</span>
        <span>{orders.progress}</span>
        <span className="right">{csv.real_price}</span>
        <span className="right">{csv.created_at}</span>
      </div>
      <div
        className="rows"
        ref={place}
        style={{ height }}
        tabIndex={0}
        role="list"
        aria-label={nav.orders}
        onClickCapture={() => keepTop(place.current?.scrollTop ?? 0)}
      >
        <div className="run" style={{ height: lines.getTotalSize() }} role="presentation">
          {seen.map(({ index, start }) => {
            const order = orderAt(index);
            return order === undefined ? (
              <Coming key={`at-${String(index)}`} top={start} />
            ) : (
              <Line
                key={order.order_id}
                order={order}
                top={start}
                isChosen={chosen.has(order.order_id)}
                choose={choose}
                format={format}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Who comes back from an order finds the list where they left it: the browser keeps that of the page alone. */
function keepTop(top: number): void {
  history.replaceState({ top }, '');
}

function keptTop(): number {
  const { top } = (history.state ?? {}) as { top?: number };
  return top ?? 0;
}

/** The pages that are seen, the first of which is known. @returns the order in a place; undefined until it is there */
function useOrders(
  asked: Asked<'/orders#list'>,
  first: Answer['response'],
  seen: readonly number[],
): (index: number) => Listed | undefined {
  const pages = [...new Set(seen)].filter((page) => page > 0);
  const answers = useQueries({
    queries: pages.map((page) => {
      const wanted = { ...asked, offset: page * PAGE };
      return {
        queryKey: ['/orders#list', wanted],
        queryFn: ({ signal }: { signal: AbortSignal }) => call('/orders#list', wanted, signal),
      };
    }),
  });
  return (index) => {
    const page = Math.floor(index / PAGE);
    const { orders } = (page === 0 ? first : answers[pages.indexOf(page)]?.data?.response) ?? { orders: [] };
    return orders[index % PAGE];
  };
}

/** A line whose order is asked for. */
function Coming({ top }: { top: number }): ReactNode {
  return (
    <div className="order-line" style={{ height: LINE_PX, transform: `translateY(${String(top)}px)` }}>
      <span />
      <Skeleton height={16} radius={6} />
    </div>
  );
}

/** Drawn again only when its own props change: while the list scrolls, a frame draws only the new lines. */
const Line = memo(function Line(props: {
  order: Listed;
  top: number;
  isChosen: boolean;
  choose: (orderId: number, isChosen: boolean) => void;
  format: Format;
}): ReactNode {
  const { order, top, isChosen, choose, format } = props;
  const share = (100 * order.quantity_now) / order.quantity_all;
  return (
    <div
      className="order-line"
      role="listitem"
      style={{ height: LINE_PX, transform: `translateY(${String(top)}px)` }}
    >
      <label className="tickbox">
        <input
          type="checkbox"
          aria-label={orders.select({ name: order.name })}
          checked={isChosen}
          onChange={({ currentTarget }) => choose(order.order_id, currentTarget.checked)}
        />
      </label>
      <div className="cut">
        <Link href={`/orders/${String(order.order_id)}`} className="strong">
          {order.name}
        </Link>
        <div className="soft small cut">{order.link}</div>
      </div>
      <span>
        <OrderStatus status={order.status} />
      </span>
      <span className="wide">
        <span className="small">
          {format.whole(order.quantity_now)} / {format.whole(order.quantity_all)}
        </span>
        <Bar percent={share} />
      </span>
      <span className="wide right">{format.price(order.real_price)}</span>
      <span className="wide right soft small">{format.day(order.created_at.slice(0, 10))}</span>
    </div>
  );
});
