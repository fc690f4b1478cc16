/** A dialog over the page. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words';

export function Dialog(props: {
  isOpen: boolean;
  close: () => void;
  title: string;
  size?: string;
  children: ReactNode;
}): ReactNode {
  const { isOpen, close, ...rest } = props;
  return (
    <Modal opened={isOpen} onClose={close} closeButtonProps={{ 'aria-label': common.close }} {...rest} />
  );
}
