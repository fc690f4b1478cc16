/** The frame of the cabinet and the ways through it. Each section is loaded when somebody goes there. */
import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Link, Route, Router, Switch, useLocation } from 'wouter';
import { useAnswer } from './api/queries';
import { type Liveness, useLive } from './api/live';
import { isStatistic } from './first';
import { format } from './parts/format';
import { Icon, type IconName, Mark } from './parts/icons';
import { Empty, Page, type Tone } from './parts/page';
import { section } from './parts/section';
import { Broken } from './parts/broken';
import { Toasts } from './parts/toast';
import { Gate } from './session/gate';
import { serviceName } from './service';
import { messenger } from './session/messenger';
import { useProfile } from './session/profile';
import { common, live, nav, wallet } from './words';

const Home = section('home/home', () => import('./home/home'));
const OrdersPage = section('orders/list', () => import('./orders/list'));
const NewOrder = section('orders/new', () => import('./orders/new'));
const OrderPage = section('orders/order', () => import('./orders/order'));
const BotsPage = section('bots/list', () => import('./bots/list'));
const BotPage = section('bots/bot', () => import('./bots/bot'));
const WalletPage = section('wallet/wallet', () => import('./wallet/wallet'));
const AccountPage = section('account/account', () => import('./account/account'));
const ImportPage = section('account/import', () => import('./account/import'));
const ReferralsPage = section('account/referrals', () => import('./account/referrals'));
const ModerationPage = section('moderation/moderation', () => import('./moderation/moderation'));
const PayoutsPage = section('moderation/payouts', () => import('./moderation/payouts'));
const FiguresPage = section('statistic/all', () => import('./statistic/all'));
const Statistic = section('statistic/statistic', () => import('./statistic/statistic'));

/** @param units of the service, for who has no settings of their own */
export function App(props: {
  messengerScript: string;
  units: { currency: string; zone: string };
}): ReactNode {
  const { messengerScript, units } = props;
  return (
    <Broken at="">
      {isStatistic ? (
        <Statistic {...units} />
      ) : (
        <Router base="/cabinet">
          <Gate messengerScript={messengerScript}>{() => <Frame />}</Gate>
        </Router>
      )}
      <Toasts />
    </Broken>
  );
}

function Frame(): ReactNode {
  const { liveness, renew } = useLive();
  const [location] = useLocation();
  useBackButton();
  return (
    <div className="frame">
      <a className="skip" href="#page">
        {nav.skip}
      </a>
      <Side liveness={liveness} />
      {liveness === 'offline' && <Lost again={renew} />}
      <Broken at={location}>
        <Switch>
          {at('/', Home)}
          {at('/orders', OrdersPage)}
          {at('/orders/new', NewOrder)}
          <Route path={numbered('orders', TAB)}>
            {({ id, tab }) => <OrderPage key={id} id={Number(id)} tab={tab ?? 'edit'} />}
          </Route>
          {at('/bots', BotsPage)}
          <Route path={numbered('bots', TAB)}>
            {({ id, tab }) => <BotPage key={id} id={Number(id)} tab={tab ?? 'settings'} />}
          </Route>
          <Route path={/^\/figures\/(?<of>orders|bots)\/?$/}>
            {({ of }) => <FiguresPage key={of} of={of ?? ''} />}
          </Route>
          {at('/wallet', WalletPage)}
          {at('/account', AccountPage)}
          {at('/account/import', ImportPage)}
          {at('/account/referrals', ReferralsPage)}
          <Route path="/moderation/:tab?">{moderationAt}</Route>
          <Route path={numbered('moderation/(?<tab>orders|accounts)')}>{moderationAt}</Route>
          <Route path={/^\/moderation\/(?<tab>status)\/(?<id>[a-z_]+)\/?$/}>{moderationAt}</Route>
          <Route path="/payouts/:tab?">{payoutsAt}</Route>
          <Route path={numbered('payouts/(?<tab>wallets)')}>{payoutsAt}</Route>
          <Route>
            <Page title="404">
              <Empty title={common.notFound}>
                <Link href="/">{common.toHome}</Link>
              </Empty>
            </Page>
          </Route>
        </Switch>
      </Broken>
    </div>
  );
}

