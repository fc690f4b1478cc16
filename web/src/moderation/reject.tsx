/** Why an order is rejected: a ready reason, or one in own words. */
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer } from '../api/queries';
import { nearest, useSpoken } from '../words';
import { Reason } from './reason';

export function Reject(props: {
  isOpen: boolean;
  close: () => void;
  reject: (reason: string) => void;
}): ReactNode {
  const { isOpen, close, reject } = props;
  const { words, language } = useSpoken();
  const { moderation, common } = words;
  const [own, setOwn] = useState('');
  const reasons = useAnswer('/moderation#reasons', {}, { isOn: isOpen });
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={moderation.reject}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <div className="stack">
        {reasons.data?.result.reasons.map(({ code, text }) => (
          <Button
            key={code}
            variant="default"
            justify="flex-start"
            onClick={() => {
              reject(nearest(text, language));
            }}
          >
            {nearest(text, language)}
          </Button>
        ))}
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            reject(own);
            setOwn('');
          }}
        >
          <Reason label={moderation.own} description={moderation.reason} value={own} change={setOwn} />
          <Button type="submit" color="red.9">
            {moderation.reject}
          </Button>
        </form>
      </div>
    </Modal>
  );
}
