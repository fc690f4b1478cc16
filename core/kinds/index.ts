/** The kinds of sponsors. The smart link is none: it is a place in a list, and becomes one of them when it is opened. */
import { bot } from './bot.js';
import { channel } from './channel.js';
import type { Askers, Kind } from './kind.js';
import { resource } from './resource.js';

/** New ones at the end: rows of impressions keep a kind by its place. */
const kinds = { channel, bot, resource };

/** Before the normalised link, where an order leads to neither a chat nor a bot of its own. */
export const LINK_TARGET = 'link:';

export type { Askers };
export type AdsType = keyof typeof kinds;

// Object.keys has no types: these are the names of the kinds.
export const kindNames = Object.keys(kinds) as AdsType[];

/** A kind, with what `terms/bot-settings.ts` and `sponsors/sponsor.ts` are held against by their names. */
type AnyKind = Kind & Pick<(typeof kinds)[AdsType], 'switch' | 'button'>;
export type KindField = Kind['fields'][number];

export function kindOf({ adsType }: { adsType: AdsType }): AnyKind {
  return kinds[adsType];
}

const ofSomeKinds = new Set<string>(kindNames.flatMap((name) => [...kinds[name].fields]));

/** Whether some kinds alone have this field of an order. */
export function isKindField<Name extends string>(name: Name): name is Name & KindField {
  return ofSomeKinds.has(name);
}

export function hasField(order: { adsType: AdsType }, name: KindField): boolean {
  return kindOf(order).fields.includes(name);
}

/** The kinds that have it, in words. */
export function kindsWith(name: KindField): string {
  return kindNames.filter((adsType) => hasField({ adsType }, name)).join(' or ');
}

/** What an order of this kind needs in place of a link of that sort; null where it takes it. */
export function linkNeeded(order: { adsType: AdsType }, link: string): Kind['linkNeeded'] {
  const { links, linkNeeded: needed } = kindOf(order);
  return links.some((one) => one === link) ? null : needed;
}

/** It leads to a chat, where a bot of ours is administrator. */
export function isChat(order: { adsType: AdsType }): boolean {
  return kindOf(order).isChat;
}

/** Updates report each join. */
export function hasJoinUpdates(order: { adsType: AdsType }): boolean {
  return kindOf(order).evidence === 'update';
}

/** The platform cannot be asked who did it: users open it by a link of ours, and the opening says so. */
export function isOpened(order: { adsType: AdsType }): boolean {
  return kindOf(order).evidence === 'opening';
}
