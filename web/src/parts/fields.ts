/** Joins the fields of a form to its values by their names. */
import type { ChangeEvent } from 'react';

/** @param faults by name */
export function fieldsOf<Form extends object>(
  form: Form,
  faults: ReadonlyMap<string, string>,
  change: (patch: Partial<Form>) => void,
) {
  type Name = keyof Form & string;
  const put = (name: Name, value: unknown): void => change({ [name]: value } as unknown as Partial<Form>);
  return {
    /** For what reports values: numbers, choices. */
    of: <Key extends Name>(name: Key) => ({
      value: form[name],
      error: faults.get(name),
      onChange: (value: Form[Key]) => put(name, value),
    }),
    text: (name: Name) => ({
      value: String(form[name]),
      error: faults.get(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => put(name, currentTarget.value),
    }),
    /** For switches: 0 or 1. */
    flag: (name: Name) => ({
      checked: form[name] === 1,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        put(name, currentTarget.checked ? 1 : 0);
      },
    }),
  };
}
