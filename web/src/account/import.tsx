/** Takes over what a person has at another service: first what would come, then the import, then the same report. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { fieldsOf, Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { Failed, Figure, Notice, Page, Panel, sayFault, Shown, Tag } from '../parts/page';
import { Rows } from '../parts/rows';
import { Sure } from '../parts/sure';
import { checks, imports } from '../words';

const SHOWN_MAX = 1_000;

type Report = NonNullable<Answered<'/imports#state'>['result']['import']>;

export default function ImportPage(): ReactNode {
  // Whichever tab began it.
  const until = (answered?: Answered<'/imports#state'>) => answered?.result.import?.ended_at !== null;
  const answer = useAnswer('/imports#state', { limit: SHOWN_MAX }, { until });
  const report = answer.data?.result.import;
  return (
    <Page title={imports.title}>
      <p className="soft">{imports.text}</p>
      <From report={report ?? null} />
      <Shown of={answer} lines={4}>
        {({ result }) => result.import !== null && <State report={result.import} />}
      </Shown>
    </Page>
  );
}

function From({ report }: { report: Report | null }): ReactNode {
  const [typed, setTyped] = useState<Partial<Record<'address' | 'access_key' | 'statistics_token', string>>>(
    {},
  );
  const begin = useCommand('/imports#begin', ['/imports', '/bots', '/orders', '/figures']);
  const all = { address: report?.address ?? '', access_key: '', statistics_token: '', ...typed };
  const { address, access_key, statistics_token } = all;
  const asked = { address, access_key, ...(statistics_token === '' ? {} : { statistics_token }) };
  const { faults, form } = useFaults(begin, asked, {
    address: !/^https?:\/\/\S+$/.test(address.trim()) && checks.address,
    access_key: access_key === '' && checks.required,
    statistics_token: undefined,
  });
  const { text } = fieldsOf(all, faults, (patch) => setTyped({ ...typed, ...patch }));
  const isUnderWay = report?.ended_at === null;
  // The service keeps an address without what stands around it.
  const wanted = address.trim().replace(/\/+$/, '');
  const hasLooked = report?.address === wanted && !isUnderWay && report.fault === null;
  return (
    <Panel title={imports.panel}>
      <Form of={form} send={() => begin.mutate({ ...asked, is_real: 0 })}>
        <TextInput
          label={imports.address}
          placeholder="https://api.example.org"
          inputMode="url"
          {...text('address')}
        />
        <div className="cols pair">
          <PasswordInput label={imports.accessKey} autoComplete="off" {...text('access_key')} />
          <PasswordInput
            label={imports.statisticsToken}
            description={imports.statisticsHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            {...text('statistics_token')}
          />
        </div>
        <p className="soft small">{imports.keysHint}</p>
        {form.rest !== null && <Failed error={form.rest} />}
        <div className="row">
          <Button type="submit" loading={begin.isPending} disabled={isUnderWay}>
            {imports.look}
          </Button>
          <Sure
            size="sm"
            label={imports.take}
            question={imports.takeSure}
            isDisabled={!hasLooked || access_key === '' || begin.isPending}
            then={() => begin.mutate({ ...asked, is_real: 1 })}
          />
          {!hasLooked && <span className="soft small">{imports.lookFirst}</span>}
        </div>
      </Form>
    </Panel>
  );
}

const outcomes = ['comes', 'is_here', 'is_left_out'] as const;

function State({ report }: { report: Report }): ReactNode {
  const host = new URL(report.address).host;
  const tones = { comes: 'good', is_here: 'plain', is_left_out: 'warn' } as const;
  return (
    <div className="stack wide">
      <Outcome report={report} />
      <div className="cols tiles">
        {outcomes.map((outcome) => (
          <Figure key={outcome} title={imports.counts[outcome]} value={format.whole(report[outcome])} />
        ))}
      </div>
      <Rows
        title={imports.report({ host })}
        name={`import-${host}`}
        rows={report.items.map((item, index) => ({ ...item, index, why: sayFault(item.note) }))}
        idOf={({ index }) => index}
        columns={[
          {
            key: 'name',
            title: imports.what,
            plain: ({ what, name, why }) => [imports.kinds[what], name, why].filter(Boolean).join(' · '),
            cell: ({ what, name, why }) => (
              <>
                <span className="soft">{imports.kinds[what]}</span> {name}
                {why !== '' && <div className="soft small">{why}</div>}
              </>
            ),
          },
          {
            key: 'outcome',
            title: imports.outcome,
            plain: ({ outcome }) => imports.outcomes[outcome],
            cell: ({ outcome }) => <Tag tone={tones[outcome]}>{imports.outcomes[outcome]}</Tag>,
          },
        ]}
      />
    </div>
  );
}

function Outcome({ report: { ended_at, is_real, fault } }: { report: Report }): ReactNode {
  if (ended_at === null) return <Notice>{imports.begun}</Notice>;
  if (fault !== null)
    return (
      <Notice tone="bad">
        {imports.broke} {sayFault(fault)}
      </Notice>
    );
  return <Notice tone="good">{is_real ? imports.ended : imports.endedDry}</Notice>;
}
