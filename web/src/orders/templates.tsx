/** Templates of this browser: an order's settings without its link, name and secrets. */
import { Button, Menu, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from '../parts/dialog';
import { useDraft } from '../parts/draft';
import { PlainForm } from '../parts/form';
import { say } from '../parts/toast';
import { common, orders } from '../words';
import type { OrderForm } from './form';

interface Template {
  name: string;
  form: Partial<OrderForm>;
}

const TEMPLATES_MAX = 30;

export function Templates({
  form,
  use,
}: {
  form: OrderForm;
  use: (patch: Partial<OrderForm>) => void;
}): ReactNode {
  const { draft, keep } = useDraft<{ all: Template[] }>('templates');
  const all = draft?.all ?? [];
  const [name, setName] = useInputState<string | null>(null);
  const save = (): void => {
    const { link: _link, name: _name, bot_token: _token, ...rest } = form;
    const others = all.filter((each) => each.name !== name).slice(0, TEMPLATES_MAX - 1);
    keep({ all: [{ name: name ?? '', form: rest }, ...others] });
    setName(null);
    say(common.saved);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{orders.templates}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.length === 0 && <Menu.Label>{orders.noTemplates}</Menu.Label>}
          {all.map((template) => (
            <Menu.Item key={template.name} onClick={() => use(template.form)}>
              {template.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setName('')}>{orders.saveTemplate}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog isOpen={name !== null} close={() => setName(null)} title={orders.saveTemplate}>
        <PlainForm send={save}>
          <TextInput
            label={orders.templateName}
            value={name ?? ''}
            maxLength={60}
            required
            data-autofocus
            onChange={setName}
          />
          <Button type="submit">{common.save}</Button>
        </PlainForm>
      </Dialog>
    </>
  );
}
