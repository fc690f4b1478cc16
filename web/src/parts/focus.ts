/** Keeps the focus on the page: keyboards and screen readers would go on from its top, or from nowhere. */
import { type RefObject, useEffect } from 'react';

/** A menu or a dialog that closes has given it back by itself by then. */
const LOST_AFTER_MS = 50;

/** Gives it back to a button that was off while its command ran; to the page or the dialog where what had it is gone. */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent): void => {
      last = target instanceof HTMLElement ? target : null;
    };
    // Who leaves it for nothing does not want it back. What is removed may say so, too, while it still stands there.
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget === null)
        queueMicrotask(() => {
          if (last !== null && isThere(last)) last = null;
        });
    };
    let looking: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      const { activeElement, body } = document;
      const isLost = activeElement === body || activeElement === last;
      if (last === null || !isLost || (last.isConnected && last.matches('[data-loading]'))) return;
      const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
      const next = isThere(last) ? last : (dialog ?? page.current);
      if (next !== activeElement) next?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => {
      // After the latest change: a menu that closes now gives nothing back where the page has the focus by then.
      clearTimeout(looking);
      looking = setTimeout(keep, LOST_AFTER_MS);
    });
    const attributeFilter = ['disabled', 'data-loading'];
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', leave);
    return () => {
      changes.disconnect();
      clearTimeout(looking);
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', leave);
    };
  }, [page]);
}

function isThere(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}
