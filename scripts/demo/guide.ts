/** The steps a newcomer can try; the phone page shows them next to the chats and ticks off done ones. */
import type { GuideStep } from '../../emulator/client-types.js';
import { cast } from './cast.js';
import type { DemoStage } from './stage.js';

/** By which progress.ts ticks off the steps. */
export type StepKey = 'block' | 'links' | 'publisher' | 'advertiser' | 'moderator';

/** @param newcomer the end user of step 2, who has joined nothing yet */
export function guide(stage: DemoStage, newcomer: { id: number; first_name: string }) {
  return {
    title: 'Sponsorgate, in five minutes',
    text: 'Each step ticks itself off. Then make a bot and a channel of your own, with + above the chats.',
    steps: [...ofEndUsers(stage, newcomer), ...ofAccounts(stage)],
  };
}

function ofEndUsers(
  { publisherBots, networkChannels }: DemoStage,
  newcomer: { id: number; first_name: string },
): GuideStep[] {
  const [turnkey, links] = publisherBots;
  const [endUser] = cast.endUsers;
  const steps: GuideStep[] = [];
  if (turnkey !== undefined) {
    steps.push({
      ...keyed('block', endUser.id, turnkey.username),
      title: `Be ${endUser.first_name}, an end user`,
      text: `Send /get to @${turnkey.username}. The service shows a block of sponsors. Press the button under it to hear what is missing; join the channels, and press it again.`,
    });
  }
  if (links !== undefined) {
    const titles = networkChannels.map(({ title }) => title).join(' and ');
    const fromNetwork = `Its list has room: ${titles} come from another network, whose key its owner entered in the cabinet.`;
    steps.push({
      ...keyed('links', newcomer.id, links.username),
      title: `Be ${newcomer.first_name}, who has joined nothing`,
      text: `Send /get to @${links.username}. This bot asks for links and builds the message itself. ${fromNetwork}`,
    });
  }
  return steps;
}

function ofAccounts({ operatorBot: { username }, waitingBot }: DemoStage): GuideStep[] {
  const { publisher, advertiser, moderator, waitingChannel } = cast;
  return [
    {
      ...keyed('publisher', publisher.id, username),
      title: `Be ${publisher.first_name}, who owns the bots`,
      text: `Write /start to @${username} and open your bots: what they have earned, their keys, their settings.`,
    },
    {
      ...keyed('advertiser', advertiser.id, username),
      title: `Be ${advertiser.first_name}, who pays for subscribers`,
      text: 'Open one of your orders. Each subscriber was charged once.',
    },
    {
      ...keyed('moderator', moderator.id, username),
      title: `Be ${moderator.first_name}, who moderates`,
      text: `Two wait in the queue (/queue): the order for ${waitingChannel.title}, and among the bots @${waitingBot.username}, which came without its token. Say yes or no to each.`,
    },
  ];
}

const keyed = (key: StepKey, userId: number, bot: string) => ({ key, user_id: userId, bot });
