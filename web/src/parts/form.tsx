/** A form that is sent once nothing is wrong with it; until then it shows what is (`useFaults`). */
import type { ReactNode, RefObject } from 'react';

export function Form(props: {
  at: RefObject<HTMLFormElement | null>;
  className?: string;
  whenRight: (send: () => void) => void;
  send: () => void;
  children: ReactNode;
}): ReactNode {
  const { at, className = 'stack', whenRight, send, children } = props;
  return (
    <form
      ref={at}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        whenRight(send);
      }}
    >
      {children}
    </form>
  );
}
