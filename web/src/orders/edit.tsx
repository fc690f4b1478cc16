/**
 * Changes to an order. The form stands on the revision that it was begun from: where somebody changed the order meanwhile,
 * the service refuses, what differs is shown, and its person decides. Nothing is overwritten unseen, and nothing is lost.
 */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { renew, useCommand } from '../api/queries';
import { useDraft } from '../parts/draft';
import { Form, useFaults } from '../parts/form';
import { Failed, Notice } from '../parts/page';
import { Savebar } from '../parts/savebar';
import { say } from '../parts/toast';
import { common, orders } from '../words';
import { useOrderChecks } from './checks';
import { Conflict } from './conflict';
import { Editor } from './editor';
import { Price } from './forecast';
import { differences, type FieldName, formOf, moderated, type Order, type OrderForm, toChange } from './form';
import { Templates } from './templates';
import { kindOf, type Values } from './values';

/** What is kept: the form, and what it was begun from. */
interface Begun {
  revision: number;
  base: OrderForm;
  form: OrderForm;
}

export function Edit({ order, values }: { order: Order; values: Values }): ReactNode {
  const theirs = useMemo(() => formOf(order), [order]);
  const {
    draft: kept,
    keep,
    forget,
    keepRest,
  } = useDraft<Begun>(
    `order-${String(order.order_id)}`,
    ({ form }) => differences(theirs, { ...theirs, ...form }).length === 0,
  );
  // A form in which nothing differs shows the order as it stands.
  const draft = kept !== null && differences(kept.form, kept.base).length > 0 ? kept : null;
  // A draft from before the form had a field stands on what that field is now.
  const base = { ...theirs, ...draft?.base };
  const form = { ...base, ...draft?.form, bot_token: draft?.form.bot_token ?? '' };
  const changed = differences(form, base);
  const sentForm = useRef(form);
  const update = useCommand('/orders#update', ['/orders'], ({ response: { revision } }) => {
    say(common.saved);
    // What was typed while it was saved stays.
    keepRest((typed) => {
      const [base, form] = [sentForm.current, { ...sentForm.current, ...typed.form }];
      return differences(form, base).length === 0 ? null : { revision, base, form };
    });
  });
  const isConflict = update.error?.code === 409 && update.error.errorCode === undefined;

  const wanted = toChange(form, changed, kindOf(values, form));
  const hasToken = kindOf(values, order).fields.includes('bot_token');
  const all = useOrderChecks(form, kindOf(values, form), hasToken);
  // Limits that were raised since bind new values alone.
  const checks = Object.fromEntries(
    Object.entries(all).map(([name, fault]) => [name, (name === 'bot_token' || name in wanted) && fault]),
  );
  const { faults, form: sent } = useFaults(update, wanted, checks);

  const change = (patch: Partial<OrderForm>): void => {
    keep({ revision: draft?.revision ?? order.revision, base, form: { ...form, ...patch } });
  };
  const save = (revision: number, sending = form): void => {
    sentForm.current = sending;
    update.mutate(
      { order_id: order.order_id, if_revision: revision, ...wanted },
      {
        onError: (error) => {
          if (error.code === 409) void renew(['/orders']);
        },
      },
    );
  };
  /** What is typed in these fields goes on; all others, and the revision, are as they stand now. */
  const rebase = (kept: readonly FieldName[]): OrderForm => {
    const mine = Object.fromEntries(kept.map((name) => [name, form[name]]));
    const rebased = { ...theirs, ...mine };
    keep({ revision: order.revision, base: theirs, form: rebased });
    return rebased;
  };

  // What was changed to the same is no question: it may be one's own save, whose answer was lost.
  const apart = differences(theirs, form);
  const met = differences(theirs, base).filter((name) => apart.includes(name));
  const isOvertaken = isConflict && draft !== null && order.revision !== draft.revision;
  const isMetByNothing = isOvertaken && met.length === 0;
  useEffect(() => {
    // The service's own checks change an order too, but nothing that this form shows.
    if (isMetByNothing) save(order.revision);
  });
  return (
    <Form of={sent} className="stack wide" send={() => save(draft?.revision ?? order.revision)}>
      <Editor
        form={form}
        values={values}
        faults={faults}
        change={change}
        orderId={order.order_id}
        isFrozen={order.quantity_now > 0}
        hasToken={hasToken}
      />
      {sent.rest !== null && !isConflict && <Failed error={sent.rest} />}
      {changed.some((name) => moderated.has(name)) && <Notice tone="warn">{orders.backToModeration}</Notice>}
      <Savebar
        label={orders.saveChanges}
        of={sent}
        isChanged={changed.length > 0}
        forget={forget}
        about={<Price form={form} orderId={order.order_id} />}
      >
        <span style={{ marginLeft: 'auto' }}>
          <Templates form={form} use={change} />
        </span>
      </Savebar>
      <Conflict
        isOpen={isOvertaken && met.length > 0}
        names={met}
        mine={form}
        theirs={theirs}
        values={values}
        takeTheirs={() => {
          update.reset();
          rebase(changed.filter((name) => !met.includes(name)));
        }}
        keepMine={() => {
          save(order.revision, rebase(changed));
        }}
        close={() => update.reset()}
      />
    </Form>
  );
}
