/**
 * Refetches shown data when the account changes. Without the stream, polls every 15 s; without any answer,
 * every 5 s. Forms keep separate drafts, so refetching never touches input.
 */
import { onlineManager, type QueryCacheNotifyEvent } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Refusal } from './client';
import { queries } from './queries';

const POLL_MS = 15_000;
const LOST_POLL_MS = 5_000;
/** A stream that was refused, since too many are open, is opened again after this. */
const REOPEN_MS = 60_000;
/** No answer, or one of a proxy that got none. */
const UNREACHED = new Set([0, 502, 504]);
/** What a change may have touched; lists of values and the rulebook stay as they are. */
const LASTING = /^\/(?:filters|targeting|forecast#link|session)/;

/** `offline`: the service is out of reach, whether the line or the service is gone. */
export type Liveness = 'live' | 'polling' | 'offline';

/** @returns also what refetches at once */
export function useLive(): { liveness: Liveness; renew: () => void } {
  const [isReached, setReached] = useState(true);
  const [isOnLine, setOnLine] = useState(() => onlineManager.isOnline());
  const [isStreaming, setStreaming] = useState(true);
  const renew = useCallback(() => {
    void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => !LASTING.test(String(name)) });
  }, []);
  useEffect(() => whenAnswered(setReached), []);
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        setOnLine(isOnline);
        if (isOnline) renew();
      }),
    [renew],
  );
  useEffect(() => openStream(setStreaming, renew), [renew]);
  const liveness = !isOnLine || !isReached ? 'offline' : isStreaming ? 'live' : 'polling';
  useEffect(() => {
    if (liveness === 'live') return;
    const poll = setInterval(renew, liveness === 'offline' ? LOST_POLL_MS : POLL_MS);
    return () => clearInterval(poll);
  }, [liveness, renew]);
  return { liveness, renew };
}

/** Reports for each answer whether the service was reached. @returns what ends it */
function whenAnswered(report: (isReached: boolean) => void): () => void {
  return queries.getQueryCache().subscribe((event: QueryCacheNotifyEvent) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success') report(true);
    if (action.type !== 'failed' && action.type !== 'error') return;
    report(!(action.error instanceof Refusal) || !UNREACHED.has(action.error.code));
  });
}

/** @param report whether the stream comes through */
function openStream(report: (isStreaming: boolean) => void, renew: () => void): () => void {
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let isBroken = false;
  let stream = open();
  function open(): EventSource {
    const opened = new EventSource('/live');
    opened.addEventListener('change', renew);
    opened.addEventListener('open', () => {
      report(true);
      // Changes made while it was broken were missed.
      if (isBroken) renew();
      isBroken = false;
    });
    opened.addEventListener('error', () => {
      report(false);
      isBroken = true;
      // A line that broke is mended by the browser; a refusal is final for it.
      if (opened.readyState !== EventSource.CLOSED) return;
      reopening = setTimeout(() => {
        stream = open();
      }, REOPEN_MS);
    });
    return opened;
  }
  return () => {
    clearTimeout(reopening);
    stream.close();
  };
}
