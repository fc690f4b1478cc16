/** `/statistic`: the figures of the cabinet for who holds a Statistics token, without a session. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { turnedAway } from '../api/client';
import { useAnswer } from '../api/queries';
import { BotFigures, SponsorFigures, useBotFigures } from '../bots/figures';
import { OrderFigures, useOrderFigures } from '../orders/figures';
import { writeIn } from '../parts/format';
import { Icon, type IconName, Mark } from '../parts/icons';
import { type Asking, Empty, Page, Shown, Waiting } from '../parts/page';
import { serviceName } from '../service';
import { common, figures, nav, offered, useSpoken } from '../words';
import { AllBots, AllOrders } from './all';

/** @param props.zone by whose clock days are counted */
export default function Statistic({ currency, zone }: { currency: string; zone: string }): ReactNode {
  writeIn(useSpoken().language, currency, zone);
  const [query] = useSearchParams();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    turnedAway.signedOut = () => setRefused(true);
  }, []);
  const action = query.get('action') ?? '';
  return (
    <div className="frame">
      <a className="skip" href="#page">
        {nav.skip}
      </a>
      <nav className="side" aria-label={nav.menu}>
        <a className="row brand" href="/">
          <Mark /> {serviceName}
        </a>
        <Way
          to="allads"
          icon="orders"
          text={nav.orders}
          isHere={['allads', 'ads', 'source'].includes(action)}
        />
        <Way to="allbots" icon="bots" text={nav.bots} isHere={['allbots', 'bots'].includes(action)} />
        <Way to="sponsor" icon="star" text={figures.sponsors} isHere={action === 'sponsor'} />
        <Language />
        <div className="foot">
          <span className="soft small">{figures.zone({ zone })}</span>
        </div>
      </nav>
      {isRefused ? (
        <Page title={figures.title}>
          <Empty title={figures.refused} text={figures.refusedText} />
        </Page>
      ) : (
        <Asked action={action} />
      )}
    </div>
  );
}

/** What the address asks for, by the names that `GET /statistic` has for it. */
function Asked({ action }: { action: string }): ReactNode {
  const [query] = useSearchParams();
  const addressOf = useAddress();
  const [orderId, botId] = [Number(query.get('ads_id')), Number(query.get('bot_id'))];
  if (action === 'allads') return <AllOrders addressOf={(id) => addressOf('ads', { ads_id: id })} />;
  if (action === 'allbots') return <AllBots addressOf={(id) => addressOf('bots', { bot_id: id })} />;
  if ((action === 'ads' || action === 'source') && orderId > 0) return <OneOrder orderId={orderId} />;
  if (action === 'bots' && botId > 0) return <OneBot botId={botId} />;
  if (action === 'sponsor')
    return (
      <Page title={figures.sponsors}>
        <SponsorFigures botId={botId || null} />
      </Page>
    );
  if (action === '') return <Whatever />;
  return (
    <Page title={figures.title}>
      <Empty title={common.notFound} />
    </Page>
  );
}

/** Nothing in particular: the bots of who has bots alone, else the orders. */
function Whatever(): ReactNode {
  const answer = useAnswer('/figures#overview', {});
  if (answer.data === undefined)
    return (
      <Page title={figures.title}>
        <Shown of={answer}>{() => null}</Shown>
      </Page>
    );
  const { orders_total: orders, bots_total: bots } = answer.data.result;
  return <Asked action={bots > 0 && orders === 0 ? 'allbots' : 'allads'} />;
}

function OneOrder({ orderId }: { orderId: number }): ReactNode {
  const answer = useOrderFigures(orderId);
  const order = answer.data?.result.order;
  return (
    <One of={answer} title={order?.name ?? `${nav.orders} #${String(orderId)}`} about={order?.link}>
      <OrderFigures orderId={orderId} />
    </One>
  );
}

function OneBot({ botId }: { botId: number }): ReactNode {
  const answer = useBotFigures(botId);
  const bot = answer.data?.result.bot;
  return (
    <One
      of={answer}
      title={bot?.bot_name ?? `${nav.bots} #${String(botId)}`}
      about={bot && `@${bot.bot_nickname}`}
    >
      <BotFigures botId={botId} />
    </One>
  );
}

/** Begins when its name is known: a longer one would move what stands below. */
function One(props: {
  of: Asking<unknown>;
  title: string;
  about: string | null | undefined;
  children: ReactNode;
}): ReactNode {
  const { of, title, about, children } = props;
  if (of.data === undefined && of.error === null)
    return (
      <main className="page" id="page">
        <Waiting lines={8} />
      </main>
    );
  return (
    <Page title={title}>
      {about != null && <p className="soft break">{about}</p>}
      <Shown of={of}>{() => children}</Shown>
    </Page>
  );
}

/** Another page of the same days. */
function useAddress(): (action: string, ids?: Record<string, number>) => string {
  const [query] = useSearchParams();
  const kept = ['start_date', 'end_date', 'days', 'lang'].flatMap((name): [string, string][] => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return (action, ids = {}) => {
    const wanted = Object.entries(ids).map(([name, id]): [string, string] => [name, String(id)]);
    return `/statistic?${new URLSearchParams([['action', action], ...wanted, ...kept]).toString()}`;
  };
}

function Way(props: { to: string; icon: IconName; text: string; isHere: boolean }): ReactNode {
  const { to, icon, text, isHere } = props;
  const addressOf = useAddress();
  return (
    <Link className="way" href={addressOf(to)} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      <Icon name={icon} />
      {text}
    </Link>
  );
}

function Language(): ReactNode {
  const { language, speak } = useSpoken();
  const [, setQuery] = useSearchParams();
  return (
    // A plain one: the library's would make the page too large.
    <select
      className="language"
      aria-label={common.language}
      value={language}
      onChange={({ currentTarget: { value } }) => {
        void speak(value);
        setQuery((known) => {
          known.set('lang', value);
          return known;
        });
      }}
    >
      {offered.map(({ value, label }) => (
        <option key={value} value={value} lang={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
