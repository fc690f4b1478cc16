/** What a newcomer can try, step by step; the phone page shows it beside the chats. */
import { cast } from './cast.js';
import type { DemoWorld } from './index.js';

export interface Guide {
  title: string;
  steps: { title: string; text: string; user_id?: number; bot?: string }[];
}

export function guide(world: DemoWorld): Guide {
  const [turnkey, links] = world.publisher.bots;
  const [endUser] = cast.endUsers;
  return {
    title: 'Sponsorgate, in five minutes',
    steps: [
      {
        title: `Be ${endUser.first_name}, an end user`,
        text: `Send /get to @${turnkey?.username ?? ''}. The service shows her a block of sponsors. Join the channels, then press the button under the block.`,
        user_id: endUser.id,
        ...(turnkey === undefined ? {} : { bot: turnkey.username }),
      },
      {
        title: 'See the other way',
        text: `@${links?.username ?? ''} asks for links and builds the message itself. Same sponsors, same rules.`,
        user_id: endUser.id,
        ...(links === undefined ? {} : { bot: links.username }),
      },
      {
        title: `Be ${cast.publisher.first_name}, who owns the bots`,
        text: 'Look at the profile, the keys and the bots in the operator bot, and at what they have earned.',
        user_id: cast.publisher.id,
        bot: world.operator_bot,
      },
      {
        title: `Be ${cast.advertiser.first_name}, who pays for subscribers`,
        text: 'Look at the orders and the balance in the operator bot. Each subscriber was charged once.',
        user_id: cast.advertiser.id,
        bot: world.operator_bot,
      },
      {
        title: `Be ${cast.moderator.first_name}, who moderates`,
        text: 'New orders wait here until they are approved or rejected.',
        user_id: cast.moderator.id,
        bot: world.operator_bot,
      },
    ],
  };
}
