/** What an advertiser says of an order, as core takes it; wire names are mapped at the edge (`interface.md`, POST /orders). */
import type { MinBotQuality } from '../data/index.js';
import type { Micros } from '../money.js';
import type { AdsType, Order, OrderStatus } from '../ports.js';
import type { ResourceProblem } from './resource.js';
import type { SchedulePatch } from './schedule.js';
import type { TargetingPatch } from './targeting.js';
import type { OrderWarning } from './warnings.js';

export interface OrderInput {
  link: string;
  adsType: AdsType;
  name?: string | undefined;
  /** Start right after moderation; default true. */
  isOn?: boolean | undefined;
  quantityAll: number;
  quantityDay?: number | undefined;
  /** Base prices; absent is the standard price. */
  priceMicros?: Micros | undefined;
  pricePremiumMicros?: Micros | undefined;
  /** Token of the advertised bot, or with `toBotMember` its code in the membership service. */
  botToken?: string | undefined;
  toBotMember?: boolean | undefined;
  trackUnsubscriptions?: boolean | undefined;
  isLite?: boolean | undefined;
  /** Joins an hour; null is no limit of its own. */
  subSpeed?: number | null | undefined;
  places?: 0 | 1 | 2 | undefined;
  isHighPriority?: boolean | undefined;
  isFree?: boolean | undefined;
  ownLinks?: boolean | undefined;
  targeting?: TargetingPatch | undefined;
  forbiddenThemes?: readonly string[] | undefined;
  minBotQuality?: MinBotQuality | undefined;
  schedule?: SchedulePatch | undefined;
  /** The order's own theme, as the advertiser sees it; a moderator may set another. */
  theme?: string | null | undefined;
}

/** What an update changes; absent fields stay as they are. */
export type OrderChange = { [Field in keyof OrderInput]?: OrderInput[Field] | undefined } & {
  inArchive?: boolean | undefined;
};

/** What became of a create or an update. */
export interface OrderReceipt {
  orderId: number;
  /** What the caller should know though nothing is wrong: what was ignored, what will hinder the approval. */
  remarks: string[];
  /** Those of them that are about what stands behind the link, by name. */
  problems: readonly ResourceProblem[];
  /** Which of several bots of ours the order belongs to, as `botToAdd` says. */
  botToAdd: string;
  /** Demands that nobody can meet here. */
  warnings: OrderWarning[];
}

/** An order as its owner sees it. */
export interface OrderInfo extends Order {
  status: OrderStatus;
  /** Subscribers still to come. */
  remains: number;
  /** The base price that applies: the premium one for orders of premium users only. */
  basePriceMicros: Micros;
}
