/** What somebody else changed of an order while its person was at it, in the words of the form. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../parts/dialog';
import { format } from '../parts/format';
import { Table } from '../parts/table';
import { common, csv, orders } from '../words';
import type { FieldName, OrderForm, Schedule } from './form';
import { chosenOf, kindOf, type Values } from './values';

export function Conflict(props: {
  isOpen: boolean;
  names: readonly FieldName[];
  mine: OrderForm;
  theirs: OrderForm;
  values: Values;
  takeTheirs: () => void;
  keepMine: () => void;
  close: () => void;
}): ReactNode {
  const { isOpen, names, mine, theirs, values, takeTheirs, keepMine, close } = props;
  const fields = saidIn(values);
  return (
    <Dialog isOpen={isOpen} close={close} title={orders.conflict} size="lg">
      <div className="stack">
        <p>{orders.conflictText}</p>
        <div className="scroll">
          <Table
            isPlain
            rows={names}
            keyOf={(name) => name}
            columns={[
              { title: common.what, cell: (name) => fields[name][0] },
              { title: orders.mine, className: 'break', cell: (name) => fields[name][1](mine) },
              { title: orders.theirs, className: 'break', cell: (name) => fields[name][1](theirs) },
            ]}
          />
        </div>
        <div className="row">
          <Button onClick={takeTheirs}>{orders.takeTheirs}</Button>
          <Button variant="default" onClick={keepMine}>
            {orders.keepMine}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** How the form calls each field, and what it says in it. */
function saidIn(
  values: Values,
): Record<FieldName, readonly [label: string, say: (form: OrderForm) => string]> {
  const limit = (most: number) => (most === 0 ? orders.noLimit : format.whole(most));
  const flag = (isOn: boolean) => (isOn ? '✓' : '—');
  const named = (list: Values['themes'], theme: string) =>
    list.find(({ value }) => value === theme)?.label ?? theme;
  return {
    link: [csv.link, ({ link }) => link],
    ads_type: [orders.kind, (form) => kindOf(values, form).label],
    name: [orders.orderName, ({ name }) => name],
    // A token is never shown.
    bot_token: [orders.token, () => '…'],
    quantity_all: [orders.quantity, ({ quantity_all }) => format.whole(quantity_all)],
    quantity_day: [orders.quantityDay, ({ quantity_day }) => limit(quantity_day)],
    price: [orders.basePrice, ({ price }) => format.price(price)],
    price_premium: [orders.premiumPrice, ({ price_premium }) => format.price(price_premium)],
    is_lite: [orders.pace, ({ is_lite }) => (is_lite === 1 ? orders.paces.even : orders.paces.fast)],
    sub_speed: [orders.speed, ({ sub_speed }) => limit(sub_speed)],
    places: [orders.places, ({ places }) => orders.placesWords[places]],
    track_unsubscriptions: [orders.track, (form) => flag(form.track_unsubscriptions)],
    own_links: [orders.ownLinks, ({ own_links }) => flag(own_links === 1)],
    user_parameters: [orders.audience, (form) => audienceOf(values, form)],
    forbidden_themes: [
      orders.exclude,
      ({ forbidden_themes: themes }) =>
        themes.map((theme) => named(values.themes, theme)).join(', ') || common.none,
    ],
    min_bot_quality: [
      orders.minQuality,
      ({ min_bot_quality: least }) =>
        least === 0 ? orders.anyQuality : orders.qualityFrom({ least: format.factor(least) }),
    ],
    theme: [orders.theme, ({ theme }) => named(values.adThemes, theme) || common.none],
    order_schedule: [orders.schedule, ({ order_schedule }) => weekOf(order_schedule)],
  };
}

function audienceOf(values: Values, { user_parameters: parameters }: OrderForm): string {
  const anyLanguage = parameters.languages === null ? [orders.anyLanguage] : [];
  return (
    [...anyLanguage, ...chosenOf(values, parameters).map(({ text }) => text)].join(', ') ||
    orders.audienceHint
  );
}

function weekOf({ start_datetime, start_time, end_time, excluded_days }: Schedule): string {
  const excluded: readonly number[] = excluded_days ?? [];
  const names = Object.values(orders.dayNames);
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => !excluded.includes(day)).map((day) => names[day % 7]);
  const hours = start_time || end_time ? [`${start_time ?? '00:00'}–${end_time ?? '24:00'}`] : [];
  const start = start_datetime ? [`${orders.startAt}: ${start_datetime.slice(0, 16)}`] : [];
  return [days.join(' '), ...hours, ...start].join(', ');
}
