/** A line that says what became of a command, and goes by itself. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { sayRefusal } from './page';

interface Toast {
  id: number;
  text: string;
  isBad: boolean;
}

const SHOWN_MS = 5_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function say(text: string, isBad = false): void {
  lastId += 1;
  const id = lastId;
  set([...toasts.slice(-3), { id, text, isBad }]);
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), SHOWN_MS);
}

/** Says why a command was refused. */
export const onError = (error: unknown): void => say(sayRefusal(error), true);

/** Says what became of a command. @param wanted the outcomes that are no failure */
export function outcomesIn<Outcome extends string>(
  words: Readonly<Record<Outcome, string>>,
  wanted: NoInfer<Outcome>[],
) {
  return ({ result }: { result: { outcome: Outcome } }) =>
    say(words[result.outcome], !wanted.includes(result.outcome));
}

export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isBad }) => (
        <div key={id} className={isBad ? 'toast bad' : 'toast'}>
          {text}
        </div>
      ))}
    </div>
  );
}
