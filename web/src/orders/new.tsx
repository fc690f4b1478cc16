/** A new order. What is typed is kept in this browser until it is sent. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type Answered } from '../api/client';
import { queries, useCommand } from '../api/queries';
import { Dialog } from '../parts/dialog';
import { useDraft } from '../parts/draft';
import { Form, useFaults } from '../parts/form';
import { Failed, Page, Waiting } from '../parts/page';
import { Savebar } from '../parts/savebar';
import { say } from '../parts/toast';
import { useProfile } from '../session/profile';
import { orders } from '../words';
import { useOrderChecks } from './checks';
import { Editor } from './editor';
import { Price } from './forecast';
import { emptyForm, type OrderForm, toCreate } from './form';
import { Templates } from './templates';
import { kindOf, useValues } from './values';

export default function NewOrder(): ReactNode {
  const { service } = useProfile();
  const values = useValues();
  const { draft, keep, forget } = useDraft<OrderForm>('order-new');
  const form = { ...emptyForm(service), ...draft };
  const create = useCommand('/orders#create', ['/orders', '/account'], () => {
    say(orders.createdToast);
    // Also where its person has left the page: they would send the order again.
    forget();
  });
  const [, go] = useLocation();
  const change = (patch: Partial<OrderForm>): void => keep({ ...form, ...patch });
  const kind = kindOf(values ?? { kinds: [] }, form);
  const named = toCreate({ ...form, name: form.name.trim() || orders.new }, kind);
  const send = (): void => {
    create.mutate(named, {
      onSuccess: ({ response }) => go(`/orders/${String(response.order_id)}`),
    });
  };
  const [isAsking, asking] = useDisclosure();
  const checks = useOrderChecks(form, kind, false);
  const { faults, form: sent } = useFaults(create, named, checks);
  return (
    <Page title={orders.new} actions={<Templates form={form} use={change} />}>
      {values === null ? (
        <Waiting lines={6} height={60} />
      ) : (
        <Form
          of={sent}
          className="stack wide"
          send={() => {
            if (leadsNowhere(form.link)) asking.open();
            else send();
          }}
        >
          <Editor form={form} values={values} faults={faults} change={change} isNew />
          {sent.rest !== null && <Failed error={sent.rest} />}
          <Savebar
            label={orders.create}
            of={sent}
            isChanged={draft !== null}
            isOfChanges={false}
            forget={forget}
            about={<Price form={form} />}
          />
        </Form>
      )}
      <Dialog isOpen={isAsking} close={asking.close} title={orders.nothingFound}>
        <div className="stack">
          <p className="break">{orders.nothingFoundText({ link: form.link })}</p>
          <div className="row">
            <Button variant="default" onClick={asking.close}>
              {orders.changeLink}
            </Button>
            <Button
              color="red.9"
              onClick={() => {
                asking.close();
                send();
              }}
            >
              {orders.createAnyway}
            </Button>
          </div>
        </div>
      </Dialog>
    </Page>
  );
}

/** What was found of the link while it was typed. */
function leadsNowhere(link: string): boolean {
  const found = queries.getQueryData<Answered<'/forecast#link'>>(['/forecast#link', { link: link.trim() }]);
  return found?.result.problems.includes('not_found') === true;
}
