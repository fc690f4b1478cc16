/** One bot: settings with a preview of the block, figures, connection, events, exclusions. */
import { Button, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Answered } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { Days, Hours, Totals, Unpaid, useRange, WayOfUsers } from '../parts/figures';
import { useFormat } from '../parts/format';
import { Failed, Figure, Notice, Page, Panel, Shown, Tag, Waiting } from '../parts/page';
import { useWords } from '../words';
import { BlockTest } from './block-test';
import { Connect } from './connect';
import { Events } from './events';
import { ExcludeSponsor, Exclusions } from './exclusions';
import { botTones } from './list';
import { Networks } from './networks';
import { NoFill } from './no-fill';
import { BotQuality } from './quality';
import { Settings } from './settings';

export type Bot = Answered<'/bots#info'>['result'];
const tabs = ['settings', 'figures', 'code', 'events', 'exclusions', 'networks'] as const;

export default function BotPage({ id, tab }: { id: number; tab: string }): ReactNode {
  const { bots } = useWords();
  const answer = useAnswer('/bots#info', { bot_id: id });
  const update = useCommand('/bots#update', ['/bots']);
  const [, go] = useLocation();
  const bot = answer.data?.result;
  if (bot === undefined)
    return (
      <Page title={bots.title}>
        {answer.error === null ? (
          <Waiting lines={6} height={60} />
        ) : (
          <Failed error={answer.error} again={answer.refetch} />
        )}
      </Page>
    );
  const shown = tabs.find((each) => each === tab) ?? 'settings';
  const archive = (
    <Button
      variant="default"
      loading={update.isPending}
      onClick={() => {
        update.mutate({ bot_id: id, in_archive: bot.in_archive === 1 ? 0 : 1 });
      }}
    >
      {bot.in_archive === 1 ? bots.restore : bots.archive}
    </Button>
  );
  return (
    <Page title={bot.bot_name} actions={archive}>
      <div className="row">
        <Tag tone={botTones[bot.status]}>{bots.statuses[bot.status]}</Tag>
        <span className="soft">@{bot.bot_nickname}</span>
        {bot.is_on === 0 && <Tag>{bots.off}</Tag>}
      </div>
      {bot.is_trusted === 0 && <Notice tone="warn">{bots.trustPending}</Notice>}
      <Tabs
        value={shown}
        onChange={(next) => {
          go(`/bots/${String(id)}/${next ?? 'settings'}`);
        }}
      >
        <Tabs.List>
          {tabs.map((each) => (
            <Tabs.Tab value={each} key={each}>
              {bots.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} pt="md">
          {shown === 'settings' && <Settings bot={bot} />}
          {shown === 'figures' && <BotFigures bot={bot} />}
          {shown === 'code' && <Connect bot={bot} />}
          {shown === 'events' && <Events botId={id} />}
          {shown === 'exclusions' && <Exclusions botId={id} />}
          {shown === 'networks' && <Networks botId={id} />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function BotFigures({ bot }: { bot: Bot }): ReactNode {
  const botId = bot.bot_id;
  const { figures } = useWords();
  const format = useFormat();
  const { asked, control } = useRange();
  const answer = useAnswer('/figures#bots', { bot_id: botId, ...asked });
  return (
    <div className="stack wide">
      <div className="row">{control}</div>
      <Shown of={answer} lines={8}>
        {({ result }) => (
          <div className="stack wide">
            <Totals figures={result} />
            <Days figures={result} name={`bot-${String(botId)}`} />
            <Prices prices={result.prices} />
            <NoFill noFill={result.no_fill} />
            <BlockTest bot={bot} test={result.block_test} />
            <div className="cols pair">
              <WayOfUsers figures={result} />
              <Unpaid figures={result} />
              <Panel title={figures.requests}>
                <div className="stack tight">
                  {(['total', 'sponsors', 'no_sponsors', 'passed', 'errors', 'unproven'] as const).map(
                    (kind) => (
                      <div className="row between" key={kind}>
                        <span>{figures.requestKinds[kind]}</span>
                        <span>{format.whole(result.requests[kind])}</span>
                      </div>
                    ),
                  )}
                </div>
              </Panel>
              <Hours figures={result} />
              <BotQuality botId={botId} />
            </div>
            <Panel title={figures.bySponsor} isFlush>
              <table className="table cards">
                <tbody>
                  {result.sponsors.slice(0, 50).map((row) => (
                    <tr key={row.ads_id}>
                      <td className="break">
                        {row.title || row.link} <span className="soft small">#{row.ads_id}</span>
                      </td>
                      <td className="right">{format.whole(row.subscribers)}</td>
                      <td className="right">{format.money(row.value)}</td>
                      <td className="right">
                        <ExcludeSponsor botId={botId} adsId={row.ads_id} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {result.sponsors.length === 0 && (
                <p className="soft" style={{ padding: '0 16px 16px' }}>
                  {figures.noData}
                </p>
              )}
            </Panel>
          </div>
        )}
      </Shown>
    </div>
  );
}

function Prices({ prices }: { prices: Answered<'/figures#bots'>['result']['prices'] }): ReactNode {
  const { bots } = useWords();
  const format = useFormat();
  const { impression, filled } = prices;
  return (
    <div className="cols tiles">
      <Figure
        title={bots.perImpressions}
        value={impression === null ? '—' : format.price(impression * 1_000)}
      />
      <Figure
        title={bots.filled}
        value={filled === null ? '—' : format.percent(filled)}
        hint={bots.filledHint}
      />
    </div>
  );
}
