/** Figures of a bot with the sponsors that paid, or of all bots. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { Excluding } from '../parts/excluding';
import { Days, Hours, Totals, Unpaid, WayOfUsers } from '../parts/figures';
import { format } from '../parts/format';
import { Imported } from '../parts/imported';
import { Figure, Panel, Tag } from '../parts/page';
import { Dated, useRange } from '../parts/range';
import { Rows, sumColumns } from '../parts/rows';
import { bots, csv, figures, figures as words } from '../words';
import { NoFill } from './no-fill';
import { BotQuality } from './quality';
import { BlockTest } from './test-figures';

type Figures = Answered<'/figures#bots'>['result'];

/** @param botId null: all */
export function useBotFigures(botId: number | null) {
  return useAnswer('/figures#bots', { ...(botId === null ? {} : { bot_id: botId }), ...useRange() });
}

/** @param endTest where the test of its block may be ended. @param children below them */
export function BotFigures({
  botId,
  endTest,
  children,
}: {
  botId: number | null;
  endTest?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <Dated of={useBotFigures(botId)}>
      {(result) => (
        <>
          <Totals figures={result} own={result.own.subscribers} />
          <Days figures={result} name={`bot-${String(botId ?? 'all')}`} />
          <Prices prices={result.prices} />
          <NoFill noFill={result.no_fill} />
          {botId !== null && <BlockTest test={result.block_test} end={endTest} />}
          <div className="cols pair">
            <WayOfUsers figures={result} />
            <Unpaid figures={result} />
            <Requests requests={result.requests} />
            <Hours figures={result} />
            {botId !== null && <BotQuality botId={botId} />}
          </div>
          <Imported histories={result.imported} />
          <Sponsors botId={botId} figures={result} />
          {children}
        </>
      )}
    </Dated>
  );
}

/** The sponsors alone. */
export function SponsorFigures({ botId }: { botId: number | null }): ReactNode {
  return <Dated of={useBotFigures(botId)}>{(result) => <Sponsors botId={botId} figures={result} />}</Dated>;
}

function Sponsors({ botId, figures }: { botId: number | null; figures: Figures }): ReactNode {
  const { sponsors, has_more_sponsors: hasMore } = figures;
  return (
    <Rows
      title={words.bySponsor}
      name={`sponsors-${String(botId ?? 'all')}`}
      rows={sponsors}
      note={hasMore && words.mostOnly({ listed: sponsors.length })}
      idOf={({ ads_id }) => ads_id}
      columns={[
        {
          key: 'sponsor',
          title: bots.previewSponsor,
          plain: (row) => row.title || row.link,
          cell: (row) => (
            <>
              {row.title || row.link} <span className="soft small">#{row.ads_id}</span>{' '}
              {row.is_excluded && <Tag tone="warn">{bots.isExcluded}</Tag>}
            </>
          ),
        },
        {
          key: 'link',
          title: csv.link,
          plain: (row) => row.link,
          cell: (row) => <span className="soft small">{row.title !== '' && row.link}</span>,
        },
        ...sumColumns(),
      ]}
      action={({ ads_id, title, link, is_excluded: isExcluded }) => (
        <Excluding
          about={{ context: 'publisher', ads_id, ...(botId === null ? {} : { bot_id: botId }) }}
          isExcluded={isExcluded}
          name={title || link}
        />
      )}
    />
  );
}

function Requests({ requests }: { requests: Figures['requests'] }): ReactNode {
  return (
    <Panel title={figures.requests}>
      <div className="stack tight">
        {(['total', 'sponsors', 'no_sponsors', 'passed', 'errors', 'unproven'] as const).map((kind) => (
          <div className="row between" key={kind}>
            <span>{figures.requestKinds[kind]}</span>
            <span>{format.whole(requests[kind])}</span>
          </div>
        ))}
      </div>
    </Panel>
  );
}

function Prices({ prices }: { prices: Figures['prices'] }): ReactNode {
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
