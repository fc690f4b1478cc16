/** What the owner of a blocked account sees in place of the cabinet: why, and where to ask. */
import { type ReactNode } from 'react';
import type { Block } from '../api/client';
import { Mark } from '../parts/icons';
import { useWords } from '../words';

export function Blocked({ reason, contact }: Block): ReactNode {
  const { failure } = useWords();
  return (
    <main className="entrance">
      <div className="panel">
        <Mark />
        <div className="stack tight">
          <h1>{failure.blocked}</h1>
          <p className="soft">{failure.blockedLead}</p>
        </div>
        {reason !== null && (
          <div className="notice bad" role="alert">
            {failure.blockedReason}: {reason}
          </div>
        )}
        {contact !== null && (
          <p>
            {failure.blockedContact}: <Contact text={contact} />
          </p>
        )}
      </div>
    </main>
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
