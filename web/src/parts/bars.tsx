/** Bars of shares. */
import type { ReactNode } from 'react';

/** @param props.percent above 100, the bar is full */
export function Bar({ percent }: { percent: number }): ReactNode {
  return (
    <span className="bar">
      <i style={{ width: `${String(Math.min(100, percent))}%` }} />
    </span>
  );
}

export function Bars(props: {
  rows: readonly { key: string; name: string; percent: number; said: ReactNode }[];
}): ReactNode {
  return (
    <div className="funnel">
      {props.rows.map(({ key, name, percent, said }) => (
        <div className="step" key={key}>
          <span className="break">{name}</span>
          <Bar percent={percent} />
          <span className="right">{said}</span>
        </div>
      ))}
    </div>
  );
}
