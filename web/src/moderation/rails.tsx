/** For administrators: the switch for payouts by payment rails, and what differs between a rail and the ledger. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAnswer, useCommand } from '../api/queries';
import { format } from '../parts/format';
import { Failed, Panel, Shown } from '../parts/page';
import { Sure } from '../parts/sure';
import { payouts, wallet } from '../words';

/** Nothing where the service has no rail. */
export function Rails(): ReactNode {
  const answer = useAnswer('/payouts#rails', {});
  const change = useCommand('/payouts#switch', ['/payouts']);
  if (answer.data?.result.rails.length === 0) return null;
  return (
    <Panel title={payouts.rails}>
      <Shown of={answer} lines={2}>
        {({ result }) => (
          <div className="stack">
            <div className="row between">
              <span>{result.is_on === 1 ? payouts.railsOn : payouts.railsOff}</span>
              {result.is_on === 1 ? (
                <Sure
                  question={payouts.stopSure}
                  label={payouts.stop}
                  then={() => change.mutateAsync({ is_on: 0 })}
                />
              ) : (
                <Button size="xs" loading={change.isPending} onClick={() => change.mutate({ is_on: 1 })}>
                  {payouts.goOn}
                </Button>
              )}
            </div>
            {change.error !== null && <Failed error={change.error} />}
            {result.differences.length === 0 ? (
              <p className="soft small">{payouts.noDifference}</p>
            ) : (
              <p className="strong">{payouts.differs({ count: String(result.differences.length) })}</p>
            )}
            {result.differences.map(({ rail, about, ours, theirs, since }) => (
              <div key={`${rail} ${about}`}>
                <div>
                  {wallet.rails[rail]}: {about} <span className="soft small">{format.moment(since)}</span>
                </div>
                <dl className="pairs">
                  <dt>{payouts.ours}</dt>
                  <dd>{ours}</dd>
                  <dt>{payouts.theirs}</dt>
                  <dd>{theirs}</dd>
                </dl>
              </div>
            ))}
          </div>
        )}
      </Shown>
    </Panel>
  );
}
