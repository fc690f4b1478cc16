/** Single keys that do something on a page. */
import { useHotkeys } from '@mantine/hooks';

/** Off while a field has the focus or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useHotkeys(
    Object.entries(keys).map(([key, act]) => [
      key,
      () => {
        if (document.querySelector('[role="dialog"]') === null) act();
      },
    ]),
  );
}
