/** What moderators do: the queue, trust, accounts, the log, and how the service stands. */
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries';
import { Page } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { moderation, nav } from '../words';
import { AccountCard } from './account';
import { Accounts } from './accounts';
import { Disputes } from './disputes';
import { Log } from './log';
import { Orders } from './orders';
import { Queue } from './queue';
import { isQueued, Queued } from './queued';
import { Status } from './status';
import { Trust } from './trust';

const tabs = ['queue', 'orders', 'disputes', 'trust', 'accounts', 'log', 'status'] as const;

export default function ModerationPage({ tab, id }: { tab: string; id: string | null }): ReactNode {
  const waiting = useAnswer('/trust#waiting', {}).data?.result;
  const counts: Partial<Record<(typeof tabs)[number], number>> =
    waiting === undefined ? {} : { queue: waiting.orders, trust: waiting.bots + waiting.publishers };
  const shown = tabs.find((each) => each === tab) ?? 'queue';
  return (
    <Page title={nav.moderation}>
      <Tabs
        at="/moderation"
        tabs={tabs.map((tab) => ({ tab, label: moderation[tab], count: counts[tab] }))}
        shown={shown}
      >
        {shown === 'queue' && <Queue />}
        {shown === 'orders' && <Orders key={id} first={Number(id) || null} />}
        {shown === 'disputes' && <Disputes />}
        {shown === 'trust' && <Trust />}
        {shown === 'accounts' && (id === null ? <Accounts /> : <AccountCard accountId={Number(id)} />)}
        {shown === 'log' && <Log />}
        {shown === 'status' && (isQueued(id) ? <Queued key={id} name={id} /> : <Status />)}
      </Tabs>
    </Page>
  );
}
