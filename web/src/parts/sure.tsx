/** A button with a question before what it does, and where it is wanted with a reason, which the person concerned reads. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { common } from '../words';
import { Dialog } from './dialog';
import { PlainForm } from './form';
import { Reason } from './reason';

export function Sure(props: {
  /** A node is made once the question is asked. */
  question?: ReactNode;
  label: string;
  reason?: { label: string; max?: number; isOptional?: boolean };
  isDangerous?: boolean;
  isDisabled?: boolean;
  size?: string;
  variant?: string;
  /** Returns the promise of a command whose reason is to be kept where it fails. */
  then: (reason: string) => unknown;
}): ReactNode {
  const { question, label, reason, isDangerous = true, isDisabled = false, then } = props;
  const { size = 'xs', variant = 'default' } = props;
  const [isOpen, { open, close }] = useDisclosure();
  const [said, setSaid] = useState('');
  return (
    <>
      <Button size={size} variant={variant} disabled={isDisabled} onClick={open}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} close={close} title={label}>
        <PlainForm
          send={() => {
            // Pressed again while the dialog fades.
            if (!isOpen) return;
            close();
            // What could not be sent need not be typed again.
            void Promise.resolve(then(said)).then(
              () => setSaid(''),
              () => undefined,
            );
          }}
        >
          {question !== undefined && <div>{question}</div>}
          {reason !== undefined && <Reason {...reason} value={said} change={setSaid} />}
          <div className="row">
            <Button type="submit" {...(isDangerous ? { color: 'red.9' } : {})}>
              {label}
            </Button>
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
          </div>
        </PlainForm>
      </Dialog>
    </>
  );
}
