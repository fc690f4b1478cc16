/** The test of a block: what is known of both halves of the users. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useFormat } from '../parts/format';
import { Panel } from '../parts/page';
import { nearest, useSpoken, useWords } from '../words';

type Test = NonNullable<Answered<'/figures#bots'>['result']['block_test']>;
type Share = Test['difference'];

/** @param end where it may be ended */
export function BlockTest({ test, end }: { test: Test | null; end: ReactNode }): ReactNode {
  const { bots } = useWords();
  return (
    <Panel title={bots.twoBlocks}>
      {test === null ? <p className="soft">{bots.noTest}</p> : <Running test={test} end={end} />}
    </Panel>
  );
}

function Running({ test, end }: { test: Test; end: ReactNode }): ReactNode {
  const { words, language } = useSpoken();
  const { bots } = words;
  const format = useFormat();
  return (
    <div className="stack">
      <p className="strong">{nearest(test.words, language)}</p>
      <Halves test={test} />
      {test.difference !== null && (
        <p>
          {bots.difference}: <ShareText share={test.difference} isSigned />
        </p>
      )}
      <p className="soft small">{bots.testSince({ at: format.moment(test.since) })}</p>
      {end}
    </div>
  );
}

function Halves({ test }: { test: Test }): ReactNode {
  const { bots } = useWords();
  const format = useFormat();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{bots.half}</th>
          <th scope="col" className="right">
            {bots.passed}
          </th>
          <th scope="col" className="right">
            {bots.paidSubscribers}
          </th>
        </tr>
      </thead>
      <tbody>
        {test.variants.map(({ variant, shown, passed, subscribers, rate }) => (
          <tr key={variant}>
            <td className="strong">{variant.toUpperCase()}</td>
            <td className="right">
              <div>{bots.shortOf({ short: format.whole(passed), lists: format.whole(shown) })}</div>
              <div className="soft small">
                <ShareText share={rate} />
              </div>
            </td>
            <td className="right">{format.whole(subscribers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Such as `50% (46.9% … 53.1%)`. */
function ShareText({ share, isSigned = false }: { share: Share; isSigned?: boolean }): ReactNode {
  const format = useFormat();
  if (share === null) return '—';
  const percent = isSigned ? format.change : format.percent;
  return `${percent(share.value)} (${percent(share.from)} … ${percent(share.to)})`;
}
