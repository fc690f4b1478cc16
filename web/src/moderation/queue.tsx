/** The queue: orders at the left, the open one at the right; keys: j next, k back, a approve, r reject. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { PlainForm } from '../parts/form';
import { format } from '../parts/format';
import { useKeys } from '../parts/keys';
import { Dialog } from '../parts/dialog';
import { Nothing, Panel, Shown } from '../parts/page';
import { Reason } from '../parts/reason';
import { onError, outcomesIn } from '../parts/toast';
import { moderation, nearest } from '../words';
import { Card, Decisions } from './card';

const LISTED_MAX = 100;

export function Queue(): ReactNode {
  const queue = useAnswer('/moderation#queue', { limit: LISTED_MAX });
  const orders = queue.data?.result.orders ?? [];
  const isEmpty = queue.data?.result.total === 0;
  const [chosenId, choose] = useState<number | null>(null);
  const orderId = chosenId ?? orders[0]?.order_id ?? null;
  // It stays when another moderator decides first: what is read is what is decided about.
  useEffect(() => choose(isEmpty ? null : orderId), [isEmpty, orderId]);
  const at = orders.findIndex(({ order_id }) => order_id === orderId);
  const [isRejecting, rejecting] = useDisclosure();
  const card = useAnswer(
    '/moderation#card',
    { order_id: orderId ?? 0 },
    { isOn: orderId !== null, keep: false },
  );
  const outcome = outcomesIn(moderation.outcomes, ['decided']);
  const approve = useCommand('/moderation#approve', ['/moderation'], outcome);
  const reject = useCommand('/moderation#reject', ['/moderation'], outcome);
  const shown = card.data?.result.order;

  const callbacks = {
    onSuccess: ({ result }: { result: { outcome: keyof typeof moderation.outcomes } }) => {
      if (result.outcome !== 'decided') return;
      // The next one, so that a moderator need not look for where they were; unless they went elsewhere meanwhile.
      const next = orders[at + 1] ?? orders[at - 1];
      choose((known) => (known === orderId ? (next?.order_id ?? null) : known));
    },
    onError,
  };
  const yes = (theme?: string): void => {
    if (shown === undefined || approve.isPending) return;
    const { order_id, revision } = shown;
    approve.mutate({ order_id, revision, ...(theme === undefined ? {} : { theme }) }, callbacks);
  };
  const no = async (reason: string): Promise<void> => {
    rejecting.close();
    if (shown === undefined) return;
    const { order_id, revision } = shown;
    await reject.mutateAsync({ order_id, revision, reason }, callbacks);
  };
  useKeys({
    j: () => choose(orders[Math.min(at + 1, orders.length - 1)]?.order_id ?? null),
    k: () => choose(orders[Math.max(at - 1, 0)]?.order_id ?? null),
  });

  return (
    <Shown of={queue}>
      {({ result }) =>
        result.total === 0 ? (
          <Nothing icon="shield" title={moderation.empty} text={moderation.emptyText} />
        ) : (
          <div className="stack">
            <p className="soft small by-keys">{moderation.keys}</p>
            <div className="queue">
              <Items orders={orders} currentId={orderId} total={result.total} choose={choose} />
              <Shown of={card} lines={8}>
                {({ result: found }) => (
                  <Card card={found}>
                    <Decisions
                      key={found.order.order_id}
                      card={found}
                      approve={yes}
                      isBusy={approve.isPending || reject.isPending}
                      reject={rejecting.open}
                    />
                  </Card>
                )}
              </Shown>
            </div>
            <Reject isOpen={isRejecting} close={rejecting.close} reject={no} />
          </div>
        )
      }
    </Shown>
  );
}

function Items(props: {
  orders: Answered<'/moderation#queue'>['result']['orders'];
  currentId: number | null;
  total: number;
  choose: (orderId: number) => void;
}): ReactNode {
  const { orders, currentId, total, choose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <Panel isFlush title={`${moderation.queue}: ${String(total)}`}>
      <div className="queue-list" ref={list}>
        {orders.map((order) => (
          <button
            type="button"
            key={order.order_id}
            className="bare queue-item"
            {...(order.order_id === currentId ? { 'aria-current': true as const } : {})}
            onClick={() => choose(order.order_id)}
          >
            <span className="strong break">{order.name}</span>
            <span className="soft small break">{order.link}</span>
            <span className="small">
              #{order.order_id} · {format.whole(order.quantity_all)} × {format.price(order.real_price)}
            </span>
          </button>
        ))}
      </div>
    </Panel>
  );
}

/** Why an order is rejected: a ready reason, or one in own words. */
function Reject(props: {
  isOpen: boolean;
  close: () => void;
  /** Rejects where it could not be sent: then the words stay. */
  reject: (reason: string) => Promise<void>;
}): ReactNode {
  const { isOpen, close, reject } = props;
  const [own, setOwn] = useState('');
  const reasons = useAnswer('/moderation#reasons', {}, { isOn: isOpen });
  return (
    <Dialog isOpen={isOpen} close={close} title={moderation.reject}>
      <div className="stack">
        {reasons.data?.result.reasons.map(({ code, text }) => (
          <Button
            key={code}
            variant="default"
            justify="flex-start"
            onClick={() => void reject(nearest(text)).catch(doNothing)}
          >
            {nearest(text)}
          </Button>
        ))}
        <PlainForm
          send={() => {
            void reject(own).then(() => setOwn(''), doNothing);
          }}
        >
          <Reason label={moderation.own} description={moderation.reason} value={own} change={setOwn} />
          <Button type="submit" color="red.9">
            {moderation.reject}
          </Button>
        </PlainForm>
      </div>
    </Dialog>
  );
}

const doNothing = (): void => undefined;
