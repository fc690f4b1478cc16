/** What the owner of a blocked account sees in place of the cabinet: why, and where to ask. */
import { type ReactNode } from 'react';
import type { Block } from '../api/client';
import { csv, failure } from '../words';
import { Entrance } from './entrance';

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
