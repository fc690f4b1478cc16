/** What stands in place of the cabinet for who may not see it yet. */
import type { ReactNode } from 'react';
import { Mark } from '../parts/icons';

export function Entrance(props: { title: string; lead: string; children: ReactNode }): ReactNode {
  const { title, lead, children } = props;
  return (
    <main className="entrance">
      <div className="panel">
        <Mark />
        <div className="stack tight">
          <h1>{title}</h1>
          <p className="soft">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
