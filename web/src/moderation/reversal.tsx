/** Takes charges of an account's bots back because fraud was found later: the sums, a question that repeats them, and how far it is. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Answered, Asked } from '../api/client';
import { renew, useAnswer, useCommand } from '../api/queries';
import { useFaultNotes } from '../parts/faults';
import { useFormat } from '../parts/format';
import { WholeInput } from '../parts/number';
import { Failed, Notice, Panel, sayRefusal } from '../parts/page';
import { Reason } from '../parts/reason';
import { Sure } from '../parts/sure';
import { say } from '../parts/toast';
import { useWords } from '../words';
import { PlainForm } from '../parts/form';

const REASON_MAX = 200;
type Card = Answered<'/trust#account'>['result'];
type Preview = Answered<'/reversals#preview'>['result'];
type Wanted = Asked<'/reversals#preview'>;
type State = Answered<'/reversals#state'>['result']['reversal'];

/** What else shows that a reversal has begun or ended. */
const touched = ['/trust#account', '/moderation#log'];

export function Reversal({ card: { account, bots } }: { card: Card }): ReactNode {
  const { moderation, common } = useWords();
  const words = moderation.reversal;
  const [wanted, setWanted] = useState<Wanted>({ account_id: account.account_id, reason: '' });
  const look = useCommand('/reversals#preview', []);
  const state = useLast(account.account_id);
  const change = (changed: Wanted) => {
    setWanted(changed);
    look.reset();
  };
  return (
    <Panel title={words.title}>
      <PlainForm send={() => look.mutate(wanted)}>
        <p className="soft">{words.text}</p>
        <NativeSelect
          label={words.bots}
          value={wanted.bot_id ?? ''}
          data={[
            { value: '', label: words.allBots },
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
            label={moderation.orderNumber}
            hideControls
            value={wanted.order_id ?? 0}
            onChange={(order) => {
              const { order_id: _order, ...rest } = wanted;
              change(order === 0 ? rest : { ...rest, order_id: order });
            }}
          />
        </div>
        <Reason
          label={words.reason}
          max={REASON_MAX}
          value={wanted.reason}
          change={(reason) => change({ ...wanted, reason })}
        />
        {look.error !== null && <Failed error={look.error} />}
        <div>
          <Button type="submit" size="xs" variant="default" loading={look.isPending}>
            {words.count}
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
  const client = useQueryClient();
  const until = (answered?: Answered<'/reversals#state'>) => answered?.result.reversal?.ended_at !== null;
  const state = useAnswer('/reversals#state', { account_id: accountId }, { until }).data?.result.reversal;
  const isUnderWay = state?.ended_at === null;
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) void renew(client, touched);
    wasUnderWay.current = isUnderWay;
  }, [client, isUnderWay]);
  return state;
}

function Last({ state }: { state: NonNullable<State> }): ReactNode {
  const words = useWords().moderation.reversal;
  const format = useFormat();
  const say = useFaultNotes();
  const { ended_at, fault, reason } = state;
  const so = { joins: state.joins, amount: format.money(state.amount) };
  if (ended_at === null) return <Notice tone="warn">{words.underWay(so)}</Notice>;
  return (
    <div className="stack tight">
      {fault === null ? (
        <Notice tone="good">{words.ended(so)}</Notice>
      ) : (
        <Notice tone="bad">
          {words.stopped(so)} {say(fault)}
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
  const { moderation, failure } = useWords();
  const words = moderation.reversal;
  const format = useFormat();
  const begin = useCommand('/reversals#begin', ['/reversals#state', ...touched]);
  const { begun } = preview;
  const amount = preview.amount + (begun?.amount ?? 0);
  if (preview.joins === 0 && begun === null) return <p className="soft">{words.nothing}</p>;
  return (
    <div className="stack">
      <Sums preview={preview} />
      <div>
        <Sure
          label={words.take({ amount: format.money(amount) })}
          isDisabled={isUnderWay || begin.isPending}
          question={words.sure({ amount: format.money(amount), joins: preview.joins + (begun?.joins ?? 0) })}
          then={() => {
            begin.mutate(
              { ...wanted, amount },
              {
                onSuccess: props.begun,
                onError: (error) => {
                  say(sayRefusal(error, failure), true);
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
  const words = useWords().moderation.reversal;
  const format = useFormat();
  const { orders, publishers } = preview;
  const rows: [string, string][] = [
    [words.found, words.joins({ count: preview.joins })],
    [words.returned, format.money(preview.amount)],
    [words.fee, format.money(preview.fee)],
    ...publishers.flatMap(({ account_id, held, released, debt }): [string, string][] => [
      [words.held({ id: String(account_id) }), format.money(held)],
      [words.released({ id: String(account_id) }), format.money(released)],
      [words.debt({ id: String(account_id) }), format.money(debt)],
    ]),
    [words.before, words.joins({ count: preview.before })],
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
            {words.joins({ count: order.joins })} · {format.money(order.amount)}
          </span>
        </div>
      ))}
      {orders.length < preview.orders_total && (
        <p className="soft">{words.largest({ count: orders.length, all: preview.orders_total })}</p>
      )}
    </>
  );
}
