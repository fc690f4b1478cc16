/** POST /orders: an advertiser's orders, by `action` (`interface.md`, POST /orders; `decisions.md`, Orders). */
import { z } from 'zod';
import {
  orderBounds,
  type OrderReceipt,
  statusNamed,
  statusWords,
  type UpdateReceipt,
} from '../../core/orders/index.js';
import { timeRanges } from '../../core/reports/index.js';
import { inEachLanguage } from '../../words/index.js';
import { sayIneligible } from '../../words/reasons.js';
import * as field from '../fields.js';
import { actionRoute, handler, madeHandler, resultHandler } from '../route.js';
import { createFields, toOrderChange, toOrderInput, updateFields } from './orders/order-fields.js';
import {
  listedOrder,
  listedOrderSchema,
  orderRevision,
  orderSchema,
  toWireOrder,
  warningsSchema,
} from './orders/order-wire.js';
import { limitOf } from './wire.js';

const { listLimit, searchLength } = orderBounds;
const OFFSET_MAX = 10_000_000;
const orderId = field.id({ description: 'Id of the order.', example: 1 });
const timeRange = field.withDefault(
  field.choice(timeRanges, { description: 'Which days; default all.' }),
  'all',
);

const orderErrors = {
  400: '`price_too_low`: a price below the minimum; `invalid_parameter`: parameters that do not go together.',
  403: '`forbidden_or_not_foundorder`: the order is not yours, or not there.',
};

const fileLimit = { 429: 'More than 1 request a minute for the order.' };
const savedOrder = z.strictObject({ order_id: z.int(), warnings: warningsSchema });
/** Its remarks go into the message. */
const receipt = (saved: OrderReceipt) => saved;
const orderFields = z.object({ order_id: orderId });

const listFields = z.object({
  offset: field.withDefault(
    field.integer({ min: 0, max: OFFSET_MAX, description: 'How many to pass over.' }),
    0,
  ),
  limit: limitOf(listLimit),
  search_query: field.withDefault(
    field.name({ max: searchLength.max, description: 'Part of a name or link, or the number of an order.' }),
    '',
  ),
  in_archive: field.withDefault(field.flag({ description: '1 archived, 0 active; default 0.' }), false),
  status: field.optional(status()),
});

const reportFields = z.object({
  order_id: orderId,
  include_price: field.withDefault(field.boolean({ description: 'With what each subscriber cost.' }), false),
  time_range: timeRange,
});

const create = madeHandler({
  summary: 'Create an order',
  description: 'It is sent to moderation.',
  isKept: true,
  fields: createFields,
  under: 'response',
  result: savedOrder,
  example: { link: 'https://t.me/example', ads_type: 'channel', quantity_all: 1000, price: 3 },
  answered: { message: 'The order waits for moderation.', response: { order_id: 1, warnings: [] } },
  errors: {
    ...orderErrors,
    409: '`rejected`, `exist` or `moderation`: you have had an order on this link, have one, or have one waiting.',
  },
  handle: (service, input, { accountId }, kept) =>
    service.orders.create(accountId, toOrderInput(input, service.settings.SERVICE_TIMEZONE), kept),
  shows: receipt,
  says: (_, { remarks }) => withRemarks('The order is made and waits for moderation.', remarks),
});

const update = madeHandler({
  summary: 'Change an order (send only what changes)',
  fields: updateFields,
  under: 'response',
  result: savedOrder.extend({ revision: orderRevision }),
  example: { order_id: 1, is_on: 0 },
  answered: { message: 'The order is updated.', response: { order_id: 1, warnings: [], revision: 2 } },
  errors: {
    ...orderErrors,
    409: '`update_forbidden`: subscribers froze the link and its type. `rejected`: moderators blocked the link.',
  },
  handle: (service, input, { accountId }) => {
    const change = toOrderChange(input, service.settings.SERVICE_TIMEZONE);
    return service.orders.update(accountId, input.order_id, change, input.if_revision);
  },
  shows: (saved: UpdateReceipt) => saved,
  says: (_, { remarks }) => withRemarks('The order is updated.', remarks),
});

const info = handler({
  summary: 'Get an order',
  isRepeatable: true,
  fields: orderFields,
  payload: { response: orderSchema },
  example: { order_id: 1 },
  answered: { message: 'Order 1.' },
  errors: { 403: orderErrors[403] },
  handle: async (service, input, { accountId }) => {
    const order = await service.orders.info(accountId, input.order_id);
    const reasons = await service.orders.ineligibilityCounts(accountId, input.order_id);
    const response = {
      ...toWireOrder(order, service.settings.SERVICE_TIMEZONE),
      revision: order.revision,
      refusals: Object.fromEntries(reasons.map(({ reason, times }) => [reason, times])),
      refusal_words: Object.fromEntries(
        reasons.map(({ reason }) => [reason, inEachLanguage((language) => sayIneligible(reason, language))]),
      ),
      warnings: service.orders.warnings(order.targeting),
      administrator_bot: (await service.orders.botToAdd(order)) || null,
    };
    return { message: `Order ${String(order.orderId)}.`, payload: { response } };
  },
});

