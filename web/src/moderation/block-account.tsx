/** Blocking an account: names the person and what stops, and asks for the reason that they read. */
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words';
import { Reason } from './reason';

export function BlockAccount(props: {
  name: string;
  accountId: number;
  block: (reason: string) => void;
}): ReactNode {
  const { name, accountId, block } = props;
  const { moderation, common } = useWords();
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
        {moderation.blockAccount}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => {
          setOpen(false);
        }}
        title={moderation.blockAccount}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            setOpen(false);
            block(reason);
          }}
        >
          <p>{moderation.blockAccountSure(name, String(accountId))}</p>
          <Reason label={moderation.blockReason} value={reason} change={setReason} />
          <div className="row">
            <Button type="submit" color="red.9">
              {moderation.blockAccount}
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
