/**
 * Asks before a link of the operator bot lets somebody in: it may be another person's, who wants to read what its reader
 * types there.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Answered, call } from '../api/client';
import { signIn } from '../words';
import { Entrance } from './entrance';

/** The account that the link signs in. */
export type Guest = { ticket: string } & Answered<'/session#read_ticket'>['result'];

/** Reads the link in the address, and takes it out of there. @returns null where there is none */
export async function readLink(): Promise<Guest | 'linkUsed' | null> {
  const ticket = /^#enter=([\w-]+)$/.exec(location.hash)?.[1];
  if (ticket === undefined) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return call('/session#read_ticket', { ticket }).then(
    ({ result }) => ({ ticket, ...result }),
    () => 'linkUsed' as const,
  );
}

/** @returns what went wrong, if something did */
export async function letIn({ ticket }: Guest): Promise<'linkUsed' | null> {
  return call('/session#use_ticket', { ticket }).then(
    () => null,
    () => 'linkUsed' as const,
  );
}

export function AskGuest({
  guest,
  enter,
  refuse,
}: {
  guest: Guest;
  enter: () => void;
  refuse: () => void;
}): ReactNode {
  return (
    <Entrance
      title={signIn.guest({ name: guest.first_name })}
      lead={signIn.guestNumber({ accountId: String(guest.account_id) })}
    >
      <p>{signIn.guestText}</p>
      <Button fullWidth onClick={enter}>
        {signIn.guestYes}
      </Button>
      <Button fullWidth variant="subtle" color="gray" onClick={refuse}>
        {signIn.guestNo}
      </Button>
    </Entrance>
  );
}
