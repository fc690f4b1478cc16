/** The messenger's own large button, which sends a form in the place of the page's own. */
import { type RefObject, useEffect } from 'react';
import { messenger } from './messenger';

/** @param button.isShown whether there is something to send */
export function useMainButton(
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
