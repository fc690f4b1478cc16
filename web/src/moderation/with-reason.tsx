/** A decision with the reason that the person concerned reads: says what happens, and asks for the reason. */
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words';
import { Reason } from './reason';

export function WithReason(props: {
  label: string;
  question: string;
  reasonLabel: string;
  then: (reason: string) => void;
}): ReactNode {
  const { label, question, reasonLabel, then } = props;
  const { common } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => {
          setOpen(false);
        }}
        title={label}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            setOpen(false);
            then(reason);
          }}
        >
          <p>{question}</p>
          <Reason label={reasonLabel} value={reason} change={setReason} />
          <div className="row">
            <Button type="submit" color="red.9">
              {label}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                setOpen(false);
              }}
            >
              {common.cancel}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
