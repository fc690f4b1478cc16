/** What a figure of the status page counts: what waits, what failed and why, which orders run, or what the daily check found. */
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Asked } from '../api/client';
import { useAnswer } from '../api/queries';
import { format } from '../parts/format';
import { Empty, Panel, Shown } from '../parts/page';
import { Pager } from '../parts/pager';
import { common, moderation } from '../words';

const PAGE = 50;
type Name = Asked<'/moderation#queued'>['name'];

export const isQueued = (name: string | null): name is Name =>
  name !== null && Object.hasOwn(moderation.lists, name);

export function Queued({ name }: { name: Name }): ReactNode {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/moderation#queued', { name, offset, limit: PAGE });
  return (
    <div className="stack">
      <div>
        <Link href="/moderation/status">← {moderation.status}</Link>
      </div>
      <Panel isFlush title={moderation.lists[name]}>
        <Shown of={answer}>
          {({ result: { lines } }) => (
            <>
              {lines.length === 0 && <Empty title={common.none} />}
              <table className="table cards">
                <tbody>
                  {lines.map((line, index) => (
                    <tr key={index}>
                      <td className="soft nowrap">{format.moment(line.at)}</td>
                      <td>
                        <div className="row">
                          {line.account_id !== null && (
                            <Link className="strong" href={`/moderation/accounts/${String(line.account_id)}`}>
                              {line.account_id}
                            </Link>
                          )}
                          {line.order_id !== null && (
                            <Link href={`/moderation/orders/${String(line.order_id)}`}>#{line.order_id}</Link>
                          )}
                          <span className="soft">
                            {[line.bot_id, line.user_id].filter((id) => id !== null).join(' · ')}
                          </span>
                          <span className="break">{line.kind}</span>
                        </div>
                        <div className="small break">{line.reason}</div>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <Pager offset={offset} size={PAGE} hasMore={lines.length === PAGE} turn={setOffset} />
            </>
          )}
        </Shown>
      </Panel>
    </div>
  );
}
