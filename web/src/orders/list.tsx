/** All orders: search, states, many at once. A long list is fetched and drawn as far as it is seen (`rows.tsx`). */
import { Button, Checkbox, Menu, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type Answered, type Asked, call } from '../api/client';
import { renew, useAnswer } from '../api/queries';
import { SaveButton, saveFields } from '../parts/csv';
import { Dialog } from '../parts/dialog';
import { PlainForm } from '../parts/form';
import { Icon } from '../parts/icons';
import { MoneyInput } from '../parts/number';
import { Nothing, Page, sayRefusal, Shown, Small } from '../parts/page';
import { useChoiceInAddress } from '../parts/address';
import { useSearchField } from '../parts/search';
import { onError, say } from '../parts/toast';
import { common, nav, orders } from '../words';
import { OrderRows, PAGE } from './rows';

export type Listed = Answered<'/orders#list'>['response']['orders'][number];

const states = ['', 'Processing', 'Moderation', 'Stopped', 'Finished', 'Rejected', 'Archived'] as const;

export default function OrdersPage(): ReactNode {
  const { wanted, field } = useSearchField(orders.search);
  const [state, setState] = useChoiceInAddress('status', states);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const asked: Asked<'/orders#list'> = {
    limit: PAGE,
    ...wanted,
    ...(state === '' ? {} : { status: state }),
  };
  const first = useAnswer('/orders#list', { ...asked, offset: 0 });
  const total = first.data?.response.total ?? null;
  const isFiltered = wanted.search_query !== undefined || state !== '';
  const newOrder = (
    <Button component={Link} href="/orders/new" leftSection={<Icon name="plus" size={16} />}>
      {orders.new}
    </Button>
  );
  return (
    <Page title={nav.orders} actions={newOrder}>
      <div className="row">
        <div className="grow">{field}</div>
        <div className="scroll">
          <SegmentedControl
            aria-label={common.status}
            value={state}
            data={states.map((value) => ({
              value,
              label: value === '' ? common.all : orders.statuses[value],
            }))}
            onChange={setState}
          />
        </div>
      </div>
      <Together chosen={chosen} setChosen={setChosen} total={total} all={() => everyOrder(asked)} />
      <Shown of={first} lines={8} height={44}>
        {({ response }) =>
          total === 0 ? (
            <Nothing
              icon="orders"
              title={isFiltered ? orders.notFound : orders.empty}
              {...(isFiltered ? {} : { text: orders.emptyText })}
            >
              {!isFiltered && newOrder}
            </Nothing>
          ) : (
            <OrderRows
              key={JSON.stringify(asked)}
              asked={asked}
              first={response}
              isOfBefore={first.isPlaceholderData}
              chosen={chosen}
              setChosen={setChosen}
            />
          )
        }
      </Shown>
    </Page>
  );
}

/** For a file, or to choose them all: whatever is found, page by page. */
async function everyOrder(asked: Asked<'/orders#list'>): Promise<Listed[]> {
  const all: Listed[] = [];
  for (;;) {
    const { response } = await call('/orders#list', { ...asked, offset: all.length });
    all.push(...response.orders);
    if (response.orders.length === 0 || all.length >= response.total) return all;
  }
}

type Change = Omit<Asked<'/orders#update'>, 'order_id'>;

/** What is done to many orders at once: each by itself, so that one that is refused keeps back no other. */
function Together(props: {
  chosen: ReadonlySet<number>;
  setChosen: (next: ReadonlySet<number>) => void;
  /** Null: it is not known yet. */
  total: number | null;
  all: () => Promise<Listed[]>;
}): ReactNode {
  const { chosen, setChosen, total, all } = props;
  const [isBusy, setBusy] = useState(false);
  const [price, setPrice] = useState<number | null>(null);

  const each = async (command: (orderId: number) => Promise<unknown>): Promise<void> => {
    setBusy(true);
    const refused = new Map<number, unknown>();
    for (const orderId of chosen) await command(orderId).catch((why: unknown) => refused.set(orderId, why));
    setBusy(false);
    const failed = refused.size;
    const done = chosen.size - failed;
    if (failed === 0) say(orders.bulkDone({ done }));
    else {
      // Most are refused for the same reason.
      const [why] = refused.values();
      say(`${orders.bulkRefused({ done, failed })}. ${sayRefusal(why)}`, true);
    }
    // Which were refused can be seen, and they can be tried again.
    setChosen(new Set(refused.keys()));
    await renew(['/orders']);
  };
  const chooseAll = async (): Promise<void> => {
    setBusy(true);
    const found = await all().catch((error: unknown) => {
      onError(error);
      return [];
    });
    setBusy(false);
    setChosen(new Set(found.map(({ order_id }) => order_id)));
  };
  const update = (change: Change): void => {
    void each((order_id) => call('/orders#update', { order_id, ...change }));
  };
  const actions: [label: string, act: () => void][] = [
    [orders.stop, () => update({ is_on: 0 })],
    [orders.start, () => update({ is_on: 1 })],
    [orders.setPrice, () => setPrice(0)],
    [orders.copyOrder, () => void each((order_id) => call('/orders#duplicate', { order_id }))],
    [common.archive, () => update({ in_archive: 1 })],
  ];
  const save = async (): Promise<void> => {
    const fields = [
      'order_id',
      'name',
      'link',
      'ads_type',
      'status',
      'quantity_all',
      'quantity_now',
      'remains',
      'old_price',
      'real_price',
      'created_at',
    ] as const;
    await all().then((found) => saveFields('orders', fields, found), onError);
  };
  return (
    <div className="row">
      <Checkbox
        aria-label={orders.selectAll}
        label={
          <span role="status">
            {chosen.size > 0
              ? common.selected({ count: chosen.size })
              : total !== null && orders.found({ total })}
          </span>
        }
        checked={chosen.size > 0 && chosen.size === total}
        indeterminate={chosen.size > 0 && chosen.size !== total}
        disabled={isBusy || total === null || total === 0}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) void chooseAll();
          else setChosen(new Set());
        }}
      />
      <Menu position="bottom-start" disabled={chosen.size === 0}>
        <Menu.Target>
          <Small disabled={chosen.size === 0} loading={isBusy}>
            {common.actions}
          </Small>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(([label, act]) => (
            <Menu.Item key={label} onClick={act}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <SaveButton save={save} />
      <Dialog isOpen={price !== null} close={() => setPrice(null)} title={orders.setPrice}>
        <PlainForm
          send={() => {
            if (price !== null && price > 0) update({ price });
            setPrice(null);
          }}
        >
          <MoneyInput label={orders.newPrice} value={price ?? 0} data-autofocus onChange={setPrice} />
          <Button type="submit">{common.save}</Button>
        </PlainForm>
      </Dialog>
    </div>
  );
}
