/** POST /orders: an advertiser's orders, by `action` (`interface.md`, POST /orders; `decisions.md`, Orders). */
import { z } from 'zod';
import {
  type Copied,
  orderBounds,
  type OrderReceipt,
  statusNamed,
  statusWords,
} from '../../core/orders/index.js';
import { timeRanges } from '../../core/reports/index.js';
import { inEachLanguage } from '../../words/index.js';
import { sayIneligible } from '../../words/reasons.js';
import { encode } from '../encode.js';
import * as field from '../fields.js';
import { handler, actionRoute } from '../route.js';
import { createFields, toOrderChange, toOrderInput, updateFields } from './orders/order-fields.js';
import {
  listedOrder,
  listedOrderSchema,
  orderSchema,
  toWireOrder,
  warningsSchema,
} from './orders/order-wire.js';
import { limitOf } from './wire.js';

const { listLimit, searchLength } = orderBounds;
const listed = z.array(listedOrderSchema);
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
const madeOrder = { response: z.strictObject({ order_id: z.int() }) };
const savedOrder = { response: z.strictObject({ order_id: z.int(), warnings: warningsSchema }) };
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

const create = handler({
  summary: 'Create an order',
  description: 'It is sent to moderation.',
  isKept: true,
  fields: createFields,
  payload: savedOrder,
  example: { link: 'https://t.me/example', ads_type: 'channel', quantity_all: 1000, price: 3 },
  answered: { message: 'The order waits for moderation.', response: { order_id: 1, warnings: [] } },
  errors: {
    ...orderErrors,
    409: '`rejected`, `exist` or `moderation`: you have had an order on this link, have one, or have one waiting.',
  },
  handle: async (service, input, { accountId }, _asOf, _from, keep) => {
    const { SERVICE_TIMEZONE: zone } = service.settings;
    const answer = ({ orderId: made, remarks, warnings }: OrderReceipt) => ({
      message: withRemarks('The order is made and waits for moderation.', remarks),
      payload: { response: { order_id: made, warnings } },
    });
    return answer(await service.orders.create(accountId, toOrderInput(input, zone), keep(answer)));
  },
});

const update = handler({
  summary: 'Change an order (send only what changes)',
  fields: updateFields,
  payload: savedOrder,
  example: { order_id: 1, is_on: 0 },
  answered: { message: 'The order is updated.', response: { order_id: 1, warnings: [] } },
  errors: {
    ...orderErrors,
    409: '`update_forbidden`: subscribers froze the link and its type. `rejected`: moderators blocked the link.',
  },
  handle: async (service, input, { accountId }) => {
    const change = toOrderChange(input, service.settings.SERVICE_TIMEZONE);
    const {
      orderId: updated,
      remarks,
      warnings,
    } = await service.orders.update(accountId, input.order_id, change, input.if_revision);
    return {
      message: withRemarks('The order is updated.', remarks),
      payload: { response: { order_id: updated, warnings } },
    };
  },
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

const list = handler({
  summary: 'List orders',
  isRepeatable: true,
  fields: listFields,
  payload: {
    response: z.strictObject({
      orders: listed,
      total: z.int(),
      offset: z.int().meta({ example: 0 }),
      limit: z.int().meta({ example: 15 }),
    }),
  },
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
    const shown = orders.map((order) => listedOrder(order, zone));
    const response = { orders: encode(listed, shown), total, offset, limit };
    return { message: `${String(total)} orders in all.`, payload: { response } };
  },
});

const duplicate = handler({
  summary: 'Duplicate an order; the copy is stopped',
  isKept: true,
  fields: orderFields,
  payload: madeOrder,
  example: { order_id: 1 },
  answered: { message: 'The order is copied.', response: { order_id: 2 } },
  errors: { 403: orderErrors[403] },
  handle: async (service, input, { accountId }, _asOf, _from, keep) => {
    const answer = ({ orderId: copy }: Copied) => ({
      message: 'The order is copied.',
      payload: { response: { order_id: copy } },
    });
    return answer(await service.orders.duplicate(accountId, input.order_id, keep(answer)));
  },
});

const report = handler({
  summary: 'Start an Excel report',
  fields: reportFields,
  payload: { response: z.strictObject({ task_id: z.string() }) },
  example: { order_id: 1, include_price: true, time_range: '7days' },
  answered: { message: 'The report is being made.', response: { task_id: 'Yq3…' } },
  errors: { 403: orderErrors[403], ...fileLimit },
  handle: async (service, input, { accountId }) => {
    const wanted = { includePrice: input.include_price, timeRange: input.time_range };
    const { taskId } = await service.reports.request(accountId, input.order_id, wanted);
    return { payload: { response: { task_id: taskId } } };
  },
});

const checkFields = z.object({ task_id: field.text({ max: 128, description: 'From report.' }) });

const checkReport = handler({
  summary: 'Check whether a report is ready',
  isRepeatable: true,
  fields: checkFields,
  payload: {
    response: z.strictObject({
      status: z.enum(['pending', 'ready', 'failed']),
      file_url: z.string().describe('Lives 24 hours; "" until ready.'),
      file_name: z.string(),
    }),
  },
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
  handle: async (service, input, { accountId }) => {
    const { status: state, fileUrl, fileName } = await service.reports.check(accountId, input.task_id);
    const messages = {
      pending: 'The report is being made.',
      ready: 'The report is ready.',
      failed: 'The report could not be made. Please ask for it again.',
    };
    const response = { status: state, file_url: fileUrl, file_name: fileName };
    return { message: messages[state], payload: { response } };
  },
});

const downloadFields = z.object({ order_id: orderId, time_range: timeRange });

const downloadId = handler({
  summary: 'Make a file of subscriber ids',
  fields: downloadFields,
  payload: { response: z.strictObject({ file_id: z.string() }) },
  example: { order_id: 1, time_range: 'all' },
  answered: {
    message: 'Fetch the file at /orders/download_id/{file_id}.',
    response: { file_id: 'p4V…' },
  },
  errors: { 403: orderErrors[403], ...fileLimit },
  handle: async (service, input, { accountId }) => {
    const { fileId } = await service.reports.requestIds(accountId, input.order_id, input.time_range);
    return { payload: { response: { file_id: fileId } } };
  },
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
