/** Paying in by a payment rail: the amount, then the link to pay at, and the page goes on by itself once that is paid. */
import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Answered } from '../api/client';
import { queries, useAnswer, useCommand } from '../api/queries';
import { Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { MoneyInput } from '../parts/number';
import { Failed, Notice, Panel } from '../parts/page';
import { messenger } from '../session/messenger';
import { type Profile, useProfile } from '../session/profile';
import { checks, common, wallet } from '../words';

type Rail = Profile['service']['rails'][number];

/** Whether this page may offer rails: inside the platform's own apps only where the operator says so. */
export function useRails(): Profile['service']['rails'] {
  const { service } = useProfile();
  return messenger() === null || service.rails_inside === 1 ? service.rails : [];
}

export function TopUp({ rail, onClose }: { rail: Rail; onClose: () => void }): ReactNode {
  const isClosed = useProfile().service.closed_rails.includes(rail);
  return (
    <Panel title={wallet.rails[rail]}>
      {isClosed ? (
        <Ended then={onClose}>{wallet.railClosed({ rail: wallet.rails[rail] })}</Ended>
      ) : (
        <Begin rail={rail} onClose={onClose} />
      )}
    </Panel>
  );
}

function Begin({ rail, onClose }: { rail: Rail; onClose: () => void }): ReactNode {
  const { service } = useProfile();
  const [amount, setAmount] = useState(service.deposit_min);
  const begin = useCommand('/wallet#deposit', ['/wallet']);
  const asked = { rail, amount };
  const { faults, form } = useFaults(begin, asked, {
    amount: amount < service.deposit_min && checks.least({ least: format.money(service.deposit_min) }),
  });
  if (begin.data !== undefined)
    return (
      <Paying depositId={begin.data.result.deposit_id} onAgain={() => begin.reset()} onClose={onClose} />
    );
  return (
    <Form of={form} send={() => begin.mutate(asked)}>
      <MoneyInput
        label={common.amount}
        description={wallet.least({ amount: format.money(service.deposit_min) })}
        value={amount}
        decimalScale={2}
        error={faults.get('amount')}
        required
        onChange={setAmount}
      />
      {form.rest !== null && <Failed error={form.rest} />}
      <Group>
        <Button type="submit" loading={begin.isPending}>
          {wallet.toPayment}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      </Group>
    </Form>
  );
}

function isOver(answered: Answered<'/wallet#deposit_info'> | undefined): boolean {
  return answered !== undefined && !['asked', 'open'].includes(answered.result.state);
}

function Paying({
  depositId,
  onAgain,
  onClose,
}: {
  depositId: number;
  onAgain: () => void;
  onClose: () => void;
}): ReactNode {
  const answer = useAnswer('/wallet#deposit_info', { deposit_id: depositId }, { until: isOver });
  const deposit = answer.data?.result;
  const state = deposit?.state;
  const hasEnded = isOver(answer.data);
  useEffect(() => {
    // What is available, and the history, are others now.
    if (hasEnded) void queries.invalidateQueries();
  }, [hasEnded]);
  if (deposit === undefined) return answer.error === null ? null : <Failed error={answer.error} />;
  const said = format.money(deposit.amount);
  if (state === 'paid')
    return (
      <Ended then={onClose}>
        <span className="strong">{wallet.paidIn({ amount: said })}</span>
      </Ended>
    );
  if (state === 'expired' || state === 'refused')
    return (
      <Ended label={common.refresh} then={onAgain}>
        {wallet.notPaidIn}
      </Ended>
    );
  return (
    <div className="stack">
      <p>{wallet.payUntil({ amount: said, when: format.moment(deposit.expires_at) })}</p>
      <Group>
        <Button component="a" href={deposit.url} target="_blank" rel="noreferrer">
          {wallet.pay({ amount: said })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {wallet.later}
        </Button>
      </Group>
      <p className="soft small" aria-live="polite">
        {wallet.waitsForPayment}
      </p>
    </div>
  );
}

/** What came of it, and the button that goes on. */
function Ended(props: { label?: string; then: () => void; children: ReactNode }): ReactNode {
  const { label = 'OK', then, children } = props;
  return (
    <Notice>
      <p>{children}</p>
      <div>
        <Button size="xs" onClick={then}>
          {label}
        </Button>
      </div>
    </Notice>
  );
}