const TAB = '(?:/(?<tab>[^/]+))?';

/** An address that holds the number of something: where none stands there, the address is none of ours. */
function numbered(before: string, after = ''): RegExp {
  return new RegExp(`^/${before}/(?<id>[1-9]\\d{0,14})${after}/?$`);
}

type Parts = Readonly<Record<string, string | undefined>>;

function moderationAt({ tab, id }: Parts): ReactNode {
  return <ModerationPage tab={tab ?? 'queue'} id={id ?? null} />;
}

function payoutsAt({ tab, id }: Parts): ReactNode {
  return <PayoutsPage tab={tab ?? 'withdrawals'} id={id === undefined ? null : Number(id)} />;
}

function at(path: string, Section: ComponentType): ReactNode {
  return (
    <Route path={path}>
      <Section />
    </Route>
  );
}

const tones = { live: 'good', polling: 'warn', offline: 'bad' } as const satisfies Record<Liveness, Tone>;

function Side({ liveness }: { liveness: Liveness }): ReactNode {
  const profile = useProfile();
  const isModerator = profile.is_moderator === 1;
  const isAdministrator = profile.is_administrator === 1;
  const waiting = useAnswer('/trust#waiting', {}, { isOn: isModerator }).data?.result;
  const toDecide = waiting === undefined ? 0 : waiting.orders + waiting.bots + waiting.publishers;
  const payouts = useAnswer('/payouts#list', { limit: 1 }, { isOn: isAdministrator });
  return (
    <nav className="side" aria-label={nav.menu}>
      <Link className="row brand" href="/">
        <Mark /> {serviceName}
      </Link>
      <Way to="/" icon="home" text={nav.home} />
      <Way to="/orders" icon="orders" text={nav.orders} />
      <Way to="/bots" icon="bots" text={nav.bots} />
      <Way to="/wallet" icon="wallet" text={nav.wallet} />
      {isModerator && <Way to="/moderation" icon="shield" text={nav.moderation} count={toDecide} />}
      {isAdministrator && (
        <Way to="/payouts" icon="payouts" text={nav.payouts} count={payouts.data?.result.total} />
      )}
      <Way to="/account" icon="account" text={nav.account} />
      <div className="foot">
        <span className="soft small">{wallet.available}</span>
        <span className="strong">{format.money(profile.balance)}</span>
        <span className="soft small" role="status">
          <i className={`dot ${tones[liveness]}`} />
          {live[liveness]}
        </span>
        <a className="small" href="/docs" target="_blank" rel="noreferrer">
          {nav.docs}
        </a>
      </div>
    </nav>
  );
}

function Way(props: { to: string; icon: IconName; text: string; count?: number | undefined }): ReactNode {
  const { to, icon, text, count = 0 } = props;
  const [location] = useLocation();
  const isHere = to === '/' ? location === '/' : location === to || location.startsWith(`${to}/`);
  return (
    <Link className="way" href={to} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      <Icon name={icon} />
      {text}
      {count > 0 && <span className="count">{count}</span>}
    </Link>
  );
}

/** Says on every page that the service is out of reach: what stands there may be old, and what is typed is kept. */
function Lost({ again }: { again: () => void }): ReactNode {
  return (
    <div className="lost" role="alert">
      <span>
        <span className="strong">{live.offline}</span> {live.lost}
      </span>
      <Button size="compact-sm" variant="default" onClick={again}>
        {common.refresh}
      </Button>
    </div>
  );
}

/** The messenger's own way back. */
function useBackButton(): void {
  const [location, go] = useLocation();
  useEffect(() => {
    const button = messenger()?.BackButton;
    if (button === undefined) return;
    const above = location.slice(0, location.lastIndexOf('/'));
    // Figures of all orders or bots are reached from the overview: nothing stands at their common address.
    const back = (): void => go(above === '/figures' ? '/' : above || '/');
    if (location === '/') button.hide();
    else button.show();
    button.onClick(back);
    return () => button.offClick(back);
  }, [location, go]);
}
