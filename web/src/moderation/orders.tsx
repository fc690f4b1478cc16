/** Any order, found by its number: paused with a reason that its owner reads, and let go on. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { orRenew, useAnswer, useCommand, useReported } from '../api/queries';
import { Shown } from '../parts/page';
import { Sure } from '../parts/sure';
import { outcomesIn } from '../parts/toast';
import { csv, moderation } from '../words';
import { Card, type ModeratedCard } from './card';
import { FindById } from './suspicion';

export function Orders({ first }: { first: number | null }): ReactNode {
  const [orderId, setOrderId] = useState<number | null>(first);
  return (
    <div className="stack">
      <FindById label={csv.order_id} first={first} find={setOrderId} />
      {orderId !== null && <Order key={orderId} orderId={orderId} />}
    </div>
  );
}

function Order({ orderId }: { orderId: number }): ReactNode {
  const answer = useAnswer('/moderation#card', { order_id: orderId });
  return (
    <Shown of={answer} lines={8}>
      {({ result: card }) => (
        <Card card={card}>
          <Pauses order={card.order} />
        </Card>
      )}
    </Shown>
  );
}

function Pauses({ order }: { order: ModeratedCard['order'] }): ReactNode {
  const { order_id, pause_reason: seen } = order;
  const outcome = outcomesIn(moderation.pausing, ['paused', 'resumed']);
  const pause = useReported('/moderation#pause', ['/moderation'], outcome);
  const resume = useCommand('/moderation#resume', ['/moderation'], outcome, orRenew('/moderation'));
  return (
    <div className="row">
      {seen !== null && (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate({ order_id, seen })}>
          {moderation.resume}
        </Button>
      )}
      {seen !== 'moderator' && (
        <Sure
          label={moderation.pause}
          question={moderation.pauseSure({ name: order.name, id: String(order_id) })}
          reason={{ label: moderation.reason }}
          then={(reason) => pause.mutateAsync({ order_id, reason })}
        />
      )}
    </div>
  );
}
