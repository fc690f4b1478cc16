/** Trusts an account, or no longer; the question says what trust opens. */
import type { ReactNode } from 'react';
import { useCommand } from '../api/queries';
import { reported } from '../parts/reported';
import { Sure } from '../parts/sure';
import { moderation } from '../words';

interface Person {
  account_id: number;
  first_name: string;
  is_trusted: boolean;
}

export function TrustAccount({ person }: { person: Person }): ReactNode {
  const { account_id, first_name: name, is_trusted: isTrusted } = person;
  const decide = useCommand('/trust#decide_publisher', ['/trust']);
  const who = { name, id: String(account_id) };
  return (
    <Sure
      label={isTrusted ? moderation.trustEnd : moderation.trustIt}
      question={isTrusted ? moderation.trustEndSure(who) : moderation.trustSure(who)}
      isDangerous={isTrusted}
      then={() => {
        decide.mutate({ account_id, is_trusted: isTrusted ? 0 : 1 }, reported);
      }}
    />
  );
}
