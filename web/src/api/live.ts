/**
 * Hears when something of the account changed, and asks anew for what is shown. Where the stream does not come through,
 * everything is asked anew from time to time. Nothing that somebody is writing is touched: forms keep drafts of their own.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const POLL_MS = 15_000;
/** What a change may have touched; lists of values and the rulebook stay as they are. */
const LASTING = /^\/(?:filters|targeting|forecast|session)/;

export type Liveness = 'live' | 'polling' | 'offline';

export function useLive(isOn: boolean): Liveness {
  const client = useQueryClient();
  const [liveness, setLiveness] = useState<Liveness>('live');
  useEffect(() => {
    if (!isOn) return;
    const renew = (): void => {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => !LASTING.test(String(name)) });
    };
    let poll: ReturnType<typeof setInterval> | undefined;
    const stream = new EventSource('/live');
    stream.addEventListener('change', renew);
    stream.addEventListener('open', () => {
      clearInterval(poll);
      poll = undefined;
      setLiveness('live');
    });
    stream.addEventListener('error', () => {
      setLiveness(navigator.onLine ? 'polling' : 'offline');
      poll ??= setInterval(renew, POLL_MS);
    });
    const online = (): void => {
      setLiveness('polling');
      renew();
    };
    const offline = (): void => {
      setLiveness('offline');
    };
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    return () => {
      stream.close();
      clearInterval(poll);
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
    };
  }, [client, isOn]);
  return liveness;
}
