/**
 * What somebody is writing, kept in this browser until it is saved or thrown away: a reload, a session that ended or a line
 * that broke loses nothing. Secrets are left out: they stay in memory alone.
 */
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../session/profile';

const PREFIX = 'sponsorgate:draft:';
const SECRETS = new Set(['bot_token']);
/** How long an unused draft is kept. */
const KEPT_MS = 30 * 86_400_000;

/**
 * @param name the same as long as the part is shown
 * @param isSaved true where a draft from before the part was shown says nothing new: its save was answered meanwhile
 */
export function useDraft<Value extends object>(
  name: string,
  isSaved: (draft: Value) => boolean = () => false,
): {
  draft: Value | null;
  keep(value: Value): void;
  forget(): void;
  /** After a save: keeps what it leaves of the draft as it is by then; null: nothing. */
  keepRest(restOf: (draft: Value) => Value | null): void;
} {
  const { account_id: accountId } = useProfile();
  const key = `${PREFIX}${String(accountId)}:${name}`;
  const [found] = useState(() => stored<Value>(key));
  const [kept, setDraft] = useState(found);
  const isDone = kept !== null && kept === found && isSaved(kept);
  const draft = isDone ? null : kept;
  // What a save leaves is made of the draft as it is then: somebody may have typed since the last draw.
  const latest = useRef(draft);
  const keep = (value: Value): void => {
    latest.current = value;
    setDraft(value);
    const text = JSON.stringify({ atMs: Date.now(), value }, (field, part: unknown) =>
      SECRETS.has(field) ? undefined : part,
    );
    try {
      localStorage.setItem(key, text);
    } catch {
      // A browser that keeps nothing: the page still holds it.
    }
  };
  const forget = (): void => {
    latest.current = null;
    setDraft(null);
    localStorage.removeItem(key);
  };
  const keepRest = (restOf: (draft: Value) => Value | null): void => {
    const rest = latest.current && restOf(latest.current);
    if (rest === null) forget();
    else keep(rest);
  };
  useEffect(() => {
    if (isDone) forget();
  });
  return { draft, keep, forget, keepRest };
}

/** What was kept in the same browser under the same name. */
// The caller knows what it keeps there.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function stored<Value>(key: string): Value | null {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return null;
    const { atMs, value } = JSON.parse(text) as { atMs: number; value: Value };
    return Date.now() - atMs > KEPT_MS ? null : value;
  } catch {
    return null;
  }
}

/** Nothing of an account stays in a browser that it signed out of. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('sponsorgate:')) localStorage.removeItem(key);
}
