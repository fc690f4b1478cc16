/** Lists that found no sponsors or too few: how many, and what kept orders out, of all and by language. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { format } from '../parts/format';
import { Panel, Tag } from '../parts/page';
import { Table } from '../parts/table';
import { bots, nearest, spoken } from '../words';

type Unfilled = Answered<'/figures#bots'>['result']['no_fill'];

/** Those with the most lists; `/figures` has the others. */
const LANGUAGES_SHOWN = 10;

export function NoFill({ noFill }: { noFill: Unfilled }): ReactNode {
  const { lists, partly_filled: partly, unfilled } = noFill;
  const allFull = partly + unfilled === 0 && bots.allFull({ lists: format.whole(lists) });
  return (
    <Panel isStack title={bots.noFill} none={lists === 0 ? bots.noLists : allFull}>
      <p>
        {bots.leftShort({
          lists: format.whole(lists),
          none: format.whole(unfilled),
          partly: format.whole(partly),
        })}
      </p>
      <div className="stack tight">
        {noFill.reasons.map(({ reason, share, words: sentence }) => (
          <div className="row between" key={reason}>
            <span className="grow">{nearest(sentence)}</span>
            <Tag>{format.percent(share)}</Tag>
          </div>
        ))}
      </div>
      <Languages noFill={noFill} />
      <p className="soft small">{bots.noFillHint}</p>
    </Panel>
  );
}

function Languages({ noFill }: { noFill: Unfilled }): ReactNode {
  const sentences = new Map(noFill.reasons.map(({ reason, words: sentence }) => [reason, sentence[spoken]]));
  return (
    <Table
      isPlain
      rows={noFill.languages.slice(0, LANGUAGES_SHOWN)}
      keyOf={({ language }) => language}
      columns={[
        {
          title: bots.userLanguage,
          cell: ({ language, reasons: [most] }) => (
            <>
              <div>{format.languageName(language)}</div>
              {most !== undefined && <div className="soft small">{sentences.get(most.reason)}</div>}
            </>
          ),
        },
        {
          title: bots.shortOfLists,
          isNumber: true,
          className: 'nowrap',
          cell: ({ partly_filled, unfilled, lists }) =>
            bots.shortOf({ short: format.whole(partly_filled + unfilled), lists: format.whole(lists) }),
        },
      ]}
    />
  );
}
