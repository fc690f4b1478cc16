/** What is decided about an account; each question names its person. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { orRenew, useCommand, useReported } from '../api/queries';
import { Sure } from '../parts/sure';
import { moderation } from '../words';

type Person = Answered<'/trust#account'>['result']['account'];

/** Blocks somebody with a reason that they read, or lets them go. */
export function BlockAccount({ person }: { person: Omit<Person, 'trust'> }): ReactNode {
  const { account_id, first_name } = person;
  const block = useReported('/trust#block_account', ['/trust#account']);
  const who = { name: first_name, id: String(account_id) };
  return person.is_blocked ? (
    <Sure
      label={moderation.unblockAccount}
      question={moderation.unblockAccountSure(who)}
      isDangerous={false}
      then={() => block.mutate({ account_id, is_blocked: 0 })}
    />
  ) : (
    <Sure
      label={moderation.blockAccount}
      question={moderation.blockAccountSure(who)}
      reason={{ label: moderation.blockReason }}
      then={(reason) => block.mutateAsync({ account_id, is_blocked: 1, reason })}
    />
  );
}

/** Trusts an account, or no longer; the question says what trust opens. */
export function TrustAccount({ person }: { person: Person }): ReactNode {
  const { account_id, first_name: name, is_trusted: isTrusted, trust: seen } = person;
  const decide = useCommand('/trust#decide_publisher', ['/trust'], undefined, orRenew('/trust'));
  const who = { name, id: String(account_id) };
  return (
    <Sure
      label={isTrusted ? moderation.trustEnd : moderation.trustIt}
      question={isTrusted ? moderation.trustEndSure(who) : moderation.trustSure(who)}
      isDangerous={isTrusted}
      then={() => {
        decide.mutate({ account_id, is_trusted: isTrusted ? 0 : 1, seen });
      }}
    />
  );
}
