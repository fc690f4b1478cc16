/** A text that is copied by a press, and a question before what cannot be taken back. */
import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words';
import { Icon } from './icons';
import { say } from './toast';

export function CopyButton({ text, label }: { text: string; label?: string }): ReactNode {
  const { common } = useWords();
  const name = label ?? common.copy;
  return (
    <Tooltip label={name}>
      <ActionIcon
        aria-label={name}
        onClick={() => {
          void navigator.clipboard.writeText(text).then(
            () => {
              say(common.copied);
            },
            () => {
              say(text);
            },
          );
        }}
      >
        <Icon name="copy" size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

export function Sure(props: {
  /** A node is made once the question is asked. */
  question: ReactNode;
  label: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  size?: string;
  variant?: string;
  then: () => unknown;
}): ReactNode {
  const {
    question,
    label,
    isDangerous = true,
    isDisabled = false,
    size = 'xs',
    variant = 'default',
    then,
  } = props;
  const { common } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant={variant}
        disabled={isDisabled}
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
        <div className="stack">
          <div>{question}</div>
          <div className="row">
            <Button
              {...(isDangerous ? { color: 'red.9' } : {})}
              onClick={() => {
                setOpen(false);
                then();
              }}
            >
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
        </div>
      </Modal>
    </>
  );
}
