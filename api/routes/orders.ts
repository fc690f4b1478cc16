/** POST /orders: an advertiser's orders, by `action` (`interface.md`, POST /orders; `decisions.md`, Orders). */
import { z } from 'zod';
import { orderBounds, statusNamed, statusWords } from '../../core/orders/index.js';
import { timeRanges } from '../../core/reports/index.js';
import { refusalMeaning } from '../../core/sponsors/index.js';
import * as field from '../fields.js';
import { handler, type ActionRoute } from '../route.js';
import { createFields, toOrderChange, toOrderInput, updateFields } from './orders/order-fields.js';
import { toWireListedOrder, toWireOrder } from './orders/order-wire.js';

const { listLimit, searchLength } = orderBounds;
const OFFSET_MAX = 10_000_000;

const orderId = field.id({ description: 'Id of the order.', example: 1 });
const timeRange = field.withDefault(
  field.choice(timeRanges, { description: 'Which days; default all.' }),
  'all',
);

const orderFields = z.object({ order_id: orderId });

const listFields = z.object({
  offset: field.withDefault(
    field.integer({ min: 0, max: OFFSET_MAX, description: 'How many to pass over.' }),
    0,
  ),
  limit: field.withDefault(
    field.integer({ min: listLimit.min, max: listLimit.max, description: 'How many to answer.' }),
    listLimit.default,
  ),
  search_query: field.withDefault(
    field.name({ max: searchLength.max, description: 'Part of a name or link.' }),
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

const create = handler(createFields, async (service, input, { accountId }) => {
  const { SERVICE_TIMEZONE: zone } = service.settings;
  const made = await service.orders.create(accountId, toOrderInput(input, zone));
  const message = withRemarks('The order is made and waits for moderation.', made.remarks);
  return { message, payload: { response: { order_id: made.orderId, warnings: made.warnings } } };
});

const update = handler(updateFields, async (service, input, { accountId }) => {
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
});

const info = handler(orderFields, async (service, input, { accountId }) => {
  const order = await service.orders.info(accountId, input.order_id);
  const refusals = await service.orders.refusals(accountId, input.order_id);
  const response = {
    ...toWireOrder(order, service.settings.SERVICE_TIMEZONE),
    revision: order.revision,
    refusals: Object.fromEntries(refusals.map(({ reason, times }) => [reason, times])),
    refusal_words: Object.fromEntries(refusals.map(({ reason }) => [reason, refusalMeaning(reason)])),
    warnings: service.orders.warnings(order.targeting),
    administrator_bot: (await service.orders.botToAdd(order)) || null,
  };
  return { message: `Order ${String(order.orderId)}.`, payload: { response } };
});

const list = handler(listFields, async (service, input, { accountId }) => {
  const { offset, limit, search_query: search, in_archive: inArchive, status: wanted = null } = input;
  const { orders, total } = await service.orders.list(accountId, {
    offset,
    limit,
    search,
    inArchive,
    status: wanted,
  });
  const zone = service.settings.SERVICE_TIMEZONE;
  const response = { orders: orders.map((order) => toWireListedOrder(order, zone)), total, offset, limit };
  return { message: `${String(total)} orders in all.`, payload: { response } };
});

const duplicate = handler(orderFields, async (service, input, { accountId }) => {
  const copy = await service.orders.duplicate(accountId, input.order_id);
  return { message: 'The order is copied.', payload: { response: { order_id: copy.orderId } } };
});

const report = handler(reportFields, async (service, input, { accountId }) => {
  const wanted = { includePrice: input.include_price, timeRange: input.time_range };
  const { taskId } = await service.reports.request(accountId, input.order_id, wanted);
  return { message: 'The report is being made.', payload: { response: { task_id: taskId } } };
});

const checkFields = z.object({ task_id: field.text({ max: 128, description: 'From report.' }) });

const checkReport = handler(checkFields, async (service, input, { accountId }) => {
  const { status: state, fileUrl, fileName } = await service.reports.check(accountId, input.task_id);
  const messages = {
    pending: 'The report is being made.',
    ready: 'The report is ready.',
    failed: 'The report could not be made. Please ask for it again.',
  };
  const response = { status: state, file_url: fileUrl, file_name: fileName };
  return { message: messages[state], payload: { response } };
});

const downloadFields = z.object({ order_id: orderId, time_range: timeRange });

const downloadId = handler(downloadFields, async (service, input, { accountId }) => {
  const { fileId } = await service.reports.requestIds(accountId, input.order_id, input.time_range);
  return {
    message: 'Fetch the file at /orders/download_id/{file_id}.',
    payload: { response: { file_id: fileId } },
  };
});

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/orders',
  access: ['access'],
  summary: "An advertiser's orders.",
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
};

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
