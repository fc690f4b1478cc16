/** Figures that another service counted before an import. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { common, figures, imports, spoken } from '../words';
import { format } from './format';
import { localeOf } from './notation';
import { Rows } from './rows';

type History = Answered<'/figures#orders'>['result']['imported'][number];

export function Imported({ histories }: { histories: readonly History[] }): ReactNode {
  return histories.map((history) => <One key={history.source} history={history} />);
}

function One({ history: { source, days, subscribers, value } }: { history: History }): ReactNode {
  // Which currency the other service counts in is not known.
  const sum = (amount: number) => amount.toLocaleString(localeOf(spoken), { maximumFractionDigits: 2 });
  return (
    <Rows
      title={imports.history({ source })}
      name={`imported-${source}`}
      rows={days}
      note={`${imports.historyTotal({ subscribers: format.whole(subscribers), value: sum(value) })} ${imports.historyHint}`}
      idOf={({ date }) => Date.parse(date)}
      columns={[
        {
          key: 'date',
          title: common.when,
          plain: ({ date }) => date,
          cell: ({ date }) => format.day(date),
        },
        {
          key: 'subscribers',
          title: figures.subscribers,
          plain: (day) => day.subscribers,
          say: format.whole,
        },
        { key: 'value', title: figures.value, plain: (day) => day.value, say: sum },
      ]}
    />
  );
}
