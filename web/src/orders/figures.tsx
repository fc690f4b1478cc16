/** Figures of an order with the bots that brought its subscribers, or of all orders. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { Bars } from '../parts/bars';
import { Excluding } from '../parts/excluding';
import { Days, Hours, Totals, Unpaid, WayOfUsers } from '../parts/figures';
import { format } from '../parts/format';
import { Imported } from '../parts/imported';
import { Panel, Tag } from '../parts/page';
import { Dated, useRange } from '../parts/range';
import { Rows, sumColumns } from '../parts/rows';
import { bots, figures, nav } from '../words';

type Figures = Answered<'/figures#orders'>['result'];

/** @param orderId null: all */
export function useOrderFigures(orderId: number | null) {
  return useAnswer('/figures#orders', { ...(orderId === null ? {} : { order_id: orderId }), ...useRange() });
}

/** @param children below them */
export function OrderFigures({
  orderId,
  children,
}: {
  orderId: number | null;
  children?: ReactNode;
}): ReactNode {
  return (
    <Dated of={useOrderFigures(orderId)}>
      {(result) => (
        <>
          <Totals figures={result} />
          <Days figures={result} name={`order-${String(orderId ?? 'all')}`} />
          <div className="cols pair">
            <WayOfUsers figures={result} />
            <Unpaid figures={result} />
            <Hours figures={result} />
            {orderId !== null && <Languages shares={result.languages} />}
          </div>
          <Imported histories={result.imported} />
          {orderId !== null && <Sources orderId={orderId} figures={result} />}
          {children}
        </>
      )}
    </Dated>
  );
}

function Sources({
  orderId,
  figures: { sources, has_more_sources: hasMore },
}: {
  orderId: number;
  figures: Figures;
}): ReactNode {
  return (
    <Rows
      title={figures.byBot}
      name={`sources-${String(orderId)}`}
      rows={sources}
      note={hasMore && figures.mostOnly({ listed: sources.length })}
      idOf={({ bot_id }) => bot_id}
      columns={[
        {
          key: 'bot',
          title: nav.bots,
          plain: (row) => row.bot_nickname,
          cell: (row) => (
            <>
              @{row.bot_nickname} {row.is_excluded && <Tag tone="warn">{bots.isExcluded}</Tag>}
            </>
          ),
        },
        ...sumColumns(),
      ]}
      action={({ bot_id, bot_nickname: name, is_excluded: isExcluded }) => (
        <Excluding
          about={{ context: 'advertiser', ads_id: orderId, bot_id }}
          isExcluded={isExcluded}
          name={`@${name}`}
        />
      )}
    />
  );
}

function Languages({ shares }: { shares: readonly { language: string; percentage: number }[] }): ReactNode {
  return (
    <Panel title={figures.byLanguage} none={shares.length === 0 && figures.noData}>
      <Bars
        rows={shares.slice(0, 8).map(({ language, percentage }) => ({
          key: language,
          name: format.languageName(language),
          percent: percentage,
          said: format.percent(percentage),
        }))}
      />
    </Panel>
  );
}
