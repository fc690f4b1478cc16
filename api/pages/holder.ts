/** Whether a page is open before the user that its link was made for (`decisions.md`, Questions and form). */
import type { Service } from '../../core/service.js';

/**
 * The signed token in the link names the user. Where the page is open inside the messenger, its init data must be
 * genuine as well, and name the same user.
 * @param initData `''` outside the messenger
 */
export async function isHolder(
  { audience }: Service,
  { botId, userId }: { botId: number; userId: number },
  initData: string,
): Promise<boolean> {
  if (initData === '' || !(await audience.canVerifyInitData(botId))) return true;
  return (await audience.userOfInitData(botId, initData)) === userId;
}
