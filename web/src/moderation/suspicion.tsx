/** An end user, found by id: until when the user is suspicious, and the end of that. */
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer, useReported } from '../api/queries';
import { PlainForm } from '../parts/form';
import { format } from '../parts/format';
import { Panel, Shown, Tag } from '../parts/page';
import { common, moderation } from '../words';

export function Suspicion(): ReactNode {
  const [userId, setUserId] = useState<number | null>(null);
  return (
    <>
      <FindById label={moderation.userId} find={setUserId} />
      {userId !== null && <User key={userId} userId={userId} />}
    </>
  );
}

/** Digits alone, as an id has them: a number field would take a sign and a fraction. */
export function IdInput(props: TextInputProps & { change: (id: string) => void }): ReactNode {
  const { change, ...shown } = props;
  return (
    <TextInput
      inputMode="numeric"
      pattern="[1-9][0-9]{0,14}"
      required
      onChange={({ currentTarget }) => change(currentTarget.value.trim())}
      {...shown}
    />
  );
}

/** A person or user whose id somebody has: names change. */
export function FindById(props: {
  label: string;
  first?: number | null;
  find: (id: number) => void;
}): ReactNode {
  const { label, first = null, find } = props;
  const [typed, setTyped] = useState(first === null ? '' : String(first));
  return (
    <PlainForm className="row" send={() => find(Number(typed))}>
      <IdInput aria-label={label} placeholder={label} title={label} value={typed} change={setTyped} />
      <Button type="submit" variant="default">
        {common.find}
      </Button>
    </PlainForm>
  );
}

function User({ userId }: { userId: number }): ReactNode {
  const answer = useAnswer('/trust#user', { user_id: userId });
  const clear = useReported(
    '/trust#clear_suspicion',
    ['/trust#user', '/moderation#log'],
    moderation.suspicionCleared,
  );
  return (
    <Panel>
      <Shown of={answer} lines={2}>
        {({ result: { suspicious_until: until } }) => (
          <div className="stack">
            <div className="row">
              <span className="strong">{userId}</span>
              <Tag tone={until === null ? 'good' : 'warn'}>
                {until === null
                  ? moderation.notSuspicious
                  : moderation.suspicious({ until: format.moment(until) })}
              </Tag>
            </div>
            {until !== null && (
              <>
                <p className="soft">{moderation.suspicionText}</p>
                <div>
                  <Button
                    size="xs"
                    loading={clear.isPending}
                    onClick={() => clear.mutate({ user_id: userId })}
                  >
                    {moderation.clearSuspicion}
                  </Button>
                </div>
              </>
            )}
          </div>
        )}
      </Shown>
    </Panel>
  );
}
