/** What moderators noted and decided about an account, latest first, and a field for another note. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCommand } from '../api/queries';
import { PlainForm } from '../parts/form';
import { More } from '../parts/pager';
import { Failed, Panel, Shown } from '../parts/page';
import { Reason } from '../parts/reason';
import { moderation } from '../words';
import { Lines, useLog } from './log';

export function Notes({ accountId }: { accountId: number }): ReactNode {
  const log = useLog({ account_id: accountId });
  return (
    <Panel isFlush title={moderation.notes}>
      <AddNote accountId={accountId} />
      <Shown of={log}>
        {(pages) => {
          const lines = pages.flatMap(({ result }) => result.log);
          if (lines.length === 0)
            return (
              <p className="soft" style={{ padding: 12 }}>
                {moderation.noNotes}
              </p>
            );
          return <Lines lines={lines} />;
        }}
      </Shown>
      <More pages={log} />
    </Panel>
  );
}

function AddNote({ accountId }: { accountId: number }): ReactNode {
  const [text, setText] = useState('');
  const add = useCommand('/trust#note_account', ['/moderation#log'], () => setText(''));
  return (
    <PlainForm style={{ padding: 12 }} send={() => add.mutate({ account_id: accountId, text })}>
      <Reason label={moderation.note} description={moderation.noteHint} value={text} change={setText} />
      {add.error !== null && <Failed error={add.error} />}
      <div>
        <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
          {moderation.addNote}
        </Button>
      </div>
    </PlainForm>
  );
}
