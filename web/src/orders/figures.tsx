/** Figures of an order, or of all. */
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries';
import { Days, Hours, Totals, Unpaid, useRange, WayOfUsers } from '../parts/figures';
import { useFormat, useLanguageNames } from '../parts/format';
import { Panel, Shown } from '../parts/page';
import { useWords } from '../words';

export function OrderFigures({ orderId }: { orderId: number | null }): ReactNode {
  const { asked, control } = useRange();
  const answer = useAnswer('/figures#orders', {
    ...(orderId === null ? {} : { order_id: orderId }),
    ...asked,
  });
  return (
    <div className="stack wide">
      <div className="row">{control}</div>
      <Shown of={answer} lines={8}>
        {({ result }) => (
          <div className="stack wide">
            <Totals figures={result} />
            <Days figures={result} name={`order-${String(orderId ?? 'all')}`} />
            <div className="cols pair">
              <WayOfUsers figures={result} />
              <Unpaid figures={result} />
              <Hours figures={result} />
              <Languages shares={result.languages} />
            </div>
          </div>
        )}
      </Shown>
    </div>
  );
}

function Languages({ shares }: { shares: readonly { language: string; percentage: number }[] }): ReactNode {
  const words = useWords();
  const format = useFormat();
  const named = useLanguageNames();
  return (
    <Panel title={words.figures.byLanguage}>
      {shares.length === 0 ? (
        <p className="soft">{words.figures.noData}</p>
      ) : (
        <div className="funnel">
          {shares.slice(0, 8).map(({ language, percentage }) => (
            <div className="step" key={language}>
              <span className="cut">{named(language)}</span>
              <div className="bar">
                <i style={{ width: `${String(percentage)}%` }} />
              </div>
              <span className="right">{format.percent(percentage)}</span>
            </div>
          ))}
        </div>
      )}
    </Panel>
  );
}
