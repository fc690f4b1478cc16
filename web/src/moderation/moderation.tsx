/** What moderators do: the queue, trust, accounts, the log, and how the service stands. */
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Page } from '../parts/page';
import { useWords } from '../words';
import { Accounts } from './accounts';
import { Disputes } from './disputes';
import { Log } from './log';
import { Orders } from './orders';
import { Queue } from './queue';
import { Status } from './status';
import { Trust } from './trust';

const tabs = ['queue', 'orders', 'disputes', 'trust', 'accounts', 'log', 'status'] as const;

export default function ModerationPage({ tab }: { tab: string }): ReactNode {
  const { moderation } = useWords();
  const [, go] = useLocation();
  const shown = tabs.find((each) => each === tab) ?? 'queue';
  return (
    <Page title={moderation.title}>
      <Tabs
        value={shown}
        onChange={(next) => {
          go(`/moderation/${next ?? 'queue'}`);
        }}
      >
        <Tabs.List>
          {tabs.map((each) => (
            <Tabs.Tab value={each} key={each}>
              {moderation[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} pt="md">
          {shown === 'queue' && <Queue />}
          {shown === 'orders' && <Orders />}
          {shown === 'disputes' && <Disputes />}
          {shown === 'trust' && <Trust />}
          {shown === 'accounts' && <Accounts />}
          {shown === 'log' && <Log />}
          {shown === 'status' && <Status />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
