/** A dialog over the page. */
import { Modal } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { CoveredContext } from '../session/profile';
import { common } from '../words';

export function Dialog(props: {
  isOpen: boolean;
  close: () => void;
  title: string;
  size?: string;
  children: ReactNode;
}): ReactNode {
  const { isOpen, close, ...rest } = props;
  // It would lie over a sign-in, too. Below one it keeps what is typed.
  const isCovered = useContext(CoveredContext);
  return (
    <Modal
      opened={isOpen && !isCovered}
      keepMounted={isOpen}
      onClose={close}
      closeButtonProps={{ 'aria-label': common.close }}
      {...rest}
    />
  );
}
