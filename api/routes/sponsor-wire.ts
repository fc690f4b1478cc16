/** A sponsor on the wire (`interface.md`, Sponsor): every documented field, strings never null. */
import { z } from 'zod';
import { kindNames } from '../../core/kinds/index.js';
import type { Sponsor } from '../../core/sponsors/index.js';
import type { Wire } from '../route.js';

const sponsorStatus = z
  .enum(['subscribed', 'unsubscribed', 'notgetted'])
  .describe(
    '`notgetted`: subscribed, and may be let through, but had been there before and left; they are not paid for.',
  );

export const sponsorSchema = z.strictObject({
  ads_id: z
    .string()
    .describe(
      'Unique id of the order; "0" for a smart redirect until the user opens its page; negative for an offer of another network.',
    ),
  link: z.string().describe('Ready-to-use link for subscribing or opening.'),
  resource_id: z.string().describe('Id of the channel or bot on the platform; "" when there is none.'),
  type: z
    .enum([...kindNames, 'smart_link'])
    .describe(
      '`channel`: a channel or chat; `smart_link`: a smart redirect, whose sponsor is determined when the user opens the link; `resource`: an external resource such as a mini app or website, or a channel or bot without a subscription check.',
    ),
  status: sponsorStatus,
  available_now: z.boolean().describe('Whether the sponsor is active now. When false it must not be shown.'),
  button_text: z.string().describe('Recommended button text.'),
  resource_logo: z.string().describe('URL of the logo; may be "".'),
  resource_name: z.string().describe('Name of the channel or bot.'),
  network: z
    .string()
    .optional()
    .describe(
      "The other network that offers it, by the bot's own key: its name, or the host of a service of this interface. Left out for sponsors of this service.",
    ),
});

export function toWireSponsor(sponsor: Sponsor): Wire<z.output<typeof sponsorSchema>> {
  return {
    ads_id: String(sponsor.orderId),
    link: sponsor.link,
    resource_id: sponsor.resourceId,
    type: sponsor.type,
    status: sponsor.status,
    available_now: sponsor.availableNow,
    button_text: sponsor.buttonText,
    resource_logo: sponsor.resourceLogo,
    resource_name: sponsor.resourceName,
    ...(sponsor.network === undefined ? {} : { network: sponsor.network }),
  };
}

export const sponsorSample = {
  ads_id: '1',
  link: 'https://sponsors.example.org/r/Zk3vQ8',
  resource_id: '-1001234567890',
  type: 'channel',
  status: 'unsubscribed',
  available_now: true,
  button_text: 'Subscribe',
  resource_logo: '',
  resource_name: 'Gardening every day',
};
