/** Below a long form: sends it, or throws away what was typed and is kept as a draft. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words';

export function Savebar(props: {
  label: string;
  isBusy: boolean;
  /** Something was typed. */
  isChanged: boolean;
  /** It is sent only when something was typed. */
  isOfChanges?: boolean;
  forget: () => void;
  /** Next to the button. */
  about?: ReactNode;
  /** At the end. */
  children?: ReactNode;
}): ReactNode {
  const { label, isBusy, isChanged, isOfChanges = true, forget, about, children } = props;
  return (
    <div className="savebar">
      <Button type="submit" loading={isBusy} disabled={isOfChanges && !isChanged}>
        {label}
      </Button>
      {about}
      {isChanged && (
        <>
          <Button variant="subtle" color="gray" onClick={forget}>
            {common.discard}
          </Button>
          <span className="soft small">{common.draftKept}</span>
        </>
      )}
      {children}
    </div>
  );
}
