/** Notifications that were given up, and why. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../api/queries';
import { useFormat } from '../parts/format';
import { Empty, Panel, Shown } from '../parts/page';
import { useWords } from '../words';

const SHOWN = 100;

export function GivenUp(): ReactNode {
  const { moderation } = useWords();
  const format = useFormat();
  const answer = useAnswer('/moderation#given_up', { limit: SHOWN });
  return (
    <div className="stack">
      <div>
        <Link href="/moderation/status">← {moderation.status}</Link>
      </div>
      <Panel isFlush title={moderation.givenUp}>
        <Shown of={answer}>
          {({ result: { notices } }) =>
            notices.length === 0 ? (
              <Empty title={moderation.noneGivenUp} />
            ) : (
              <table className="table cards">
                <tbody>
                  {notices.map((notice) => (
                    <tr key={`${notice.at} ${String(notice.account_id)} ${notice.kind}`}>
                      <td className="soft nowrap">{format.moment(notice.at)}</td>
                      <td>
                        <div className="row">
                          <Link className="strong" href={`/moderation/accounts/${String(notice.account_id)}`}>
                            {notice.account_id}
                          </Link>
                          <code>{notice.kind}</code>
                        </div>
                        <div className="small break">{notice.reason}</div>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Shown>
      </Panel>
    </div>
  );
}
