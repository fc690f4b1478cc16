/** The test of a block: what is known of both halves of the users. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { format } from '../parts/format';
import { Panel } from '../parts/page';
import { Table } from '../parts/table';
import { bots, nearest } from '../words';

type Test = NonNullable<Answered<'/figures#bots'>['result']['block_test']>;
type Share = Test['difference'];

/** @param end where it may be ended */
export function BlockTest({ test, end }: { test: Test | null; end: ReactNode }): ReactNode {
  return (
    <Panel isStack title={bots.twoBlocks} none={test === null && bots.noTest}>
      {test !== null && (
        <>
          <p className="strong">{nearest(test.words)}</p>
          <Halves test={test} />
          {test.difference !== null && (
            <p>
              {bots.difference}: <ShareText share={test.difference} isSigned />
            </p>
          )}
          <p className="soft small">{bots.testSince({ at: format.moment(test.since) })}</p>
          {end}
        </>
      )}
    </Panel>
  );
}

function Halves({ test }: { test: Test }): ReactNode {
  return (
    <Table
      isPlain
      rows={test.variants}
      keyOf={({ variant }) => variant}
      columns={[
        { title: bots.half, className: 'strong', cell: ({ variant }) => variant.toUpperCase() },
        {
          title: bots.passed,
          isNumber: true,
          cell: ({ passed, shown, rate }) => (
            <>
              <div>{bots.shortOf({ short: format.whole(passed), lists: format.whole(shown) })}</div>
              <div className="soft small">
                <ShareText share={rate} />
              </div>
            </>
          ),
        },
        {
          title: bots.paidSubscribers,
          isNumber: true,
          cell: ({ subscribers }) => format.whole(subscribers),
        },
      ]}
    />
  );
}

/** Such as `50% (46.9% … 53.1%)`. */
function ShareText({ share, isSigned = false }: { share: Share; isSigned?: boolean }): ReactNode {
  if (share === null) return '—';
  const percent = isSigned ? format.change : format.percent;
  return `${percent(share.value)} (${percent(share.from)} … ${percent(share.to)})`;
}
