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

export default function ModerationPage({ tab, id }: { tab: string; id: string | null }): ReactNode {
  const waiting = useAnswer('/trust#waiting', {}).data?.result;
  return (
    <Page title={nav.moderation}>
      <Tabs
        at="/moderation"
        wanted={tab}
        labels={moderation}
        counts={waiting && { queue: waiting.orders, trust: waiting.bots + waiting.publishers }}
        contents={{
          queue: <Queue />,
          orders: <Orders key={id} first={id === null ? null : Number(id)} />,
          disputes: <Disputes />,
          trust: <Trust />,
          accounts: id === null ? <Accounts /> : <AccountCard accountId={Number(id)} />,
          log: <Log />,
          status: isQueued(id) ? <Queued key={id} name={id} /> : <Status />,
        }}
      />
    </Page>
  );
}
