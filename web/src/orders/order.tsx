/** One order: its settings, figures, sources and reports. */
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useAnswer, useReported } from '../api/queries';
import { format } from '../parts/format';
import { Notice, Page, Shown, Waiting } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { addressOf } from '../session/messenger';
import { useProfile } from '../session/profile';
import { common, nav, nearest, orders } from '../words';
import { Edit } from './edit';
import { OrderFigures } from './figures';
import type { Order } from './form';
import { Report } from './report';
import { Paused, OrderStatus } from './status';
import { useValues } from './values';

export default function OrderPage({ id, tab }: { id: number; tab: string }): ReactNode {
  const answer = useAnswer('/orders#info', { order_id: id });
  const values = useValues();
  const order = answer.data?.response;
  if (order === undefined)
    return (
      <Page title={`${nav.orders} #${String(id)}`}>
        <Shown of={answer}>{() => null}</Shown>
      </Page>
    );
  return (
    <Page title={order.name} actions={<Actions order={order} />}>
      <Progress order={order} />
      <Hindrances order={order} />
      <Tabs
        at={`/orders/${String(id)}`}
        wanted={tab}
        labels={orders.tabs}
        contents={{
          edit: values === null ? <Waiting lines={6} height={60} /> : <Edit order={order} values={values} />,
          figures: <OrderFigures orderId={id} />,
          report: <Report orderId={id} />,
        }}
      />
    </Page>
  );
}

function Progress({ order }: { order: Order }): ReactNode {
  const { service } = useProfile();
  const share = Math.min(100, (100 * order.quantity_now) / order.quantity_all);
  return (
    <div className="row">
      <OrderStatus status={order.status} />
      <a href={addressOf(service, order.link)} target="_blank" rel="noreferrer" className="break">
        {order.link}
      </a>
      <span className="soft">
        {format.whole(order.quantity_now)} / {format.whole(order.quantity_all)} ·{' '}
        {format.price(order.real_price)}
      </span>
      <div className="bar grow" role="img" aria-label={format.percent(share)}>
        <i style={{ width: `${String(share)}%` }} />
      </div>
    </div>
  );
}

function Hindrances({ order }: { order: Order }): ReactNode {
  const refusals = Object.entries(order.refusals);
  const saidOf = (reason: string) => {
    const said = order.refusal_words[reason];
    return said === undefined ? reason : nearest(said);
  };
  return (
    <>
      {order.status === 'Rejected' && order.reason !== null && (
        <Notice tone="bad">
          <span className="strong">{orders.statuses.Rejected}</span>
          <span className="break">{order.reason}</span>
        </Notice>
      )}
      <Paused of={order} />
      {refusals.length > 0 && (
        <details className="soft small">
          <summary>{orders.refusals}</summary>
          {refusals.map(([reason, times]) => (
            <div key={reason}>
              {saidOf(reason)} <span className="nowrap">× {times}</span>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function Actions({ order }: { order: Order }): ReactNode {
  const [, go] = useLocation();
  const update = useReported('/orders#update', ['/orders'], common.saved);
  const copy = useReported('/orders#duplicate', ['/orders']);
  const order_id = order.order_id;
  const isArchived = order.in_archive === 1;
  return (
    <>
      {!isArchived && (
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ order_id, is_on: order.is_on === 1 ? 0 : 1 })}
        >
          {order.is_on === 1 ? orders.stop : orders.start}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{common.actions}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => {
              copy.mutate(
                { order_id },
                {
                  onSuccess: ({ response }) => go(`/orders/${String(response.order_id)}`),
                },
              );
            }}
          >
            {orders.copyOrder}
          </Menu.Item>
          <Menu.Item onClick={() => update.mutate({ order_id, in_archive: isArchived ? 0 : 1 })}>
            {isArchived ? common.restore : common.archive}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
