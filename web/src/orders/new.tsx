/** A new order. What is typed is kept in this browser until it is sent. */
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Answered } from '../api/client';
import { queries, useCommand } from '../api/queries';
import { useDraft } from '../parts/draft';
import { useFaults } from '../parts/faults';
import { Form } from '../parts/form';
import { Failed, Page, Waiting } from '../parts/page';
import { say } from '../parts/toast';
import { useMainButton } from '../session/main-button';
import { useProfile } from '../session/profile';
import { useWords } from '../words';
import { useOrderChecks } from './checks';
import { Editor } from './editor';
import { Price } from './forecast';
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
  const kind = kindOf(values ?? { kinds: [] }, form);
  const named = toCreate({ ...form, name: form.name.trim() || orders.new }, kind);
  const send = (): void => {
    create.mutate(named, {
      onSuccess: ({ response }) => {
        forget();
        say(orders.createdToast);
        go(`/orders/${String(response.order_id)}`);
      },
    });
  };
  const [isAsking, setAsking] = useState(false);
  const sent = useRef<HTMLFormElement>(null);
  const checks = useOrderChecks(form, kind, false);
  const { faults, rest, whenRight } = useFaults(sent, create, named, checks);
  useMainButton(sent, { text: orders.create, isShown: values !== null, isBusy: create.isPending });
  return (
    <Page title={orders.new} actions={<Templates form={form} use={change} />}>
      {values === null ? (
        <Waiting lines={6} height={60} />
      ) : (
        <Form
          at={sent}
          className="stack wide"
          whenRight={whenRight}
          send={() => {
            if (leadsNowhere(form.link)) setAsking(true);
            else send();
          }}
        >
          <Editor form={form} values={values} faults={faults} change={change} isNew />
          {rest !== null && <Failed error={rest} />}
          <div className="savebar">
            <Button type="submit" loading={create.isPending}>
              {orders.create}
            </Button>
            <Price form={form} />
            {draft !== null && (
              <>
                <Button variant="subtle" color="gray" onClick={forget}>
                  {common.discard}
                </Button>
                <span className="soft small">{common.draftKept}</span>
              </>
            )}
          </div>
        </Form>
      )}
      <Modal
        opened={isAsking}
        onClose={() => {
          setAsking(false);
        }}
        title={orders.nothingFound}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <div className="stack">
          <p className="break">{orders.nothingFoundText({ link: form.link })}</p>
          <div className="row">
            <Button
              variant="default"
              onClick={() => {
                setAsking(false);
              }}
            >
              {orders.changeLink}
            </Button>
            <Button
              color="red.9"
              onClick={() => {
                setAsking(false);
                send();
              }}
            >
              {orders.createAnyway}
            </Button>
          </div>
        </div>
      </Modal>
    </Page>
  );
}

/** What was found of the link while it was typed. */
function leadsNowhere(link: string): boolean {
  const found = queries.getQueryData<Answered<'/forecast#link'>>(['/forecast#link', { link: link.trim() }]);
  return found?.result.problems.includes('not_found') === true;
}
