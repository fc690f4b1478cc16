/** Figures of days that are chosen above them. */
import type { ReactNode } from 'react';
import { type Asking, Shown } from './page';
import { RangePicker } from './range';

export function Dated<Result extends { days: readonly { date: string }[] }>(props: {
  of: Asking<{ result: Result }>;
  children: (result: Result) => ReactNode;
}): ReactNode {
  const { of, children } = props;
  return (
    <div className="stack wide">
      <RangePicker shown={of.data?.result.days} />
      <Shown of={of} lines={8}>
        {({ result }) => <div className="stack wide">{children(result)}</div>}
      </Shown>
    </div>
  );
}
