/** All orders or all bots: their figures, and each with what it has brought so far. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../api/queries';
import { BotFigures } from '../bots/figures';
import { OrderFigures } from '../orders/figures';
import { OrderStatus } from '../orders/status';
import { format } from '../parts/format';
import { Page, Shown } from '../parts/page';
import { Rows } from '../parts/rows';
import { common, csv, figures, nav, orders } from '../words';

/** Where the figures of one stand. */
type AddressOf = (id: number) => string;

export function AllOrders({ addressOf }: { addressOf: AddressOf }): ReactNode {
  const answer = useAnswer('/figures#overview', {});
  return (
    <Page title={figures.allOrders}>
      <OrderFigures orderId={null}>
        <Shown of={answer}>
          {({ result }) => (
            <Rows
              title={nav.orders}
              name="orders"
              rows={result.orders}
              note={
                result.orders_total > result.orders.length &&
                figures.newestOnly({ listed: result.orders.length })
              }
              idOf={({ order_id }) => order_id}
              columns={[
                {
                  key: 'name',
                  title: common.name,
                  plain: (row) => row.name,
                  cell: (row) => <Link href={addressOf(row.order_id)}>{row.name}</Link>,
                },
                {
                  key: 'status',
                  title: common.status,
                  plain: (row) => orders.statuses[row.status],
                  cell: (row) => <OrderStatus status={row.status} />,
                },
                {
                  key: 'subscribers',
                  title: figures.subscribersSoFar,
                  say: format.whole,
                  plain: (row) => row.subscribers,
                  cell: (row) => `${format.whole(row.subscribers)} / ${format.whole(row.quantity)}`,
                },
                { key: 'price', title: csv.real_price, plain: (row) => row.price, say: format.price },
              ]}
            />
          )}
        </Shown>
      </OrderFigures>
    </Page>
  );
}

export function AllBots({ addressOf }: { addressOf: AddressOf }): ReactNode {
  const answer = useAnswer('/figures#overview', {});
  return (
    <Page title={figures.allBots}>
      <BotFigures botId={null}>
        <Shown of={answer}>
          {({ result }) => (
            <Rows
              title={nav.bots}
              name="bots"
              rows={result.bots}
              note={
                result.bots_total > result.bots.length && figures.newestOnly({ listed: result.bots.length })
              }
              idOf={({ bot_id }) => bot_id}
              columns={[
                {
                  key: 'bot',
                  title: nav.bots,
                  plain: (row) => row.bot_nickname,
                  cell: (row) => <Link href={addressOf(row.bot_id)}>@{row.bot_nickname}</Link>,
                },
                {
                  key: 'followers',
                  title: figures.subscribersSoFar,
                  plain: (row) => row.subscribers,
                  say: format.whole,
                },
                {
                  key: 'profit',
                  title: figures.earnedSoFar,
                  plain: (row) => row.value,
                  say: format.money,
                },
              ]}
            />
          )}
        </Shown>
      </BotFigures>
    </Page>
  );
}

/** The cabinet's page of them. */
export default function FiguresPage({ of }: { of: string }): ReactNode {
  return of === 'bots' ? (
    <AllBots addressOf={(id) => `/bots/${String(id)}/figures`} />
  ) : (
    <AllOrders addressOf={(id) => `/orders/${String(id)}/figures`} />
  );
}
