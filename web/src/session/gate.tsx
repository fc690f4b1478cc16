/**
 * Lets in who is signed in. A session that ends later brings the sign-in over the page, which stays as it is behind it:
 * what was typed is there when its person is back.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Block, call, turnedAway } from '../api/client';
import { queries, useAnswer } from '../api/queries';
import { writeIn } from '../parts/format';
import { Shown } from '../parts/page';
import { failure, signIn, useSpoken } from '../words';
import { Blocked } from './entrance';
import { AskGuest, type Guest, letIn, readLink } from './guest';
import { isInsideMessenger } from './inside';
import { loadMessenger } from './messenger';
import { CoveredContext, ProfileContext } from './profile';
import { SignIn } from './sign-in';

/** How soon the page of a block hears that it was taken back. */
const BLOCKED_POLL_MS = 15_000;

type State = 'entering' | 'asking' | 'out' | 'over';
type Fault = 'linkUsed' | 'inMessenger';

export function Gate({
  messengerScript,
  children,
}: {
  messengerScript: string;
  /** Drawn again with each profile. */
  children: () => ReactNode;
}): ReactNode {
  const { language, speak } = useSpoken();
  const [state, setState] = useState<State>('entering');
  const [hint, setHint] = useState<string | null>(null);
  const [block, setBlock] = useState<Block | null>(null);
  const [guest, setGuest] = useState<Guest | null>(null);
  const profile = useAnswer(
    '/account#info',
    {},
    {
      isOn: state !== 'entering' && state !== 'out',
      everyMs: block === null ? false : BLOCKED_POLL_MS,
    },
  );
  const result = profile.data?.result;

  const goOn = (fault: Fault | null): void => {
    setGuest(null);
    setHint(fault === null ? null : signIn[fault]);
    setState('asking');
  };

  useEffect(() => {
    turnedAway.blocked = setBlock;
    turnedAway.signedOut = () => {
      setState((known) =>
        known === 'entering'
          ? known
          : queries.getQueryData(['/account#info', {}]) === undefined
            ? 'out'
            : 'over',
      );
    };
    void enter(messengerScript).then((found) => {
      if (found !== null && typeof found !== 'string') setGuest(found);
      else goOn(found);
    });
    // Once, when the page is opened.
  }, []);

  useEffect(() => {
    if (result !== undefined && result.language !== language) void speak(result.language);
  }, [result?.language]);

  useEffect(() => {
    // Who is answered is blocked no more.
    setBlock(null);
  }, [profile.dataUpdatedAt]);

  const before = result?.account_id;
  useOneAccount(before);
  const isIn = useCallback(() => {
    void isAnother(before).then((isOther) => {
      if (isOther) {
        location.reload();
        return;
      }
      setHint(null);
      setState('asking');
      void queries.invalidateQueries();
    });
  }, [before]);

  if (block !== null) return <Blocked {...block} />;
  if (guest !== null)
    return <AskGuest guest={guest} enter={() => void letIn(guest).then(goOn)} refuse={() => goOn(null)} />;
  if (state === 'out') return <SignIn hint={hint} then={isIn} />;
  if (result === undefined)
    return (
      <main className="page">
        <Shown of={profile} lines={6} height={36}>
          {() => null}
        </Shown>
      </main>
    );
  writeIn(language, result.service.currency, result.time_zone);
  return (
    <ProfileContext value={result}>
      <CoveredContext value={state === 'over'}>
        <div hidden={state === 'over'}>{children()}</div>
      </CoveredContext>
      {state === 'over' && <SignIn hint={failure.signedOut} then={isIn} />}
    </ProfileContext>
  );
}

/** All tabs share one session: where another of them lets another account in, what is typed here would be sent as theirs. */
function useOneAccount(accountId: number | undefined): void {
  const first = useRef(accountId);
  useEffect(() => {
    if (accountId === undefined) return;
    const own = (first.current ??= accountId);
    const compare = (other: unknown): void => {
      if (other !== own) location.reload();
    };
    compare(accountId);
    const tabs = new BroadcastChannel('sponsorgate:account');
    tabs.onmessage = ({ data }) => compare(data);
    tabs.postMessage(accountId);
    return () => tabs.close();
  }, [accountId]);
}

/**
 * Whether the session is of another account than the page: what one has seen or typed is not for the other.
 * @param before whose page it is; undefined: not known yet
 */
async function isAnother(before: number | undefined): Promise<boolean> {
  if (before === undefined) return false;
  return call('/account#info', {}).then(
    ({ result }) => result.account_id !== before,
    // Without an answer nothing says that it is the same.
    () => true,
  );
}

/** By the bot's link, or by the messenger's word. @returns who has to be asked about, or what went wrong, if something did */
async function enter(messengerScript: string): Promise<Guest | Fault | null> {
  const guest = await readLink();
  if (guest !== null) return guest;
  if (!isInsideMessenger()) return null;
  const app = await loadMessenger(messengerScript);
  if (app === null) return 'inMessenger';
  // A session of somebody else may be left from before: the messenger knows who is here now.
  return call('/session#use_init_data', { init_data: app.initData }).then(
    () => null,
    () => 'inMessenger' as const,
  );
}
