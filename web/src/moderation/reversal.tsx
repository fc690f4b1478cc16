/** Takes charges of an account's bots back because fraud was found later: the sums, a question that repeats them, and the way. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Answered, Asked } from '../api/client';
import { useCommand } from '../api/queries';
import { Sure } from '../parts/copy';
import { useFormat } from '../parts/format';
import { WholeInput } from '../parts/number';
import { Failed, Notice, Panel, sayRefusal } from '../parts/page';
import { say } from '../parts/toast';
import { useWords } from '../words';
import { Reason } from './reason';

const REASON_MAX = 200;
type Card = Answered<'/trust#account'>['result'];
type Preview = Answered<'/reversals#preview'>['result'];
type Wanted = Asked<'/reversals#preview'>;

export function Reversal({ card: { account, bots } }: { card: Card }): ReactNode {
  const { moderation, common } = useWords();
  const words = moderation.reversal;
  const [wanted, setWanted] = useState<Wanted>({ account_id: account.account_id, reason: '' });
  const look = useCommand('/reversals#preview', []);
  const change = (changed: Wanted) => {
    setWanted(changed);
    look.reset();
  };
  return (
    <Panel title={words.title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          look.mutate(wanted);
        }}
      >
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
              onChange={({ currentTarget: { value } }) => {
                change({ ...wanted, [end]: value });
              }}
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
          change={(reason) => {
            change({ ...wanted, reason });
          }}
        />
        {look.error !== null && <Failed error={look.error} />}
        <div>
          <Button type="submit" size="xs" variant="default" loading={look.isPending}>
            {words.count}
          </Button>
        </div>
      </form>
      {look.data !== undefined && (
        <Found
          preview={look.data.result}
          wanted={wanted}
          again={() => {
            look.mutate(wanted);
          }}
        />
      )}
    </Panel>
  );
}

/** What was found, and its taking back, a part after another. */
function Found(props: { preview: Preview; wanted: Wanted; again: () => void }): ReactNode {
  const { preview, wanted, again } = props;
  const { moderation, failure } = useWords();
  const words = moderation.reversal;
  const format = useFormat();
  const book = useCommand('/reversals#book', ['/trust#account', '/moderation#log']);
  const { begun } = preview;
  const amount = preview.amount + (begun?.amount ?? 0);
  const takeAll = async (): Promise<void> => {
    try {
      while (!(await book.mutateAsync({ ...wanted, amount })).result.is_ended);
    } catch (error) {
      say(sayRefusal(error, failure), true);
      again();
    }
  };
  const done = book.data?.result;
  if (done?.is_ended === true)
    return (
      <Notice tone="good">{words.ended({ joins: done.joins, amount: format.money(done.amount) })}</Notice>
    );
  if (preview.joins === 0 && begun === null) return <p className="soft">{words.nothing}</p>;
  const so = done ?? begun;
  return (
    <div className="stack">
      <Sums preview={preview} />
      {so !== null && (
        <Notice tone="warn">{words.progress({ joins: so.joins, amount: format.money(so.amount) })}</Notice>
      )}
      <div>
        <Sure
          label={words.take({ amount: format.money(amount) })}
          isDisabled={book.isPending}
          question={words.sure({ amount: format.money(amount), joins: preview.joins + (begun?.joins ?? 0) })}
          then={takeAll}
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
