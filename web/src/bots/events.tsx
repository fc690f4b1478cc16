/** Where events of a bot go, how their delivery stands, and what was given up. */
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { saveFields } from '../parts/csv';
import { useFaults } from '../parts/faults';
import { Form } from '../parts/form';
import { useFormat } from '../parts/format';
import { Failed, Panel, sayRefusal, Shown, Tag } from '../parts/page';
import { say } from '../parts/toast';
import { useWords } from '../words';

type View = Answered<'/webhooks#info'>['result'];
type Event = View['recent'][number];

/** @param botId 0: all bots that have no address of their own */
export function Events({ botId }: { botId: number }): ReactNode {
  const { events } = useWords();
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
  const { events, failure, checks } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const url = typed ?? view.url;
  const set = useCommand('/webhooks#set', ['/webhooks']);
  const form = useRef<HTMLFormElement>(null);
  const isAddress = /^https?:\/\/\S+$/.test(url.trim());
  const { faults, rest, whenRight } = useFaults(form, set, { url }, { url: !isAddress && checks.address });
  const clear = useCommand('/webhooks#clear', ['/webhooks']);
  const test = useCommand('/webhooks#test', ['/webhooks']);
  return (
    <Panel title={events.title}>
      <Form
        at={form}
        whenRight={whenRight}
        send={() => {
          set.mutate(
            { bot_id, url },
            {
              onSuccess: () => {
                setTyped(null);
              },
            },
          );
        }}
      >
        <p className="soft">{view.is_inherited ? events.inherited : events.text}</p>
        <div className="row end">
          <div className="grow">
            <TextInput
              label={events.url}
              placeholder="https://example.org/events"
              value={url}
              inputMode="url"
              error={faults.get('url')}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
              }}
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
            onClick={() => {
              test.mutate(
                { bot_id },
                {
                  onSuccess: ({ result }) => {
                    say(
                      result.is_delivered ? events.testOk : events.testFailed({ reason: result.reason }),
                      !result.is_delivered,
                    );
                  },
                  onError: (error) => {
                    say(sayRefusal(error, failure), true);
                  },
                },
              );
            }}
          >
            {events.test}
          </Button>
        </div>
        {rest !== null && <Failed error={rest} />}
      </Form>
    </Panel>
  );
}

function Dead({ botId: bot_id, view }: { botId: number; view: View }): ReactNode {
  const { events, common, csv } = useWords();
  const dead = useAnswer('/webhooks#dead', { bot_id, limit: 100 }, { isOn: view.dead > 0 });
  const resend = useCommand('/webhooks#resend', ['/webhooks']);
  const retry = useCommand('/webhooks#retry', ['/webhooks']);
  const found = view.dead > 0 ? (dead.data?.result.events ?? []) : [];
  const again = (webhook_id?: number): void => {
    resend.mutate(
      { bot_id, ...(webhook_id === undefined ? {} : { webhook_id }) },
      {
        onSuccess: ({ result }) => {
          say(events.resent({ count: result.resent }));
        },
      },
    );
  };
  return (
    <Panel
      title={`${events.dead}: ${String(view.dead)}`}
      actions={
        <div className="row">
          {view.waiting > 0 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                retry.mutate({ bot_id });
              }}
            >
              {events.waiting}: {view.waiting} · {events.retry}
            </Button>
          )}
          {view.dead > 0 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                again();
              }}
            >
              {events.resendAll}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={common.csvAll}
            disabled={found.length === 0}
            onClick={() => {
              const fields = ['webhook_id', 'at', 'user_id', 'ads_id', 'status', 'reason'] as const;
              saveFields('events', csv, fields, found);
            }}
          >
            {common.csv}
          </Button>
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
  const { events, common } = useWords();
  const format = useFormat();
  if (listed.length === 0) return <p className="soft">{none}</p>;
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{common.when}</th>
            <th scope="col">{events.user}</th>
            <th scope="col">{events.order}</th>
            <th scope="col">{common.what}</th>
            <th scope="col">{common.status}</th>
            {again !== undefined && <th scope="col">{common.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {listed.map((event) => (
            <tr key={event.webhook_id}>
              <td className="nowrap">{format.moment(event.at)}</td>
              <td>{event.user_id}</td>
              <td>{event.network === '' ? `#${String(event.ads_id)}` : event.network}</td>
              <td>{event.status}</td>
              <td>
                <Tag tone={event.state === 'delivered' ? 'good' : event.state === 'dead' ? 'bad' : 'warn'}>
                  {events.states[event.state]}
                </Tag>{' '}
                <span className="soft small">{event.reason}</span>
              </td>
              {again !== undefined && (
                <td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => {
                      again(event.webhook_id);
                    }}
                  >
                    {events.resend}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
