/** Takes charges of an account's bots back because fraud was found later: the sums, a question that repeats them, and how far it is. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Answered, Asked } from '../api/client';
import { renew, useAnswer, useCommand } from '../api/queries';
import { PlainForm } from '../parts/form';
import { format } from '../parts/format';
import { WholeInput } from '../parts/number';
import { Failed, Notice, Panel, sayFault, sayRefusal } from '../parts/page';
import { Reason } from '../parts/reason';
import { Sure } from '../parts/sure';
import { say } from '../parts/toast';
import { common, csv, figures, moderation } from '../words';

const REASON_MAX = 200;
type Card = Answered<'/trust#account'>['result'];
type Preview = Answered<'/reversals#preview'>['result'];
type Wanted = Asked<'/reversals#preview'>;
type State = Answered<'/reversals#state'>['result']['reversal'];

/** What else shows that a reversal has begun or ended. */
const touched = ['/trust#account', '/moderation#log'];

export function Reversal({ card: { account, bots } }: { card: Card }): ReactNode {
  const [wanted, setWanted] = useState<Wanted>({ account_id: account.account_id, reason: '' });
  const look = useCommand('/reversals#preview', []);
  const state = useLast(account.account_id);
  const change = (changed: Wanted) => {
    setWanted(changed);
    look.reset();
  };
  return (
    <Panel title={moderation.reversal.title}>
      <PlainForm send={() => look.mutate(wanted)}>
        <p className="soft">{moderation.reversal.text}</p>
        <NativeSelect
          label={moderation.reversal.bots}
          value={wanted.bot_id ?? ''}
          data={[
            { value: '', label: figures.allBots },
            ...bots.map(({ bot_id, bot_name }) => ({
              value: String(bot_id),
              label: `${bot_name} · ${String(bot_id)}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const { account_id: _account, bot_id: _bot, ...rest } = wanted;
            const of = value === '' ? { account_id: account.account_id } : { bot_id: Number(value) };
            change({ ...of, ...rest });
          }}
        />
        <div className="row">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={common[end]}
              value={wanted[end] ?? ''}
              onChange={({ currentTarget: { value } }) => change({ ...wanted, [end]: value })}
            />
          ))}
          <WholeInput
            label={csv.order_id}
            value={wanted.order_id ?? 0}
            onChange={(order) => {
              const { order_id: _order, ...rest } = wanted;
              change(order === 0 ? rest : { ...rest, order_id: order });
            }}
          />
        </div>
        <Reason
          label={moderation.reversal.reason}
          max={REASON_MAX}
          value={wanted.reason}
          change={(reason) => change({ ...wanted, reason })}
        />
        {look.error !== null && <Failed error={look.error} />}
        <div>
          <Button type="submit" size="xs" variant="default" loading={look.isPending}>
            {moderation.reversal.count}
          </Button>
        </div>
      </PlainForm>
      {look.data !== undefined && (
        <Found
          preview={look.data.result}
          wanted={wanted}
          isUnderWay={state?.ended_at === null}
          again={() => look.mutate(wanted)}
          begun={look.reset}
        />
      )}
      {state != null && <Last state={state} />}
    </Panel>
  );
}

/** The reversal that is under way, whichever tab began it; else the last one. */
function useLast(accountId: number): State | undefined {
  const until = (answered?: Answered<'/reversals#state'>) => answered?.result.reversal?.ended_at !== null;
  const state = useAnswer('/reversals#state', { account_id: accountId }, { until }).data?.result.reversal;
  const isUnderWay = state?.ended_at === null;
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) void renew(touched);
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay]);
  return state;
}

function Last({ state }: { state: NonNullable<State> }): ReactNode {
  const { ended_at, fault, reason } = state;
  const so = { joins: state.joins, amount: format.money(state.amount) };
  if (ended_at === null) return <Notice tone="warn">{moderation.reversal.underWay(so)}</Notice>;
  return (
    <div className="stack tight">
      {fault === null ? (
        <Notice tone="good">{moderation.reversal.ended(so)}</Notice>
      ) : (
        <Notice tone="bad">
          {moderation.reversal.stopped(so)} {sayFault(fault)}
        </Notice>
      )}
      <p className="soft small">
        {format.ago(ended_at)} · {reason}
      </p>
    </div>
  );
}

/** What was found, and the button that takes it back. */
function Found(props: {
  preview: Preview;
  wanted: Wanted;
  isUnderWay: boolean;
  again: () => void;
  begun: () => void;
}): ReactNode {
  const { preview, wanted, isUnderWay, again } = props;
  const begin = useCommand('/reversals#begin', ['/reversals#state', ...touched]);
  const { begun } = preview;
  const amount = preview.amount + (begun?.amount ?? 0);
  if (preview.joins === 0 && begun === null) return <p className="soft">{moderation.reversal.nothing}</p>;
  return (
    <div className="stack">
      <Sums preview={preview} />
      <div>
        <Sure
          label={moderation.reversal.take({ amount: format.money(amount) })}
          isDisabled={isUnderWay || begin.isPending}
          question={moderation.reversal.sure({
            amount: format.money(amount),
            joins: preview.joins + (begun?.joins ?? 0),
          })}
          then={() => {
            begin.mutate(
              { ...wanted, amount },
              {
                onSuccess: props.begun,
                onError: (error) => {
                  say(sayRefusal(error), true);
                  again();
                },
              },
            );
          }}
        />
      </div>
    </div>
  );
}

function Sums({ preview }: { preview: Preview }): ReactNode {
  const { orders, publishers } = preview;
  const rows: [string, string][] = [
    [moderation.reversal.found, moderation.reversal.joins({ count: preview.joins })],
    [moderation.reversal.returned, format.money(preview.amount)],
    [moderation.reversal.fee, format.money(preview.fee)],
    ...publishers.flatMap(({ account_id, held, released, debt }): [string, string][] => [
      [moderation.reversal.held({ id: String(account_id) }), format.money(held)],
      [moderation.reversal.released({ id: String(account_id) }), format.money(released)],
      [moderation.reversal.debt({ id: String(account_id) }), format.money(debt)],
    ]),
    [moderation.reversal.before, moderation.reversal.joins({ count: preview.before })],
  ];
  return (
    <>
      <dl className="pairs">
        {rows.map(([title, value]) => [<dt key={title}>{title}</dt>, <dd key={`${title}=`}>{value}</dd>])}
      </dl>
      {orders.map((order) => (
        <div key={order.order_id} className="row between">
          <Link className="strong break" href={`/moderation/accounts/${String(order.account_id)}`}>
            #{order.order_id} {order.name} · {order.account_id}
          </Link>
          <span className="nowrap">
            {moderation.reversal.joins({ count: order.joins })} · {format.money(order.amount)}
          </span>
        </div>
      ))}
      {orders.length < preview.orders_total && (
        <p className="soft">
          {moderation.reversal.largest({ count: orders.length, all: preview.orders_total })}
        </p>
      )}
    </>
  );
}
