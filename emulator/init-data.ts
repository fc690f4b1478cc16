/** The signed data that a web app gets of the user who opened it, made as the platform makes it. */
import { createHmac, randomBytes } from 'node:crypto';
import { omit } from './omit.js';
import { userObject, type BotRecord, type UserRecord } from './world.js';

/**
 * @param nowSeconds becomes `auth_date`
 * @returns the query string a web app finds as its init data
 */
export function signInitData(
  bot: BotRecord,
  user: UserRecord,
  nowSeconds: number,
  startParam: string | null,
): string {
  const fields = new URLSearchParams({
    query_id: `AAH${randomBytes(12).toString('base64url')}`,
    user: JSON.stringify({ ...omit(userObject(user), 'is_bot'), allows_write_to_pm: true }),
    auth_date: String(nowSeconds),
  });
  if (startParam !== null) fields.set('start_param', startParam);
  const checked = [...fields].map(([name, value]) => `${name}=${value}`).sort();
  const key = createHmac('sha256', 'WebAppData').update(bot.token).digest();
  fields.set('hash', createHmac('sha256', key).update(checked.join('\n')).digest('hex'));
  return fields.toString();
}
