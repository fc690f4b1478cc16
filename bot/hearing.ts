/**
 * Who sends or causes an update, as the platform names them in it: that is its word about users that bots ask about
 * (`evidence.md`, Who may say what), so it is learnt from every update.
 */
import type { Context, MiddlewareFn } from 'grammy';
import type { Audience } from '../core/audience/index.js';
import { toPlatformUser } from '../core/platform.js';
import type { Log } from '../core/ports.js';

export function hear<C extends Context>(audience: Pick<Audience, 'hear'>, log: Log): MiddlewareFn<C> {
  return async (ctx, next) => {
    const { from } = ctx;
    if (from !== undefined && !from.is_bot && !isOfMember(ctx)) {
      // What the update is about must not fail for that; the next update names them again.
      await audience.hear(from.id, toPlatformUser(from)).catch((error: unknown) => {
        log.warn({ userId: from.id, error: String(error) }, 'who sent an update could not be learnt');
      });
    }
    await next();
  };
}

/** Who joins or asks to join by themselves is learnt with that; see `core/subscriptions/watch.ts`. */
function isOfMember({ from, chatMember, chatJoinRequest }: Context): boolean {
  return chatJoinRequest !== undefined || chatMember?.new_chat_member.user.id === from?.id;
}
