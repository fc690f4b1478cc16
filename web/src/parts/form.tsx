/** A form that is sent once nothing is wrong with it; until then it shows what is, by the page's own checks and by the service's. */
import { Button } from '@mantine/core';
import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Refusal } from '../api/client';
import { failure } from '../words';
import { Failed } from './page';

export type FormState = ReturnType<typeof useFaults>['form'];

/** @param props.submit the button below the fields; left out where the form has one of its own */
export function Form(props: {
  of: FormState;
  className?: string;
  send: () => void;
  submit?: string;
  children: ReactNode;
}): ReactNode {
  const { of, className = 'stack', send, submit, children } = props;
  return (
    <PlainForm ref={of.at} className={className} noValidate send={() => of.whenRight(send)}>
      {children}
      {submit !== undefined && (
        <>
          {of.rest !== null && <Failed error={of.rest} />}
          <div>
            <Button type="submit" loading={of.isBusy}>
              {submit}
            </Button>
          </div>
        </>
      )}
    </PlainForm>
  );
}

/** A form whose fields the browser checks. */
export function PlainForm({ send, ...rest }: { send: () => void } & ComponentProps<'form'>): ReactNode {
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        // A form that a dialog was opened from would hear of it, too.
        event.stopPropagation();
        send();
      }}
      {...rest}
    />
  );
}

/** Wire names of all fields that a form shows, each with what the page itself finds wrong. */
export type Checks = Readonly<Record<string, string | false | undefined>>;

interface Command {
  error: Refusal | null;
  isPending: boolean;
  /** What was sent last. */
  variables: object | undefined;
}

/**
 * The page's own checks show from the first attempt to send; the service's faults show until the field differs from what
 * was sent.
 * @param now what would be sent now
 */
export function useFaults({ error, isPending, variables }: Command, now: object, checks: Checks) {
  const at = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const own = Object.entries(checks).flatMap(([name, fault]): [string, string][] =>
    typeof fault === 'string' ? [[name, fault]] : [],
  );
  const ofService = [...(error?.fields ?? [])]
    .filter(([name]) => said(variables, name) === said(now, name))
    .map(([name, { topic, values }]) => [name, failure.ofError(topic, values)] as const);
  const isElsewhere = error?.fields.size === 0;
  useEffect(() => {
    if (attempts > 0) at.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, error]);
  return {
    faults: new Map([...ofService, ...(attempts > 0 ? own : [])]),
    form: {
      at,
      isBusy: isPending,
      /** What no field shows. */
      rest: isElsewhere || ofService.some(([name]) => !(name in checks)) ? error : null,
      /** Sends a form without faults; else shows them and focuses the first. */
      whenRight: (send: () => void) => {
        setAttempts(attempts + 1);
        if (own.length === 0) send();
      },
    },
  };
}

/** Joins the fields of a form to its values by their names. @param faults by name */
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
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        put(name, currentTarget.value);
      },
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

function said(fields: object | undefined, name: string): string | undefined {
  return JSON.stringify((fields as Record<string, unknown> | undefined)?.[name]);
}
