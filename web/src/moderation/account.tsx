/** One account, for moderators: its money, bots and orders, what is on hold, its wallet's last days, notes and decisions. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { BotStatus } from '../bots/status';
import { OrderStatus } from '../orders/status';
import { format } from '../parts/format';
import { Figure, Panel, Shown, Tag } from '../parts/page';
import { useProfile } from '../session/profile';
import { bots, common, moderation, nav, wallet } from '../words';
import { BlockAccount, TrustAccount } from './person';
import { Notes } from './notes';
import { Reversal } from './reversal';

type Card = Answered<'/trust#account'>['result'];

export function AccountCard({ accountId }: { accountId: number }): ReactNode {
  const isAdministrator = useProfile().is_administrator === 1;
  const answer = useAnswer('/trust#account', { account_id: accountId }, { keep: false });
  return (
    <div className="stack wide">
      <div>
        <Link href="/moderation/accounts">← {moderation.accounts}</Link>
      </div>
      <Shown of={answer} lines={8}>
        {({ result }) => (
          <div className="stack wide">
            <Head account={result.account} />
            <div className="cols tiles">
              <Figure title={wallet.available} value={format.money(result.balance)} />
              <Figure title={wallet.held} value={format.money(result.held)} />
              <Figure title={wallet.reserved} value={format.money(result.reserved)} />
            </div>
            <div className="cols pair">
              <Orders card={result} />
              <Bots card={result} />
              <Days card={result} />
            </div>
            <Notes key={accountId} accountId={accountId} />
            {isAdministrator && <Reversal key={accountId} card={result} />}
          </div>
        )}
      </Shown>
    </div>
  );
}

function Head({ account }: { account: Card['account'] }): ReactNode {
  return (
    <div className="row between">
      <div className="row">
        <h2 className="break">{account.first_name}</h2>
        <span className="soft">
          {account.username !== '' && `@${account.username} · `}
          {account.account_id} · {moderation.since} {format.date(account.created_at.slice(0, 10))}
        </span>
        {account.is_blocked && <Tag tone="bad">{bots.statuses.blocked}</Tag>}
        {account.is_trusted && <Tag tone="good">{moderation.trusted}</Tag>}
      </div>
      <div className="row">
        <TrustAccount person={account} />
        <BlockAccount person={account} />
      </div>
    </div>
  );
}

function Orders({ card: { orders, orders_total } }: { card: Card }): ReactNode {
  return (
    <Panel isStack title={`${nav.orders}: ${format.whole(orders_total)}`}>
      {orders.length === 0 && <p className="soft">{common.none}</p>}
      {orders.map((order) => (
        <div key={order.order_id} className="stack tight">
          <div className="row between">
            <Link className="strong break" href={`/moderation/orders/${String(order.order_id)}`}>
              #{order.order_id} {order.name}
            </Link>
            <OrderStatus status={order.status} />
          </div>
          <span className="soft small break">
            {order.link} · {format.whole(order.quantity_now)} / {format.whole(order.quantity_all)} ×{' '}
            {format.price(order.real_price)}
          </span>
          {order.reason !== '' && <span className="small break">{order.reason}</span>}
        </div>
      ))}
    </Panel>
  );
}

function Bots({ card: { bots, held_bots } }: { card: Card }): ReactNode {
  const heldOf = (botId: number) => held_bots.find(({ bot_id }) => bot_id === botId);
  return (
    <Panel isStack title={`${nav.bots}: ${format.whole(bots.length)}`}>
      {bots.length === 0 && <p className="soft">{common.none}</p>}
      {bots.map((bot) => {
        const held = heldOf(bot.bot_id);
        return (
          <div key={bot.bot_id} className="stack tight">
            <div className="row between">
              <span className="break">
                <span className="strong">{bot.bot_name}</span>{' '}
                <span className="soft">
                  @{bot.bot_nickname} · {bot.bot_id}
                </span>
              </span>
              <span className="nowrap">{format.money(bot.profit)}</span>
            </div>
            <div className="row">
              <BotStatus bot={bot} />
              {held !== undefined && (
                <Tag tone="warn">
                  {wallet.held}: {format.money(held.amount)}
                </Tag>
              )}
            </div>
          </div>
        );
      })}
    </Panel>
  );
}

function Days({ card: { days } }: { card: Card }): ReactNode {
  return (
    <Panel title={moderation.walletDays}>
      <div className="stack tight">
        {days.length === 0 && <p className="soft">{wallet.noHistory}</p>}
        {days.map((day) => (
          <div key={day.date} className="row between">
            <span>
              {format.date(day.date)}{' '}
              <span className="soft small">{moderation.movements({ count: day.entries })}</span>
            </span>
            <span className="nowrap">
              {format.price(day.amount)}{' '}
              {day.held !== 0 && (
                <span className="soft small">{wallet.heldBy({ amount: format.price(day.held) })}</span>
              )}
            </span>
          </div>
        ))}
      </div>
    </Panel>
  );
}
