/** What is wrong with the fields of a form, by the page's own checks and by the service. */
import { useEffect, useRef, useState } from 'react';
import type { Answered, Refusal } from '../api/client';
import { failure } from '../words';
import type { FormState } from './form';

/** Wire names of all fields that a form shows, each with what the page itself finds wrong. */
export type Checks = Readonly<Record<string, string | false | undefined>>;

type FaultNote = NonNullable<Answered<'/reversals#state'>['result']['reversal']>['fault'];

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
export function useFaults(
  { error, isPending, variables }: Command,
  now: object,
  checks: Checks,
): { faults: ReadonlyMap<string, string>; form: FormState } {
  const at = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const own = Object.entries(checks).flatMap(([name, fault]): [string, string][] =>
    typeof fault === 'string' ? [[name, fault]] : [],
  );
  const said = [...(error?.fields ?? [])]
    .filter(([name]) => isAsSent(name, variables, now))
    .map(([name, { topic, values }]) => [name, failure.ofError(topic, values)] as const);
  const isElsewhere = error !== null && error.fields.size === 0;
  useEffect(() => {
    if (attempts > 0) at.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, error]);
  return {
    faults: new Map([...said, ...(attempts > 0 ? own : [])]),
    form: {
      at,
      isBusy: isPending,
      rest: isElsewhere || said.some(([name]) => !(name in checks)) ? error : null,
      whenRight: (send) => {
        setAttempts(attempts + 1);
        if (own.length === 0) send();
      },
    },
  };
}

/** The words of a kept fault; those of the service where there are none for people. */
export function sayFault(note: FaultNote): string {
  if (note === null) return '';
  const { message, faults } = note;
  return faults.length === 0
    ? message
    : faults.map(({ topic, values }) => failure.ofError(topic, values)).join(' ');
}

/** Whether a text has the shape of a bot's token. */
export function isBotToken(text: string): boolean {
  return /^\d{1,20}:[\w-]{3,64}$/.test(text);
}

function isAsSent(name: string, sent: object | undefined, now: object): boolean {
  return said(sent, name) === said(now, name);
}

function said(fields: object | undefined, name: string): string | undefined {
  return JSON.stringify((fields as Record<string, unknown> | undefined)?.[name]);
}
