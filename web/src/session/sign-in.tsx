/** Signing in by the operator bot: a link and a picture of it; once its person has agreed there, the page goes on. */
import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { type Answered, call, Refusal } from '../api/client';
import { sayRefusal } from '../parts/page';
import { serviceName } from '../service';
import { signIn } from '../words';
import { Entrance } from './entrance';

type Begun = Answered<'/session#begin'>['result'];

const ASK_EVERY_MS = 1_500;

export function SignIn({ hint, then }: { hint: string | null; then: () => void }): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const { begun, state, error } = useSignIn(attempt, then);
  const fault = error === null ? null : sayRefusal(error);
  return (
    <Entrance title={`${serviceName} · ${signIn.title}`} lead={signIn.lead}>
      {hint !== null && <div className="notice warn">{hint}</div>}
      {fault !== null && (
        <div className="notice bad" role="alert">
          {fault}
        </div>
      )}
      {state === 'gone' || fault !== null ? (
        <>
          {state === 'gone' && <p>{signIn.over}</p>}
          <Button onClick={() => setAttempt(attempt + 1)}>{signIn.again}</Button>
        </>
      ) : (
        <Way begun={begun} />
      )}
    </Entrance>
  );
}

function Way({ begun }: { begun: Begun | null }): ReactNode {
  if (begun === null) return <Loader size="sm" />;
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

function useSignIn(
  attempt: number,
  then: () => void,
): { begun: Begun | null; state: 'waiting' | 'gone'; error: unknown } {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [state, setState] = useState<'waiting' | 'gone'>('waiting');
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = (fault: unknown): void => {
      if (!ended.signal.aborted) setError(fault);
    };
    const ask = async ({ code, secret }: Pick<Begun, 'code' | 'secret'>): Promise<void> => {
      const asked = call('/session#check', { code, secret }, ended.signal);
      const state = await asked.then(({ result }) => result.state, stateAfter);
      if (state === 'in') then();
      else if (state === 'gone') setState('gone');
      else timer = setTimeout(() => void ask({ code, secret }).catch(fail), ASK_EVERY_MS);
    };
    setBegun(null);
    setState('waiting');
    setError(null);
    call('/session#begin', {}, ended.signal)
      .then(({ result }) => {
        setBegun(result);
        return ask(result);
      })
      .catch(fail);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [attempt, then]);
  return { begun, state, error };
}

/**
 * A line that breaks for a moment does not end the sign-in: a phone cuts it while its person is in the messenger.
 * @throws any other fault
 */
function stateAfter(fault: unknown): 'waiting' {
  const isPassing = fault instanceof Refusal && (fault.code === 0 || fault.code === 429 || fault.code >= 500);
  if (!isPassing) throw fault;
  return 'waiting';
}

/** Draws the QR code here, so the secret link leaves no page. Loads the library on demand. */
function Code({ text }: { text: string }): ReactNode {
  const [drawn, setDrawn] = useState<{ path: string; size: number } | null>(null);
  useEffect(() => {
    let isShown = true;
    void import('./qr').then(({ squares }) => {
      if (isShown) setDrawn(squares(text));
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  return (
    <div className="qr">
      {drawn !== null && (
        <svg viewBox={`0 0 ${String(drawn.size)} ${String(drawn.size)}`} role="img" aria-label={signIn.qr}>
          <path d={drawn.path} fill="#000000" />
        </svg>
      )}
    </div>
  );
}
