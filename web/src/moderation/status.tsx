/** How the service stands: what works, what waits, what was given up, and the daily check. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../api/queries';
import { format } from '../parts/format';
import { Figure, Notice, Panel, Shown, Tag } from '../parts/page';
import { events, moderation } from '../words';

const RENEW_MS = 10_000;

export function Status(): ReactNode {
  const answer = useAnswer('/moderation#status', {}, { everyMs: RENEW_MS });
  return (
    <Shown of={answer}>
      {({ result }) => (
        <div className="stack wide">
          <Notice tone={result.state === 'ready' ? 'good' : result.state === 'degraded' ? 'warn' : 'bad'}>
            <span className="strong">{moderation.states[result.state]}</span>
          </Notice>
          <div className="cols">
            <Figure
              title={moderation.lists.running}
              value={<ListLink name="running">{format.whole(result.orders_running)}</ListLink>}
            />
            <Figure
              title={moderation.waits}
              value={<Link href="/moderation/queue">{format.whole(result.orders_waiting)}</Link>}
            />
          </div>
          <div className="cols pair">
            <Panel title={moderation.status}>
              <dl className="pairs">
                {(['store', 'bot', 'platform'] as const).map((part) => (
                  <div key={part} style={{ display: 'contents' }}>
                    <dt>{moderation.checks[part]}</dt>
                    <dd>
                      <Tag tone={result.checks[part] === 'ok' ? 'good' : 'warn'}>{result.checks[part]}</Tag>
                    </dd>
                  </div>
                ))}
                <dt>{moderation.dailyCheck}</dt>
                <dd>
                  {result.daily_check === null ? (
                    moderation.checkNone
                  ) : (
                    <>
                      {result.daily_check.differing === 0 ? (
                        <Tag tone="good">{moderation.checkFine}</Tag>
                      ) : (
                        <ListLink name="differences">
                          <Tag tone="bad">
                            {moderation.checkDiffers({ count: result.daily_check.differing })}
                          </Tag>
                        </ListLink>
                      )}{' '}
                      <span className="soft small">{format.moment(result.daily_check.ended_at)}</span>
                    </>
                  )}
                </dd>
              </dl>
            </Panel>
            <Panel title={events.waiting} isFlush>
              <table className="table">
                <tbody>
                  {result.outboxes.map((box) => (
                    <tr key={box.name}>
                      <td>{moderation.outboxes[box.name]}</td>
                      <td className="right">
                        <ListLink name={box.name}>{format.whole(box.waiting)}</ListLink>
                      </td>
                      <td className="soft small">
                        {box.waiting > 0 ? moderation.oldest({ seconds: box.oldest_seconds }) : ''}
                      </td>
                      <td>
                        {box.dead > 0 && (
                          <ListLink name={`${box.name}_failed`}>
                            <Tag tone="warn">
                              {events.dead}: {format.whole(box.dead)}
                            </Tag>
                          </ListLink>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Panel>
          </div>
        </div>
      )}
    </Shown>
  );
}

function ListLink({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return <Link href={`/moderation/status/${name}`}>{children}</Link>;
}
