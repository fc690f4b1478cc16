/** Reports and lists of subscribers of an order: asked for, waited for, downloaded. */
import { Button, Checkbox, Select } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useAnswer, useCommand } from '../api/queries';
import { Failed, Panel } from '../parts/page';
import { common, orders } from '../words';

const ranges = ['all', 'today', '3days', '7days'] as const;

export function Report({ orderId }: { orderId: number }): ReactNode {
  const [range, setRange] = useState<(typeof ranges)[number]>('all');
  const [hasPrice, setHasPrice] = useInputState(true);
  const report = useCommand('/orders#report', []);
  const ids = useCommand('/orders#download_id', [], ({ response }) =>
    location.assign(`/orders/download_id/${response.file_id}`),
  );
  const taskId = report.data?.response.task_id;
  const state = useAnswer(
    '/orders#check_report',
    { task_id: taskId ?? '' },
    { isOn: taskId !== undefined, keep: false, until: (answered) => answered?.response.status !== 'pending' },
  );
  const made = state.data?.response;
  return (
    <Panel isStack title={orders.tabs.report}>
      <div className="row end">
        <Select
          label={common.period}
          data={ranges.map((value) => ({ value, label: orders.ranges[value] }))}
          value={range}
          onChange={(value) => {
            if (value !== null) setRange(value);
          }}
        />
        <Checkbox mb={8} label={orders.withPrice} checked={hasPrice} onChange={setHasPrice} />
      </div>
      <div className="row">
        <Button
          loading={report.isPending || state.isLoading || made?.status === 'pending'}
          onClick={() => report.mutate({ order_id: orderId, include_price: hasPrice, time_range: range })}
        >
          {orders.reportAsk}
        </Button>
        <Button
          variant="default"
          loading={ids.isPending}
          onClick={() => ids.mutate({ order_id: orderId, time_range: range })}
        >
          {orders.idsAsk}
        </Button>
      </div>
      <div role="status">
        {made?.status === 'pending' && <p className="soft">{orders.reportMaking}</p>}
        {made?.status === 'failed' && <p>{orders.reportFailed}</p>}
        {made?.status === 'ready' && <a href={made.file_url}>{orders.reportReady}</a>}
      </div>
      {[report.error, state.error, ids.error].map(
        (error, index) => error !== null && <Failed key={index} error={error} />,
      )}
    </Panel>
  );
}
