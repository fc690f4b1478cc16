/** Below a long form: sends it, as the messenger's own button does, or throws away what was typed and is kept as a draft. */
import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { messenger } from '../session/messenger';
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

/** The messenger's own large button, which sends a form in the place of the page's own. @param button.isShown whether there is something to send */
function useMainButton(
  form: RefObject<HTMLFormElement | null>,
  { text, isShown, isBusy }: { text: string; isShown: boolean; isBusy: boolean },
): void {
  useEffect(() => {
    const button = messenger()?.MainButton;
    if (button === undefined || !isShown) return;
    const press = (): void => {
      // As the page's own button would: the browser says first what is missing.
      form.current?.requestSubmit();
    };
    button.setText(text);
    button.onClick(press);
    button.show();
    return () => {
      button.offClick(press);
      button.hide();
    };
  }, [form, text, isShown]);
  useEffect(() => {
    const button = messenger()?.MainButton;
    if (button === undefined || !isBusy) return;
    button.showProgress();
    return () => button.hideProgress();
  }, [isBusy]);
}
