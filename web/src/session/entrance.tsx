/** What stands in place of the cabinet for who may not see it yet. */
import type { ReactNode } from 'react';
import type { Block } from '../api/client';
import { Mark } from '../parts/icons';
import { csv, failure } from '../words';

export function Entrance(props: { title: string; lead: string; children: ReactNode }): ReactNode {
  const { title, lead, children } = props;
  return (
    <main className="entrance">
      <div className="panel">
        <Mark />
        <div className="stack tight">
          <h1>{title}</h1>
          <p className="soft">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}

/** For the owner of a blocked account: why, and where to ask. */
export function Blocked({ reason, contact }: Block): ReactNode {
  return (
    <Entrance title={failure.blocked} lead={failure.blockedLead}>
      {reason !== null && (
        <div className="notice bad" role="alert">
          {csv.reason}: {reason}
        </div>
      )}
      {contact !== null && (
        <p>
          {failure.blockedContact}: <Contact text={contact} />
        </p>
      )}
    </Entrance>
  );
}

function Contact({ text }: { text: string }): ReactNode {
  const address = addressOf(text);
  return address === null ? text : <a href={address}>{text}</a>;
}

function addressOf(text: string): string | null {
  if (/^https?:\/\/\S+$/i.test(text)) return text;
  if (/^@\w+$/.test(text)) return `https://t.me/${text.slice(1)}`;
  return /^[^\s@]+@[^\s@]+$/.test(text) ? `mailto:${text}` : null;
}
