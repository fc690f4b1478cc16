/** The audience of an order: chips and one search over all demands; and the bots that show it. */
import { Button, Combobox, MultiSelect, Select, TextInput, useCombobox } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { fieldsOf } from '../parts/form';
import { format } from '../parts/format';
import { common, orders } from '../words';
import type { OrderPart } from './editor';
import type { OrderForm, Parameters } from './form';
import { chosenOf, type Demand, type Values, withDemand } from './values';

const OFFERED_MAX = 60;

export function Audience({ values, form, faults, change }: OrderPart & { values: Values }): ReactNode {
  const { of } = fieldsOf(form, faults, change);
  const parameters = form.user_parameters;
  const chosen = useMemo(() => chosenOf(values, parameters), [values, parameters]);
  const set = (next: Parameters): void => change({ user_parameters: next });
  const isAnyLanguage = parameters.languages === null;
  return (
    <div className="stack">
      <div className="row chips">
        {isAnyLanguage && <span className="tag accent">{orders.anyLanguage}</span>}
        {chosen.map((demand) => (
          <span className="chip" key={`${demand.field}:${demand.value}`}>
            <span className="cut">{demand.text}</span>
            {demand.factor !== 1 && <span className="factor">×{format.factor(demand.factor)}</span>}
            <button
              type="button"
              className="bare"
              aria-label={`${common.clear}: ${demand.text}`}
              onClick={() => set(withDemand(values, parameters, demand, false))}
            >
              ×
            </button>
          </span>
        ))}
        {chosen.length === 0 && <span className="soft">{orders.audienceHint}</span>}
      </div>
      <div className="row">
        <div className="grow">
          <Search
            values={values}
            chosen={chosen}
            choose={(demand) => set(withDemand(values, parameters, demand, !chosen.includes(demand)))}
          />
        </div>
        {!isAnyLanguage && (
          <Button variant="default" onClick={() => set({ ...parameters, languages: null })}>
            {orders.anyLanguage}
          </Button>
        )}
      </div>
      <MultiSelect
        label={orders.exclude}
        data={values.themes}
        {...of('forbidden_themes')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        placeholder={form.forbidden_themes.length === 0 ? common.none : ''}
      />
      <Select
        label={orders.minQuality}
        description={orders.minQualityHint}
        data={[
          { value: '0', label: orders.anyQuality },
          ...values.qualities.map(({ least, coefficient }) => ({
            value: String(least),
            label: `${orders.qualityFrom({ least: format.factor(least) })} · ×${format.factor(coefficient)}`,
          })),
        ]}
        value={String(form.min_bot_quality)}
        error={faults.get('min_bot_quality')}
        onChange={(least) => change({ min_bot_quality: Number(least) as OrderForm['min_bot_quality'] })}
      />
    </div>
  );
}

function Search(props: {
  values: Values;
  chosen: readonly Demand[];
  choose: (demand: Demand) => void;
}): ReactNode {
  const { values, chosen, choose } = props;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text).trim().toLowerCase();
  const box = useCombobox({
    onDropdownClose: () => box.resetSelectedOption(),
  });
  const found = useMemo(() => foundIn(values.all, wanted), [values, wanted]);
  const groups = useMemo(() => Map.groupBy(found, ({ group }) => group), [found]);
  return (
    <Combobox
      store={box}
      onOptionSubmit={(key) => {
        const demand = values.all.find(({ field, value }) => `${field}:${value}` === key);
        if (demand !== undefined) choose(demand);
        setText('');
      }}
    >
      <Combobox.Target>
        <TextInput
          aria-label={orders.addDemand}
          placeholder={`${orders.addDemand}: ${orders.demandSearch}`}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={orders.addDemand}>
          {found.length === 0 && <Combobox.Empty>{orders.notFound}</Combobox.Empty>}
          {[...groups].map(([group, demands]) => (
            <Combobox.Group label={group} key={group}>
              {demands.map((demand) => (
                <Offer
                  key={`${demand.field}:${demand.value}`}
                  demand={demand}
                  isChosen={chosen.includes(demand)}
                />
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Offer(props: { demand: Demand; isChosen: boolean }): ReactNode {
  const { demand, isChosen } = props;
  const { text, factor, share, group } = demand;
  const short = text.startsWith(`${group}: `) ? text.slice(group.length + 2) : text;
  return (
    <Combobox.Option value={`${demand.field}:${demand.value}`} active={isChosen}>
      <div className="row between">
        <span>
          {isChosen ? '✓ ' : ''}
          {short}
        </span>
        <span className="soft small nowrap">
          {share === null ? '' : format.percent(share)} {factor === 1 ? '' : `×${format.factor(factor)}`}
        </span>
      </div>
    </Combobox.Option>
  );
}

/** By every word; without one the first of each group. */
function foundIn(all: readonly Demand[], wanted: string): Demand[] {
  if (wanted !== '') {
    const words = wanted.split(/\s+/);
    return all
      .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
      .slice(0, OFFERED_MAX);
  }
  const groups = Map.groupBy(all, ({ group }) => group);
  return [...groups.values()].flatMap((demands) => demands.slice(0, 4));
}
