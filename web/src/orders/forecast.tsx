/** What the order would cost and bring, moving with every change; and what the wallet lacks for it, with the way to it. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Answered, Asked } from '../api/client';
import { useAnswer } from '../api/queries';
import { Bar } from '../parts/bars';
import { format } from '../parts/format';
import { Notice, Panel, sayRefusal, Small, Waiting } from '../parts/page';
import { openInMessenger } from '../session/messenger';
import { useProfile } from '../session/profile';
import { common, nearest, orders, wallet } from '../words';
import { type OrderForm, toCreate } from './form';
import type { Values } from './values';

type Estimate = Answered<'/forecast#order'>['result'];

const TYPING_MS = 250;
/** In the place of the order's own: price and reach depend on neither, a link may be typed half, and a token stays in the form. */
const OF_ANY = { link: 'https://t.me/example', ads_type: 'resource' } as const;

/** @param orderId of one that is there: what it has already costs nothing more */
function useEstimate(form: OrderForm, orderId: number | undefined) {
  const there = orderId === undefined ? {} : { order_id: orderId };
  const asked: Asked<'/forecast#order'> = { ...toCreate(form, { fields: [] }), ...OF_ANY, ...there };
  // By what it says: an object is another with every stroke.
  const [settled] = useDebouncedValue(JSON.stringify(asked), TYPING_MS);
  return useAnswer('/forecast#order', JSON.parse(settled) as Asked<'/forecast#order'>);
}

/** Next to the button that sends the order. */
export function Price({ form, orderId }: { form: OrderForm; orderId?: number }): ReactNode {
  const estimate = useEstimate(form, orderId).data?.result;
  if (estimate === undefined) return null;
  return (
    <span className="nowrap">
      <span className="strong">{format.price(estimate.real_price)}</span>{' '}
      <span className="soft small">
        {orders.total}: {format.money(estimate.total)}
      </span>
    </span>
  );
}

export function Forecast({
  form,
  values,
  orderId,
}: {
  form: OrderForm;
  values: Values;
  orderId?: number | undefined;
}): ReactNode {
  const { data, error } = useEstimate(form, orderId);
  return (
    <Panel title={orders.forecast}>
      {error !== null && <Notice tone="warn">{sayRefusal(error)}</Notice>}
      {data === undefined ? (
        error === null && <Waiting lines={6} />
      ) : (
        <Figures estimate={data.result} values={values} />
      )}
    </Panel>
  );
}

function Figures({ estimate, values }: { estimate: Estimate; values: Values }): ReactNode {
  const days = estimate.days_to_fill;
  const titles = new Map([
    ...values.fields.map(({ field, titles: title }): [string, string] => [field, nearest(title)]),
    ['min_bot_quality', orders.minQuality],
  ]);
  return (
    <div className="stack wide" aria-live="polite">
      <div>
        <div className="figure">{format.price(estimate.real_price)}</div>
        <div className="soft small">
          {orders.perSubscriber} · {format.price(estimate.old_price)} ×{' '}
          {format.factor(estimate.coefficients['total'] ?? 1)}
        </div>
      </div>
      <dl className="pairs">
        <dt>{orders.total}</dt>
        <dd>{format.money(estimate.total)}</dd>
        <dt>{orders.reach}</dt>
        <dd>
          {format.percent(estimate.reach)} {orders.ofUsers}
          <Bar percent={estimate.reach} />
        </dd>
        <dt>{orders.perDay}</dt>
        <dd>
          <Joins estimate={estimate} />
        </dd>
        <dt>{orders.fillsIn}</dt>
        <dd>{days === null ? orders.never : common.days({ count: Math.max(1, Math.ceil(days)) })}</dd>
        <dt>{orders.rank}</dt>
        <dd>{orders.rankOf({ place: estimate.dearer_orders + 1, all: estimate.running_orders + 1 })}</dd>
        {estimate.first_place_price !== null && (
          <>
            <dt>{orders.firstPlace}</dt>
            <dd>{format.price(estimate.first_place_price)}</dd>
          </>
        )}
      </dl>
      {estimate.demands.length > 0 && (
        <div className="stack tight">
          <h3 className="soft small">{orders.costs}</h3>
          {estimate.demands.map(({ field, adds, coefficient, reach_without }) => (
            <div className="row between small" key={field}>
              <span>{titles.get(field) ?? field}</span>
              <span className="right">
                {coefficient === 1 ? '—' : `+${format.price(adds)}`}
                <span className="soft">
                  {' '}
                  · {orders.reachWithout({ share: format.percent(reach_without) })}
                </span>
              </span>
            </div>
          ))}
        </div>
      )}
      {estimate.warnings.map(({ demand, message }) => (
        <Notice tone="warn" key={demand}>
          {message}
        </Notice>
      ))}
      {estimate.missing > 0 && <Shortfall missing={estimate.missing} />}
      <p className="soft small">{orders.estimate}</p>
    </div>
  );
}

/** The middle of what may be expected, where eight of ten orders lie, and how far such forecasts were off. */
function Joins({ estimate }: { estimate: Estimate }): ReactNode {
  const { joins_per_day: joins, joins_between: between, error } = estimate;
  if (joins === null) return orders.joinsUnknown;
  return (
    <>
      {joins < 1 ? '< 1' : `≈ ${format.whole(joins)}`}
      {between !== null && (
        <div className="soft small">
          {between.least === between.most
            ? orders.joinsAlike({ each: format.whole(between.most) })
            : orders.joinsBetween({ least: format.whole(between.least), most: format.whole(between.most) })}
        </div>
      )}
      <ForecastError error={error} />
    </>
  );
}

/** How far such forecasts were off: of orders of its size where that is known, else of all. */
function ForecastError({ error }: { error: Estimate['error'] }): ReactNode {
  const known = error.alike ?? error.all;
  if (known === null) return <div className="soft small">{orders.errorUnknown}</div>;
  const of = error.alike === null ? orders.errorOfAll : orders.errorOfAlike;
  return (
    <div className="soft small">
      {of({ part: format.percent(known.joins) })} {orders.cameOfHundred({ joins: format.whole(known.came) })}
    </div>
  );
}

function Shortfall({ missing }: { missing: number }): ReactNode {
  const { service } = useProfile();
  return (
    <Notice tone="warn">
      <p className="strong">{orders.lacks({ amount: format.money(missing) })}</p>
      <p className="small">{orders.lacksText}</p>
      <div>
        <Small onClick={() => openInMessenger(service, `${service.operator_bot}?start=deposit`)}>
          {wallet.topUp}
        </Small>
      </div>
    </Notice>
  );
}
