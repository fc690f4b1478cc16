/** Why an order is rejected: a ready reason, or one in own words. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer } from '../api/queries';
import { Dialog } from '../parts/dialog';
import { Reason } from '../parts/reason';
import { moderation, nearest } from '../words';
import { PlainForm } from '../parts/form';

export function Reject(props: {
  isOpen: boolean;
  close: () => void;
  reject: (reason: string) => void;
}): ReactNode {
  const { isOpen, close, reject } = props;
  const [own, setOwn] = useState('');
  const reasons = useAnswer('/moderation#reasons', {}, { isOn: isOpen });
  return (
    <Dialog isOpen={isOpen} close={close} title={moderation.reject}>
      <div className="stack">
        {reasons.data?.result.reasons.map(({ code, text }) => (
          <Button key={code} variant="default" justify="flex-start" onClick={() => reject(nearest(text))}>
            {nearest(text)}
          </Button>
        ))}
        <PlainForm
          send={() => {
            reject(own);
            setOwn('');
          }}
        >
          <Reason label={moderation.own} description={moderation.reason} value={own} change={setOwn} />
          <Button type="submit" color="red.9">
            {moderation.reject}
          </Button>
        </PlainForm>
      </div>
    </Dialog>
  );
}
