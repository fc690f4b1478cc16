/** A new order. What is typed is kept in this browser until it is sent. */
import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useLocation } from 'wouter';
import { useCommand } from '../api/queries';
import { useDraft } from '../parts/draft';
import { Failed, Page, Waiting } from '../parts/page';
import { say } from '../parts/toast';
import { useMainButton } from '../session/main-button';
import { useProfile } from '../session/profile';
import { useWords } from '../words';
import { Editor } from './editor';
import { emptyForm, type OrderForm, toCreate } from './form';
import { Templates } from './templates';
import { kindOf, useValues } from './values';

export default function NewOrder(): ReactNode {
  const { orders, common } = useWords();
  const { service } = useProfile();
  const values = useValues();
  const { draft, keep, forget } = useDraft<OrderForm>('order-new');
  const form = { ...emptyForm(service), ...draft };
  const create = useCommand('/orders#create', ['/orders', '/account']);
  const [, go] = useLocation();
  const change = (patch: Partial<OrderForm>): void => {
    keep({ ...form, ...patch });
  };
  const send = (): void => {
    if (values === null) return;
    create.mutate(toCreate(form, kindOf(values, form)), {
      onSuccess: ({ response }) => {
        forget();
        say(orders.createdToast);
        go(`/orders/${String(response.order_id)}`);
      },
    });
  };
  const sent = useRef<HTMLFormElement>(null);
  useMainButton(sent, { text: orders.create, isShown: values !== null, isBusy: create.isPending });
  return (
    <Page title={orders.new} actions={<Templates form={form} use={change} />}>
      {values === null ? (
        <Waiting lines={6} height={60} />
      ) : (
        <form
          ref={sent}
          className="stack wide"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Editor
            form={form}
            values={values}
            faults={create.error?.fields ?? new Map<string, string>()}
            change={change}
            isNew
          />
          {create.error !== null && <Failed error={create.error} />}
          <div className="savebar">
            <Button type="submit" loading={create.isPending}>
              {orders.create}
            </Button>
            {draft !== null && (
              <>
                <Button variant="subtle" color="gray" onClick={forget}>
                  {common.discard}
                </Button>
                <span className="soft small">{common.draftKept}</span>
              </>
            )}
          </div>
        </form>
      )}
    </Page>
  );
}
