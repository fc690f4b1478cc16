/** Blocks somebody with a reason that they read, or lets them go; the question names them. */
import type { ReactNode } from 'react';
import { useCommand } from '../api/queries';
import { Sure } from '../parts/copy';
import { sayRefusal } from '../parts/page';
import { say } from '../parts/toast';
import { useWords } from '../words';
import { WithReason } from './with-reason';

interface Person {
  account_id: number;
  first_name: string;
  is_blocked: boolean;
}

export function BlockAccount({ person }: { person: Person }): ReactNode {
  const { moderation, failure } = useWords();
  const { account_id, first_name } = person;
  const block = useCommand('/trust#block_account', ['/trust#account']);
  const change = (asked: Omit<Parameters<typeof block.mutate>[0], 'account_id'>): void => {
    block.mutate(
      { account_id, ...asked },
      {
        onError: (error) => {
          say(sayRefusal(error, failure), true);
        },
      },
    );
  };
  if (person.is_blocked)
    return (
      <Sure
        label={moderation.unblockAccount}
        question={moderation.unblockAccountSure({ name: first_name, id: String(account_id) })}
        isDangerous={false}
        then={() => {
          change({ is_blocked: 0 });
        }}
      />
    );
  return (
    <WithReason
      label={moderation.blockAccount}
      question={moderation.blockAccountSure({ name: first_name, id: String(account_id) })}
      reasonLabel={moderation.blockReason}
      then={(reason) => {
        change({ is_blocked: 1, reason });
      }}
    />
  );
}
