/** Somebody's wallet, found by id, and an adjustment of it. */
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Answered } from '../api/client';
import { newKey, renew, useAnswer, useCommand } from '../api/queries';
import { Segments } from '../parts/choice';
import { fieldsOf, Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { MoneyInput } from '../parts/number';
import { Failed, Figure, Panel, Shown, Tag } from '../parts/page';
import { Sure } from '../parts/sure';
import { say } from '../parts/toast';
import { bots, common, csv, payouts, wallet } from '../words';
import { FindById } from './suspicion';

const REASON_MAX = 200;
type Wallet = Answered<'/payouts#account'>['result'];

export function Wallets({ accountId }: { accountId: number | null }): ReactNode {
  const [, go] = useLocation();
  return (
    <div className="stack wide">
      <FindById
        key={accountId}
        label={payouts.accountId}
        first={accountId}
        find={(id) => go(`/payouts/wallets/${String(id)}`)}
      />
      {accountId !== null && <Somebody key={accountId} accountId={accountId} />}
    </div>
  );
}

function Somebody({ accountId }: { accountId: number }): ReactNode {
  const answer = useAnswer('/payouts#account', { account_id: accountId });
  return (
    <Shown of={answer} lines={3}>
      {({ result }) => (
        <div className="stack wide">
          <div className="row">
            <span className="strong break">{result.account.first_name}</span>
            <span className="soft">
              {result.account.username !== '' && `@${result.account.username} · `}
              {accountId}
            </span>
            {result.account.is_blocked && <Tag tone="bad">{bots.statuses.blocked}</Tag>}
          </div>
          <div className="cols tiles">
            <Figure title={wallet.available} value={format.money(result.balance)} />
            <Figure title={wallet.held} value={format.money(result.held)} />
            <Figure title={wallet.reserved} value={format.money(result.reserved)} />
          </div>
          <Adjust {...result} />
        </div>
      )}
    </Shown>
  );
}

function Adjust({ account, balance }: Pick<Wallet, 'account' | 'balance'>): ReactNode {
  const [isTaken, setTaken] = useState(false);
  const [typed, setTyped] = useState({ amount: 0, note: '' });
  const { amount, note } = typed;
  // The same until it is booked: sent twice, it is booked once.
  const [reference, setReference] = useState(newKey);
  const end = (isNew: boolean): void => {
    say(isNew ? payouts.adjusted : payouts.adjustedBefore, !isNew);
    setTyped({ amount: 0, note: '' });
    setReference(newKey());
  };
  const adjust = useCommand('/payouts#adjust', ['/payouts#account'], ({ result }) => end(result.is_new));
  const adjusted = isTaken ? -amount : amount;
  const { faults, form } = useFaults(adjust, { amount: adjusted, note }, { amount: false, note: false });
  const { of, text } = fieldsOf(typed, faults, (patch) => setTyped({ ...typed, ...patch }));
  const after = balance + adjusted;
  const label = isTaken ? payouts.take : payouts.give;
  const said = format.money(amount);
  const question = (
    <div className="stack">
      <p className="strong break">
        {isTaken
          ? payouts.takeSure({ amount: said, name: account.first_name })
          : payouts.giveSure({ amount: said, name: account.first_name })}{' '}
        ({account.account_id})
      </p>
      <dl className="pairs">
        <dt>{csv.reason}</dt>
        <dd>{note.trim()}</dd>
        <dt>{payouts.before}</dt>
        <dd>{format.money(balance)}</dd>
        <dt>{payouts.after}</dt>
        <dd className="strong">{format.money(after)}</dd>
      </dl>
      {after < 0 && <p>{payouts.debt}</p>}
    </div>
  );
  return (
    <Panel title={payouts.adjust}>
      <Form of={form} send={() => undefined}>
        <div>
          <Segments
            label={payouts.adjust}
            value={isTaken ? 'take' : 'give'}
            labels={{ give: payouts.give, take: payouts.take }}
            onChange={(value) => setTaken(value === 'take')}
          />
        </div>
        <MoneyInput label={common.amount} decimalScale={2} {...of('amount')} />
        <Textarea label={payouts.refuseNote} maxLength={REASON_MAX} autosize minRows={2} {...text('note')} />
        {form.rest !== null && <Failed error={form.rest} />}
        <div>
          <Sure
            size="sm"
            label={label}
            isDisabled={amount === 0 || note.trim() === '' || adjust.isPending}
            isDangerous={isTaken}
            question={question}
            then={() => {
              adjust.mutate(
                { account_id: account.account_id, amount: adjusted, note, reference },
                {
                  onError: ({ code }) => {
                    // The answer was lost, and the amount is another one now.
                    if (code !== 409) return;
                    adjust.reset();
                    void renew(['/payouts#account']);
                    end(false);
                  },
                },
              );
            }}
          />
        </div>
      </Form>
    </Panel>
  );
}
