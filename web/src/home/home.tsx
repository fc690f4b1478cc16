/** The overview: money, what runs, what waits; and for who has nothing yet, the two ways that lead on. */
import { Button, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { FirstDay } from '../bots/first-day';
import type { Listed } from '../orders/list';
import { Bar } from '../parts/bars';
import type { SharedFigures } from '../parts/figures';
import { format } from '../parts/format';
import { Figure, Notice, Page, Panel, Tag } from '../parts/page';
import { useProfile } from '../session/profile';
import { bots as words, common, home, orders, wallet } from '../words';
import { Attention } from './attention';

const Chart = lazy(() => import('../parts/chart'));

const SHOWN = 5;
const MONTH = { days: 30 };

export default function Home(): ReactNode {
  const profile = useProfile();
  const bots = useAnswer('/bots#list', { limit: 100 });
  const orders = useAnswer('/orders#list', { limit: SHOWN, status: 'Processing' });
  const anyOrders = useAnswer('/orders#list', { limit: 1 });
  const spent = useAnswer('/figures#orders', MONTH);
  const earned = useAnswer('/figures#bots', MONTH);
  const ownBots = bots.data?.response.bots ?? [];
  const isKnown = bots.data !== undefined && anyOrders.data !== undefined;
  const isNew = isKnown && ownBots.length === 0 && anyOrders.data.response.total === 0;
  const todayOf = (figures: SharedFigures | undefined): string => {
    const today = figures?.days.at(-1);
    return today === undefined
      ? '\u00a0'
      : home.today({ amount: format.money(today.value), count: today.subscribers });
  };
  return (
    <Page title={home.hello({ name: profile.first_name })}>
      <Duties />
      <div className="cols tiles">
        <Figure
          title={wallet.available}
          value={format.money(profile.balance)}
          hint={profile.held > 0 ? `${wallet.held}: ${format.money(profile.held)}` : undefined}
        />
        <Figure
          title={home.spent}
          value={spent.data === undefined ? '—' : format.money(spent.data.result.total.value)}
          hint={todayOf(spent.data?.result)}
        />
        <Figure
          title={home.earned}
          value={earned.data === undefined ? '—' : format.money(earned.data.result.total.value)}
          hint={todayOf(earned.data?.result)}
        />
      </div>
      <Attention hasBots={ownBots.length > 0} orders={orders.data?.response.orders ?? []} />
      {isNew && <Ways />}
      {ownBots.length > 0 && <FirstDay bots={ownBots} earned={earned.data?.result.total.subscribers ?? 0} />}
      {isKnown && !isNew && (
        <div className="cols pair">
          {anyOrders.data.response.total > 0 && (
            <Month title={home.monthSpent} figures={spent.data?.result} more="orders" />
          )}
          {ownBots.length > 0 && <Month title={home.monthEarned} figures={earned.data?.result} more="bots" />}
          <Running orders={orders.data?.response.orders ?? []} />
          <OwnBots bots={ownBots} />
        </div>
      )}
    </Page>
  );
}

function Duties(): ReactNode {
  const profile = useProfile();
  const queue = useAnswer('/moderation#queue', { limit: 1 }, { isOn: profile.is_moderator === 1 });
  const payouts = useAnswer('/payouts#list', { limit: 1 }, { isOn: profile.is_administrator === 1 });
  const waiting = queue.data?.result.total ?? 0;
  const toPay = payouts.data?.result.total ?? 0;
  const duties = [
    { count: waiting, text: home.waiting({ count: waiting }), href: '/moderation' },
    { count: toPay, text: home.payouts({ count: toPay }), href: '/payouts' },
  ].filter(({ count }) => count > 0);
  return duties.map(({ text, href }) => (
    <Notice key={href}>
      <div className="row between">
        <span>{text}</span>
        <Link href={href}>{common.open}</Link>
      </div>
    </Notice>
  ));
}

function Ways(): ReactNode {
  const ways = [
    { title: home.asPublisher, text: home.asPublisherText, href: '/bots?add=1', press: words.add },
    { title: home.asAdvertiser, text: home.asAdvertiserText, href: '/orders/new', press: orders.new },
  ];
  return (
    <div className="cols pair">
      {ways.map(({ title, text, href, press }) => (
        <Panel isStack title={title} key={href}>
          <p className="soft">{text}</p>
          <div>
            <Button component={Link} href={href}>
              {press}
            </Button>
          </div>
        </Panel>
      ))}
    </div>
  );
}

/** Thirty days against the thirty before them. */
function Month(props: { title: string; figures: SharedFigures | undefined; more: string }): ReactNode {
  const { title, figures, more } = props;
  if (figures === undefined) return null;
  const { total, before } = figures;
  if (total.subscribers === 0 && before.subscribers === 0) return null;
  const change =
    before.subscribers === 0
      ? ''
      : format.change((100 * (total.subscribers - before.subscribers)) / before.subscribers);
  return (
    <Panel
      isStack
      title={title}
      actions={<Link href={`/figures/${more}?days=30`}>{orders.tabs.figures}</Link>}
    >
      <p className="soft small">
        {home.monthText({
          now: total.subscribers,
          before: before.subscribers,
          change: change === '' ? '' : ` (${change})`,
        })}
      </p>
      <Suspense fallback={<Skeleton height={242} />}>
        <Chart days={figures.days} before={before.days} />
      </Suspense>
    </Panel>
  );
}

function Running({ orders: running }: { orders: readonly Listed[] }): ReactNode {
  return (
    <Panel isStack title={home.running} actions={<Link href="/orders/new">{orders.new}</Link>}>
      {running.length === 0 && <p className="soft">{home.noRunning}</p>}
      {running.map((order) => (
        <div key={order.order_id} className="stack tight">
          <div className="row between">
            <Link href={`/orders/${String(order.order_id)}/figures`} className="strong break">
              {order.name}
            </Link>
            <span className="soft nowrap">
              {format.whole(order.quantity_now)} / {format.whole(order.quantity_all)}
            </span>
          </div>
          <Bar percent={(100 * order.quantity_now) / order.quantity_all} />
        </div>
      ))}
    </Panel>
  );
}

type Bot = Answered<'/bots#list'>['response']['bots'][number];

function OwnBots({ bots }: { bots: readonly Bot[] }): ReactNode {
  return (
    <Panel isStack title={home.yourBots} actions={<Link href="/bots?add=1">{words.add}</Link>}>
      {bots.length === 0 && <p className="soft">{words.empty}</p>}
      {bots.slice(0, SHOWN).map((bot) => (
        <div className="row between" key={bot.bot_id}>
          <span className="break">
            <Link href={`/bots/${String(bot.bot_id)}`} className="strong">
              {bot.bot_name}
            </Link>{' '}
            <span className="soft">@{bot.bot_nickname}</span> {bot.is_on === 0 && <Tag>{words.off}</Tag>}
          </span>
          <span className="nowrap">{format.money(bot.profit)}</span>
        </div>
      ))}
    </Panel>
  );
}
