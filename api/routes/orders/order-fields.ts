/** The parameters of /orders create and update (`interface.md`, POST /orders), and what they mean inside. */
import { z } from 'zod';
import { botQualityCoefficient, minBotQualities } from '../../../core/data/index.js';
import { parseDateTime } from '../../../core/days.js';
import { type OrderChange, type OrderInput, orderBounds } from '../../../core/orders/index.js';
import * as field from '../../fields.js';
import { targetingFields, toTargeting } from './targeting-fields.js';
import { scheduleFields, toSchedule } from './schedule-fields.js';

const bounds = orderBounds;

const link = field.text({
  max: bounds.linkLength.max,
  description: 'Full link to the resource. Cannot be changed once the order has subscribers.',
  example: 'https://t.me/example',
});
const adsType = field.choice(['channel', 'bot', 'resource'], { description: 'What the link leads to.' });
const quantityAll = field.integer({
  ...bounds.quantityAll,
  description: 'Total subscribers.',
  example: 1000,
});

/** What asking for a quality does to the price. */
const coefficients = minBotQualities
  .flatMap((least) => {
    const coefficient = botQualityCoefficient(least);
    return coefficient === undefined ? [] : [`${String(least)}: x${coefficient}`];
  })
  .join(', ');

/** What both actions take, all optional. */
const commonFields = {
  name: field.optional(
    field.name({ max: bounds.nameLength.max, description: 'Name of the order; default New order.' }),
  ),
  is_on: field.optional(
    field.flag({ description: '1 start (right after moderation), 0 stay paused; default 1.' }),
  ),
  quantity_day: field.optional(
    field.integer({ ...bounds.quantityDay, description: 'Daily limit; default equals quantity_all.' }),
  ),
  price: field.optional(
    price('Base price per regular subscriber, before coefficients; absent: the standard price.'),
  ),
  price_premium: field.optional(
    price('Base price per premium subscriber; applied only when user_parameters.only_premium is 1.'),
  ),
  bot_token: field.optional(
    field.text({
      max: bounds.tokenLength.max,
      description: 'Bot token, or its code in the membership service; required when ads_type is bot.',
    }),
  ),
  to_bot_member: field.optional(
    field.flag({
      description: '0 bot_token is a token, 1 it is a code of the membership service; default 0.',
    }),
  ),
  track_unsubscriptions: field.optional(
    field.boolean({ description: 'Watch who leaves; only for ads_type channel; default true.' }),
  ),
  is_lite: field.optional(
    field.flag({
      description: '1 smooth distribution of joins through the day, 0 as fast as possible; default 0.',
    }),
  ),
  sub_speed: field.optional(
    field.integer({
      min: 0,
      max: bounds.subSpeed.max,
      description: 'Joins per hour; meaningful only with is_lite 1; 0 no limit.',
    }),
  ),
  places: field.optional(
    field.level([0, 1, 2], { description: '0 own bots, 1 other bots, 2 own and other bots; default 2.' }),
  ),
  priority: field.optional(
    field.flag({ description: 'In own bots: 0 standard, 1 high, always on top of the block; default 0.' }),
  ),
  is_free: field.optional(
    field.flag({ description: 'In own bots: 0 paid (the service fee is charged), 1 free; default 0.' }),
  ),
  own_links: field.optional(
    field.flag({
      description:
        '1 each bot that shows the order gets an invite link of its own, made by our bot where it may invite; only for ads_type channel; default 0.',
    }),
  ),
  user_parameters: field.optional(field.group(targetingFields, { description: 'Whom the order is for.' })),
  forbidden_themes: field.optional(
    field.codeList({ max: 200, description: 'Codes of bots not to be in, of filters.ads.forbidden_themes.' }),
  ),
  min_bot_quality: field.optional(
    field.step(minBotQualities, {
      description: `Shown only in bots whose quality is at least this (of a bot of which nothing is known it is 1); 0 in any; default 0. Price coefficient ${coefficients}.`,
    }),
  ),
  order_schedule: field.optional(field.group(scheduleFields, { description: 'When the order is shown.' })),
  theme: field.optional(
    field.name({ max: 64, description: 'Theme of what is advertised, proposed to the moderators.' }),
  ),
};

export const createFields = z.object({ link, ads_type: adsType, quantity_all: quantityAll, ...commonFields });

export const updateFields = z.object({
  order_id: field.id({ description: 'Id of the order.', example: 1 }),
  if_revision: field.optional(
    field.integer({
      min: 0,
      description: 'The `revision` of info that the change is made to: 409 where it is another by now.',
    }),
  ),
  in_archive: field.optional(field.flag({ description: '1 archive, 0 restore.' })),
  link: field.optional(link),
  ads_type: field.optional(adsType),
  quantity_all: field.optional(quantityAll),
  ...commonFields,
});

type CreateInput = z.output<typeof createFields>;
type UpdateInput = z.output<typeof updateFields>;

/** @param zone the service's, in which `start_datetime` is written */
export function toOrderInput(input: CreateInput, zone: string): OrderInput {
  const { link: address, ads_type: type, quantity_all: quantity } = input;
  return { link: address, adsType: type, quantityAll: quantity, ...toCommon(input, zone) };
}

export function toOrderChange(input: UpdateInput, zone: string): OrderChange {
  return {
    link: input.link,
    adsType: input.ads_type,
    quantityAll: input.quantity_all,
    inArchive: input.in_archive,
    ...toCommon(input, zone),
  };
}

type CommonInput = z.output<z.ZodObject<typeof commonFields>>;

function toCommon(
  input: CommonInput,
  zone: string,
): Omit<OrderChange, 'link' | 'adsType' | 'quantityAll' | 'inArchive'> {
  return {
    name: input.name,
    isOn: input.is_on,
    quantityDay: input.quantity_day,
    priceMicros: input.price,
    pricePremiumMicros: input.price_premium,
    botToken: input.bot_token?.trim(),
    toBotMember: input.to_bot_member,
    trackUnsubscriptions: input.track_unsubscriptions,
    isLite: input.is_lite,
    subSpeed: input.sub_speed === 0 ? null : input.sub_speed,
    places: input.places,
    isHighPriority: input.priority,
    isFree: input.is_free,
    ownLinks: input.own_links,
    targeting: input.user_parameters === undefined ? undefined : toTargeting(input.user_parameters),
    forbiddenThemes: input.forbidden_themes,
    minBotQuality: input.min_bot_quality,
    schedule:
      input.order_schedule === undefined
        ? undefined
        : toSchedule(input.order_schedule, (text) => parseDateTime(text, zone)),
    theme: input.theme,
  };
}

function price(description: string) {
  return field.money({ description, example: 2.5, max: BigInt(bounds.price.max) * 1_000_000n });
}
