/** All of an order on one page: link, amount, audience, times; next to them price and reach. */
import { Checkbox, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../parts/choice';
import { fieldsOf } from '../parts/form';
import { MoneyInput, WholeInput } from '../parts/number';
import { Panel } from '../parts/page';
import { useProfile } from '../session/profile';
import { common, orders } from '../words';
import { Audience } from './audience';
import { Forecast } from './forecast';
import type { OrderForm } from './form';
import { LinkFields } from './link';
import { kindOf, type Values } from './values';
import { Week } from './week';

/** What a part of the form needs. */
export interface OrderPart {
  form: OrderForm;
  faults: ReadonlyMap<string, string>;
  change: (patch: Partial<OrderForm>) => void;
}

export interface EditorProps extends OrderPart {
  values: Values;
  /** Of one that is there. */
  orderId?: number;
  /** It has subscribers: link and kind stay. */
  isFrozen?: boolean;
  isNew?: boolean;
  hasToken?: boolean;
}

export function Editor(props: EditorProps): ReactNode {
  const { form, values, faults, change, orderId, isFrozen = false, isNew = false, hasToken = false } = props;
  return (
    <div className="form-and-side">
      <div className="stack wide">
        <LinkFields {...{ form, values, change, faults, isFrozen, hasToken }} />
        <Amounts form={form} faults={faults} change={change} />
        <Panel title={orders.audience}>
          <Audience values={values} form={form} faults={faults} change={change} />
        </Panel>
        <Panel title={orders.schedule}>
          <Week
            schedule={form.order_schedule}
            fault={faults.get('order_schedule')}
            change={(order_schedule) => change({ order_schedule })}
          />
        </Panel>
        <Rest form={form} values={values} faults={faults} change={change} isNew={isNew} />
      </div>
      <div className="sticky">
        <Forecast form={form} values={values} orderId={orderId} />
      </div>
    </div>
  );
}

function Amounts({ form, faults, change }: OrderPart): ReactNode {
  const { service } = useProfile();
  const { of } = fieldsOf(form, faults, change);
  const isPremium = form.user_parameters.only_premium === 1;
  return (
    <Panel isStack>
      <div className="cols">
        <WholeInput
          label={orders.quantity}
          min={service.quantity_min}
          max={service.quantity_max}
          step={100}
          {...of('quantity_all')}
        />
        <WholeInput label={orders.quantityDay} placeholder={orders.noLimit} {...of('quantity_day')} />
        <MoneyInput
          label={isPremium ? orders.premiumPrice : orders.basePrice}
          step={0.1}
          {...of(isPremium ? 'price_premium' : 'price')}
        />
      </div>
      <div className="row end">
        <Choice
          label={orders.pace}
          value={form.is_lite === 1 ? 'even' : 'fast'}
          labels={orders.paces}
          onChange={(value) => change({ is_lite: value === 'even' ? 1 : 0 })}
        />
        {form.is_lite === 1 && (
          <WholeInput label={orders.speed} placeholder={orders.noLimit} {...of('sub_speed')} />
        )}
      </div>
    </Panel>
  );
}

function Rest({
  form,
  values,
  faults,
  change,
  isNew,
}: OrderPart & { values: Values; isNew: boolean }): ReactNode {
  const { fields } = kindOf(values, form);
  const { flag } = fieldsOf(form, faults, change);
  return (
    <Panel isStack>
      <div className="cols">
        <Select
          label={orders.places}
          data={Object.values(orders.placesWords).map((label, place) => ({ value: String(place), label }))}
          value={String(form.places)}
          onChange={(place) => change({ places: Number(place) as OrderForm['places'] })}
        />
        <Select
          label={orders.theme}
          data={values.adThemes}
          value={form.theme === '' ? null : form.theme}
          placeholder={common.none}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': common.clear }}
          error={faults.get('theme')}
          onChange={(theme) => change({ theme: theme ?? '' })}
        />
      </div>
      <div className="row wide">
        {fields.includes('track_unsubscriptions') && (
          <Checkbox
            label={orders.track}
            checked={form.track_unsubscriptions}
            onChange={({ currentTarget }) => change({ track_unsubscriptions: currentTarget.checked })}
          />
        )}
        {fields.includes('own_links') && <Checkbox label={orders.ownLinks} {...flag('own_links')} />}
        {isNew && <Checkbox label={orders.isOn} {...flag('is_on')} />}
      </div>
    </Panel>
  );
}
