/** Signing in by the operator bot: a link and a picture of it; once its person has agreed there, the page goes on. */
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Answered, call, Refusal } from '../api/client';
import { sayRefusal } from '../parts/page';
import { serviceName } from '../service';
import { signIn } from '../words';
import { Entrance } from './entrance';

type Begun = Answered<'/session#begin'>['result'];

const ASK_EVERY_MS = 1_500;

export function SignIn({ hint, then }: { hint: string | null; then: () => void }): ReactNode {
  const { begun, state, error, again } = useSignIn();
  useEffect(() => {
    if (state === 'in') then();
  }, [state, then]);
  const fault = error === null ? null : sayRefusal(error);
  return (
    <Entrance title={`${serviceName} · ${signIn.title}`} lead={signIn.lead}>
      {hint !== null && (
        <div className="notice warn" role="alert">
          {hint}
        </div>
      )}
      {fault !== null && (
        <div className="notice bad" role="alert">
          {fault}
        </div>
      )}
      {state === 'gone' || fault !== null ? (
        <>
          {state === 'gone' && <p>{signIn.over}</p>}
          <Button onClick={() => void again()}>{signIn.again}</Button>
        </>
      ) : (
        <Way begun={begun} />
      )}
    </Entrance>
  );
}

function Way({ begun }: { begun: Begun | undefined }): ReactNode {
  if (begun === undefined) return <Loader size="sm" />;
  return (
    <>
      <p>{signIn.step}</p>
      <Button component="a" href={begun.link} target="_blank" rel="noreferrer" fullWidth>
        {signIn.openBot({ bot: begun.bot })}
      </Button>
      <Code text={begun.link} />
      <p className="soft small">{signIn.scan}</p>
      <div className="stack tight">
        <p className="soft small">{signIn.number}</p>
        <div className="number">{begun.number}</div>
      </div>
      <p className="soft small" role="status">
        {signIn.waiting}
      </p>
    </>
  );
}

function useSignIn() {
  // Asked for once, and again where this part of the page is shown again.
  const asked = { retry: false, gcTime: 0 } as const;
  const beginning = useQuery({
    ...asked,
    queryKey: ['/session#begin'],
    queryFn: ({ signal }) => call('/session#begin', {}, signal),
    staleTime: 'static',
  });
  const begun = beginning.isFetching ? undefined : beginning.data?.result;
  const { code = '', secret = '' } = begun ?? {};
  const check = useQuery({
    ...asked,
    queryKey: ['/session#check', code],
    queryFn: ({ signal }) => call('/session#check', { code, secret }, signal),
    enabled: begun !== undefined,
    refetchInterval: ({ state: { data, error } }) =>
      isPassing(error) && (data === undefined || data.result.state === 'waiting') && ASK_EVERY_MS,
    // The page waits behind the messenger's.
    refetchIntervalInBackground: true,
  });
  const error = beginning.error ?? (isPassing(check.error) ? null : check.error);
  return { begun, state: check.data?.result.state, error, again: beginning.refetch };
}

/** A line that breaks for a moment does not end the sign-in: a phone cuts it while its person is in the messenger. */
function isPassing(error: Error | null): boolean {
  if (error === null) return true;
  return error instanceof Refusal && (error.code === 0 || error.code === 429 || error.code >= 500);
}

/** Draws the QR code here, so the secret link leaves no page. Loads the library on demand. */
function Code({ text }: { text: string }): ReactNode {
  const { data: drawn } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('./qr')).squares(text),
    staleTime: 'static',
    gcTime: 0,
  });
  return (
    <div className="qr">
      {drawn && (
        <svg viewBox={`0 0 ${String(drawn.size)} ${String(drawn.size)}`} role="img" aria-label={signIn.qr}>
          <path d={drawn.path} fill="#000000" />
        </svg>
      )}
    </div>
  );
}
