/** What pages ask and do, over TanStack Query: kept for a moment, asked again when something changed. */
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { onError, say } from '../parts/toast';
import { type Answered, type Asked, call, type Json, type Operation, read, Refusal } from './client';
import type { paths } from './schema';

const FRESH_MS = 10_000;
const RETRIES = 2;
const LOOK_EVERY_MS = 2_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A refusal stays one; what was not answered may be next time.
      retry: (count, error) =>
        count < RETRIES && (!(error instanceof Refusal) || error.code === 0 || error.code >= 500),
      refetchOnWindowFocus: true,
    },
    // Without a line it fails at once: sent when the line is back, it would surprise who has gone on.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * @param options.isOn asks only while it is true
 * @param options.everyMs asks again at this interval
 * @param options.until asks again every two seconds until it is true of the answer, undefined before the first
 */
export function useAnswer<Path extends Operation>(
  operation: Path,
  asked: Asked<Path>,
  options: {
    isOn?: boolean;
    everyMs?: number | false;
    until?: (answered: Answered<Path> | undefined) => boolean;
    keep?: boolean;
  } = {},
): UseQueryResult<Answered<Path>, Refusal> {
  const { isOn = true, everyMs = false, until, keep = true } = options;
  return useQuery<Answered<Path>, Refusal>({
    queryKey: [operation, asked],
    queryFn: ({ signal }) => call(operation, asked, signal),
    enabled: isOn,
    refetchInterval: ({ state }) => (until?.(state.data) === false ? LOOK_EVERY_MS : everyMs),
    ...(keep ? { placeholderData: keepPreviousData<Answered<Path>> } : {}),
  });
}

type Got<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: infer Body } } }
  ? Json<Body>
  : never;

export type TargetingField = Got<'/targeting'>['result']['fields'][number];

const DAY_MS = 86_400_000;

/** Lists of values and the rulebook. */
export function usePublic<Path extends '/filters' | '/targeting'>(
  path: Path,
): UseQueryResult<Got<Path>, Refusal> {
  return useQuery<Got<Path>, Refusal>({
    queryKey: [path],
    queryFn: async ({ signal }) => (await read(path, signal)) as Got<Path>,
    staleTime: DAY_MS,
  });
}

type Said<Path extends Operation> = string | ((answered: Answered<Path>) => void);

/**
 * Something that changes what others show: afterwards those are asked again.
 * @param touched beginnings of operations
 * @param said a toast once it is done, or what is said of its answer; also where the part that sent it is gone by then
 * @param failed what is done about a refusal; also where that part is gone
 */
export function useCommand<Path extends Operation>(
  operation: Path,
  touched: readonly string[],
  said?: Said<Path>,
  failed?: (refusal: Refusal) => void,
) {
  const unanswered = useRef({ asked: '', key: '' });
  return useMutation<Answered<Path>, Refusal, Asked<Path>>({
    mutationFn: (asked) => {
      const text = JSON.stringify(asked);
      // Pressed twice, or again where the answer was lost, it is the same call.
      if (unanswered.current.asked !== text) unanswered.current = { asked: text, key: newKey() };
      return call(operation, asked, undefined, unanswered.current.key);
    },
    onSuccess: async (answered) => {
      unanswered.current = { asked: '', key: '' };
      await renew(touched);
      if (typeof said === 'string') say(said);
      else said?.(answered);
    },
    onError: (refusal) => failed?.(refusal),
  });
}

/** One of a button, whose refusal is said. */
export const useReported = <Path extends Operation>(
  operation: Path,
  touched: readonly string[],
  said?: Said<Path>,
) => useCommand(operation, touched, said, onError);

/** (`crypto.randomUUID` is there over TLS alone.) */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

export function renew(touched: readonly string[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [operation] }) => touched.some((start) => String(operation).startsWith(start)),
  });
}

/** Says why a command was refused, and reads again what begins so: another moderator may have been first. */
export const orRenew =
  (path: string) =>
  (refusal: Refusal): void => {
    onError(refusal);
    void renew([path]);
  };
