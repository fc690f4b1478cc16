/** Blocks somebody with a reason that they read, or lets them go; the question names them. */
import type { ReactNode } from 'react';
import { useCommand } from '../api/queries';
import { reported } from '../parts/reported';
import { Sure } from '../parts/sure';
import { moderation } from '../words';

interface Person {
  account_id: number;
  first_name: string;
  is_blocked: boolean;
}

export function BlockAccount({ person }: { person: Person }): ReactNode {
  const { account_id, first_name } = person;
  const block = useCommand('/trust#block_account', ['/trust#account']);
  const change = (asked: Omit<Parameters<typeof block.mutate>[0], 'account_id'>): void => {
    block.mutate({ account_id, ...asked }, reported);
  };
  if (person.is_blocked)
    return (
      <Sure
        label={moderation.unblockAccount}
        question={moderation.unblockAccountSure({ name: first_name, id: String(account_id) })}
        isDangerous={false}
        then={() => change({ is_blocked: 0 })}
      />
    );
  return (
    <Sure
      label={moderation.blockAccount}
      question={moderation.blockAccountSure({ name: first_name, id: String(account_id) })}
      reason={{ label: moderation.blockReason }}
      then={(reason) => change({ is_blocked: 1, reason })}
    />
  );
}
