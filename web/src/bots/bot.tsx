/** One bot: settings with a preview of the block, figures, connection, events, exclusions. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useReported } from '../api/queries';
import { Notice, Page, Shown, Tag } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { bots, common, nav } from '../words';
import { AddToken } from './token';
import { EndTest } from './looks';
import { Connect } from './connect';
import { Events } from './events';
import { Exclusions } from './exclusions';
import { BotFigures } from './figures';
import { FirstDay } from './first-day';
import { Networks } from './networks';
import { Settings } from './settings';
import { BotStatus } from './status';

export type Bot = Answered<'/bots#info'>['result'];
/** Above them the form for the token would only be in the way. */
const withoutForm: ReadonlySet<string> = new Set(['figures', 'events', 'exclusions', 'networks']);

export default function BotPage({ id, tab }: { id: number; tab: string }): ReactNode {
  const answer = useAnswer('/bots#info', { bot_id: id });
  const update = useReported('/bots#update', ['/bots']);
  const bot = answer.data?.result;
  if (bot === undefined)
    return (
      <Page title={nav.bots}>
        <Shown of={answer}>{() => null}</Shown>
      </Page>
    );
  const archive = (
    <Button
      variant="default"
      loading={update.isPending}
      onClick={() => update.mutate({ bot_id: id, in_archive: bot.in_archive === 1 ? 0 : 1 })}
    >
      {bot.in_archive === 1 ? common.restore : common.archive}
    </Button>
  );
  return (
    <Page title={bot.bot_name} actions={archive}>
      <div className="row">
        <BotStatus bot={bot} />
        <span className="soft">@{bot.bot_nickname}</span>
        {bot.is_on === 0 && <Tag>{bots.off}</Tag>}
      </div>
      {bot.is_trusted === 0 && <Notice tone="warn">{bots.trustPending}</Notice>}
      {bot.has_token === 0 && !withoutForm.has(tab) && <AddToken botId={id} />}
      <Tabs
        at={`/bots/${String(id)}`}
        wanted={tab}
        labels={bots.tabs}
        contents={{
          settings: <Settings bot={bot} />,
          figures: <BotFigures botId={id} endTest={<EndTest bot={bot} />} />,
          code: (
            <div className="stack wide">
              <FirstDay bots={[bot]} earned={0} botId={id} />
              <Connect bot={bot} />
            </div>
          ),
          events: <Events botId={id} />,
          exclusions: <Exclusions botId={id} />,
          networks: <Networks botId={id} />,
        }}
      />
    </Page>
  );
}
