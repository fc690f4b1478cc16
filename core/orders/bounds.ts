/** Bounds of an order's fields, and of what is asked about orders (`interface.md`, POST /orders and Limits). */
import { orderFields } from '../terms/index.js';

const { quantityAll, quantityDay, subSpeed, name } = orderFields;

export const orderBounds = {
  quantityAll: { min: quantityAll.min, max: quantityAll.max },
  quantityDay: { min: quantityDay.min, max: quantityDay.max },
  subSpeed: { min: 1, max: subSpeed.max },
  nameLength: { max: name.max },
  searchLength: { max: 255 },
  listLimit: { min: 1, max: 100, default: 15 },
  /** A whole price; more would not be a price but a slip of the hand. */
  price: { max: 1_000_000 },
} as const;

export const DEFAULT_ORDER_NAME = name.default;

/** What an order's secret (bot token, membership code) is sealed for; moved to another column it does not open. */
export const ORDER_TOKEN_PURPOSE = 'order-token';
