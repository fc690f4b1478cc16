/** Sponsors that are kept out of a bot. */
import { Button, NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer, useCommand } from '../api/queries';
import { Failed, Panel, Shown } from '../parts/page';
import { useWords } from '../words';

export function Exclusions({ botId: bot_id }: { botId: number }): ReactNode {
  const { bots, orders } = useWords();
  const answer = useAnswer('/exclusions#list', { context: 'publisher', bot_id });
  const set = useCommand('/exclusions#set', ['/exclusions', '/figures']);
  const [orderId, setOrderId] = useState(0);
  return (
    <Panel title={bots.excluded}>
      <div className="stack">
        <form
          className="row end"
          onSubmit={(event) => {
            event.preventDefault();
            set.mutate(
              { context: 'publisher', ads_id: orderId, bot_id, is_excluded: 1 },
              {
                onSuccess: () => {
                  setOrderId(0);
                },
              },
            );
          }}
        >
          <NumberInput
            label={bots.addExclusion}
            value={orderId === 0 ? '' : orderId}
            min={1}
            allowDecimal={false}
            required
            onChange={(value) => {
              setOrderId(Number(value) || 0);
            }}
          />
          <Button type="submit" variant="default" loading={set.isPending}>
            {bots.exclude}
          </Button>
        </form>
        {set.error !== null && <Failed error={set.error} />}
        <Shown of={answer} lines={2}>
          {({ result }) =>
            result.excluded.length === 0 ? (
              <p className="soft">{bots.noExclusions}</p>
            ) : (
              <div className="stack tight">
                {result.excluded.map(({ id, name }) => (
                  <div className="row between" key={id}>
                    <span className="break">
                      {name} <span className="soft">#{id}</span>
                    </span>
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => {
                        set.mutate({ context: 'publisher', ads_id: id, bot_id, is_excluded: 0 });
                      }}
                    >
                      {orders.unexcludeBot}
                    </Button>
                  </div>
                ))}
              </div>
            )
          }
        </Shown>
      </div>
    </Panel>
  );
}
