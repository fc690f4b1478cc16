/** Bounds and defaults of an order's fields (`interface.md`, POST /orders and Limits). */
export const orderBounds = {
  quantityAll: { min: 10, max: 10_000_000 },
  quantityDay: { min: 1, max: 10_000_000 },
  subSpeed: { min: 1, max: 1_000_000 },
  nameLength: { max: 255 },
  linkLength: { max: 2_048 },
  tokenLength: { max: 256 },
  searchLength: { max: 255 },
  reasonLength: { max: 500 },
  listLimit: { min: 1, max: 100, default: 15 },
  /** A whole price; more would not be a price but a slip of the hand. */
  price: { max: 1_000_000 },
} as const;

export const DEFAULT_ORDER_NAME = 'New order';

/** What an order's secret (bot token, membership code) is sealed for; moved to another column it does not open. */
export const ORDER_TOKEN_PURPOSE = 'order-token';
