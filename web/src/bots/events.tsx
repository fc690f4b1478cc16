/** Where events of a bot go, how their delivery stands, and what was given up. */
import { Button, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useCommand, useReported } from '../api/queries';
import { Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { Failed, Notice, Panel, Shown, Small, Tag } from '../parts/page';
import { SaveFields } from '../parts/csv';
import { type Column, Table } from '../parts/table';
import { say } from '../parts/toast';
import { checks, common, csv, events, nearest } from '../words';

type View = Answered<'/webhooks#info'>['result'];
type Event = View['recent'][number];

/** @param botId 0: all bots that have no address of their own */
export function Events({ botId }: { botId: number }): ReactNode {
  const answer = useAnswer('/webhooks#info', { bot_id: botId });
  return (
    <Shown of={answer}>
      {({ result }) => (
        <div className="stack wide">
          <Address botId={botId} view={result} />
          <Dead botId={botId} view={result} />
          {botId !== 0 && (
            <Panel title={events.recent}>
              <Lines events={result.recent} none={events.noneRecent} />
            </Panel>
          )}
        </div>
      )}
    </Shown>
  );
}

function Address({ botId: bot_id, view }: { botId: number; view: View }): ReactNode {
  const [typed, setTyped] = useInputState<string | null>(null);
  const url = typed ?? view.url;
  const set = useCommand('/webhooks#set', ['/webhooks'], () => setTyped(null));
  const isAddress = /^https?:\/\/\S+$/.test(url.trim());
  const { faults, form } = useFaults(set, { url }, { url: !isAddress && checks.address });
  const clear = useReported('/webhooks#clear', ['/webhooks']);
  const test = useReported(
    '/webhooks#test',
    ['/webhooks'],
    ({ result: { is_delivered: isDelivered, words } }) =>
      say(isDelivered ? events.testOk : events.testFailed({ reason: nearest(words) }), !isDelivered),
  );
  return (
    <Panel title={events.title}>
      <Form of={form} send={() => set.mutate({ bot_id, url })}>
        <p className="soft">{view.is_inherited ? events.inherited : events.text}</p>
        <div className="row end">
          <div className="grow">
            <TextInput
              label={events.url}
              placeholder="https://example.org/events"
              value={url}
              inputMode="url"
              error={faults.get('url')}
              onChange={setTyped}
            />
          </div>
          <Button type="submit" loading={set.isPending} disabled={url === view.url || url === ''}>
            {events.set}
          </Button>
          {view.url !== '' && (
            <Button
              variant="default"
              onClick={() => {
                setTyped(null);
                clear.mutate({ bot_id });
              }}
            >
              {events.clear}
            </Button>
          )}
          <Button
            variant="default"
            loading={test.isPending}
            disabled={view.url === '' && !view.is_inherited}
            onClick={() => test.mutate({ bot_id })}
          >
            {events.test}
          </Button>
        </div>
        {form.rest !== null && <Failed error={form.rest} />}
        {view.failing_since !== null && <Notice tone="warn">{sayFailing(view, view.failing_since)}</Notice>}
      </Form>
    </Panel>
  );
}

function sayFailing({ words, next_try_at: next }: View, since: string): string {
  return events.failing({
    since: format.moment(since),
    reason: nearest(words),
    next: next === null ? '—' : format.moment(next),
  });
}

function Dead({ botId: bot_id, view }: { botId: number; view: View }): ReactNode {
  const dead = useAnswer('/webhooks#dead', { bot_id, limit: 100 }, { isOn: view.dead > 0 });
  const resend = useReported('/webhooks#resend', ['/webhooks'], ({ result }) =>
    say(events.resent({ count: result.resent })),
  );
  const retry = useReported('/webhooks#retry', ['/webhooks'], events.retried);
  const found = view.dead > 0 ? (dead.data?.result.events ?? []) : [];
  const again = (webhook_id?: number): void => {
    resend.mutate({ bot_id, ...(webhook_id === undefined ? {} : { webhook_id }) });
  };
  return (
    <Panel
      title={`${events.dead}: ${String(view.dead)}`}
      actions={
        <div className="row">
          {view.waiting > 0 && (
            <Small onClick={() => retry.mutate({ bot_id })}>
              {events.waiting}: {view.waiting} · {events.retry}
            </Small>
          )}
          {view.dead > 0 && <Small onClick={() => again()}>{events.resendAll}</Small>}
          <SaveFields
            name="events"
            fields={['webhook_id', 'at', 'user_id', 'ads_id', 'status', 'reason']}
            records={found}
          />
        </div>
      }
    >
      <Lines events={found} none={events.noneDead} again={again} />
    </Panel>
  );
}

function Lines(props: {
  events: readonly Event[];
  none: string;
  again?: (webhookId: number) => void;
}): ReactNode {
  const { events: listed, none, again } = props;
  if (listed.length === 0) return <p className="soft">{none}</p>;
  const columns: Column<Event>[] = [
    { title: common.when, className: 'nowrap', cell: ({ at }) => format.moment(at) },
    { title: csv.user_id, cell: ({ user_id }) => user_id },
    {
      title: csv.ads_id,
      cell: ({ network, ads_id }) => (network === '' ? `#${String(ads_id)}` : network),
    },
    { title: common.what, cell: ({ status }) => status },
    {
      title: common.status,
      cell: ({ state, words }) => (
        <>
          <Tag tone={state === 'delivered' ? 'good' : state === 'dead' ? 'bad' : 'warn'}>
            {events.states[state]}
          </Tag>{' '}
          <span className="soft small">{nearest(words)}</span>
        </>
      ),
    },
  ];
  if (again !== undefined)
    columns.push({
      title: common.actions,
      cell: ({ webhook_id }) => (
        <Button size="compact-xs" variant="default" onClick={() => again(webhook_id)}>
          {events.resend}
        </Button>
      ),
    });
  return (
    <div className="scroll">
      <Table columns={columns} rows={listed} keyOf={({ webhook_id }) => webhook_id} isPlain />
    </div>
  );
}
