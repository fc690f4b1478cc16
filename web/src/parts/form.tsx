/** A form that is sent once nothing is wrong with it; until then it shows what is (`useFaults`). */
import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import type { Refusal } from '../api/client';
import { Failed } from './page';

export interface FormState {
  at: RefObject<HTMLFormElement | null>;
  /** What no field shows. */
  rest: Refusal | null;
  isBusy: boolean;
  /** Sends a form without faults; else shows them and focuses the first. */
  whenRight: (send: () => void) => void;
}

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
    <form
      ref={of.at}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        of.whenRight(send);
      }}
    >
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
    </form>
  );
}

/** A form whose fields the browser checks. */
export function PlainForm({ send, ...rest }: { send: () => void } & ComponentProps<'form'>): ReactNode {
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...rest}
    />
  );
}
