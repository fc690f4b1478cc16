/** What the owner of a blocked account is answered wherever they sign in. */
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';

/** Its payload: `reason`, null for a block without one, and `contact`, null where the operator set none. */
export async function blockedRefusal(
  { store, settings }: Pick<Ports, 'settings'> & { store: Pick<Ports['store'], 'moderationLog'> },
  accountId: number,
): Promise<ServiceError> {
  const block = await store.moderationLog.lastBlock(accountId);
  const reason = block?.reason ?? null;
  const contact = settings.SUPPORT_CONTACT ?? null;
  const said = ['This account is blocked', ...(reason === null ? [] : [`: ${reason}`])].join('');
  return new ServiceError('account_blocked', contact === null ? said : `${said} (${contact})`, {
    payload: { reason, contact },
  });
}