const list = resultHandler({
  summary: 'List orders',
  isRepeatable: true,
  fields: listFields,
  under: 'response',
  result: z.strictObject({
    orders: z.array(listedOrderSchema),
    total: z.int(),
    offset: z.int().meta({ example: 0 }),
    limit: z.int().meta({ example: 15 }),
  }),
  example: { limit: 15, status: 'active' },
  answered: { message: '1 orders in all.' },
  handle: async (service, input, { accountId }) => {
    const { offset, limit, search_query: search, in_archive: inArchive, status: wanted = null } = input;
    const { orders, total } = await service.orders.list(accountId, {
      offset,
      limit,
      search,
      inArchive,
      status: wanted,
    });
    const zone = service.settings.SERVICE_TIMEZONE;
    return { orders: orders.map((order) => listedOrder(order, zone)), total, offset, limit };
  },
  says: ({ total }) => `${String(total)} orders in all.`,
});

const duplicate = resultHandler({
  summary: 'Duplicate an order; the copy is stopped',
  isKept: true,
  fields: orderFields,
  under: 'response',
  result: z.strictObject({ order_id: z.int() }),
  example: { order_id: 1 },
  answered: { message: 'The order is copied.', response: { order_id: 2 } },
  errors: { 403: orderErrors[403] },
  handle: (service, input, { accountId }, kept) => service.orders.duplicate(accountId, input.order_id, kept),
});

const report = resultHandler({
  summary: 'Start an Excel report',
  fields: reportFields,
  under: 'response',
  result: z.strictObject({ task_id: z.string() }),
  example: { order_id: 1, include_price: true, time_range: '7days' },
  answered: { message: 'The report is being made.', response: { task_id: 'Yq3…' } },
  errors: { 403: orderErrors[403], ...fileLimit },
  handle: (service, input, { accountId }) => {
    const wanted = { includePrice: input.include_price, timeRange: input.time_range };
    return service.reports.request(accountId, input.order_id, wanted);
  },
});

const reportMessages = {
  pending: 'The report is being made.',
  ready: 'The report is ready.',
  failed: 'The report could not be made. Please ask for it again.',
};

const checkFields = z.object({ task_id: field.text({ max: 128, description: 'From report.' }) });

const checkReport = resultHandler({
  summary: 'Check whether a report is ready',
  isRepeatable: true,
  fields: checkFields,
  under: 'response',
  result: z.strictObject({
    status: z.enum(['pending', 'ready', 'failed']),
    file_url: z.string().describe('Lives 24 hours; "" until ready.'),
    file_name: z.string(),
  }),
  example: { task_id: 'abc' },
  answered: {
    message: 'The report is ready.',
    response: {
      status: 'ready',
      file_url: 'https://sponsors.example.org/files/8Kd…/order-1.xlsx',
      file_name: 'order-1.xlsx',
    },
  },
  errors: { 403: orderErrors[403], 429: 'More than 30 requests a minute for the user.' },
  handle: (service, input, { accountId }) => service.reports.check(accountId, input.task_id),
  says: ({ status: state }) => reportMessages[state],
});

const downloadFields = z.object({ order_id: orderId, time_range: timeRange });

const downloadId = resultHandler({
  summary: 'Make a file of subscriber ids',
  fields: downloadFields,
  under: 'response',
  result: z.strictObject({ file_id: z.string() }),
  example: { order_id: 1, time_range: 'all' },
  answered: {
    message: 'Fetch the file at /orders/download_id/{file_id}.',
    response: { file_id: 'p4V…' },
  },
  errors: { 403: orderErrors[403], ...fileLimit },
  handle: (service, input, { accountId }) =>
    service.reports.requestIds(accountId, input.order_id, input.time_range),
});

export const route = actionRoute('/orders', {
  access: ['access'],
  summary: 'Orders',
  tag: 'Advertisers',
  actions: {
    create,
    update,
    info,
    list,
    duplicate,
    report,
    check_report: checkReport,
    download_id: downloadId,
  },
});

function withRemarks(message: string, remarks: readonly string[]): string {
  return [message, ...remarks].join(' ');
}

/** A state by its name or a synonym, in any case. */
function status() {
  const must = `must be one of: ${statusWords.join(', ')}`;
  return field
    .text({ max: 32, description: `A state: ${statusWords.join(', ')}.` })
    .transform((word, context) => {
      const named = statusNamed(word);
      if (named !== null) return named;
      context.addIssue({ code: 'custom', message: must });
      return z.NEVER;
    });
}
