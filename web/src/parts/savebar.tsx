/** Below a long form: sends it, as the messenger's own button does, or throws away what was typed and is kept as a draft. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMainButton } from '../session/main-button';
import { common } from '../words';
import type { FormState } from './form';

export function Savebar(props: {
  label: string;
  of: FormState;
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
  const { label, of, isChanged, isOfChanges = true, forget, about, children } = props;
  useMainButton(of.at, { text: label, isShown: isChanged || !isOfChanges, isBusy: of.isBusy });
  return (
    <div className="row savebar">
      <Button type="submit" loading={of.isBusy} disabled={isOfChanges && !isChanged}>
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
