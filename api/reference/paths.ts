/** What the API reference says of each path beside its fields: answers, examples, errors, limits (`interface.md`). */
import { z } from 'zod';
import { accountNotes } from './account-paths.js';
import * as answer from './answers.js';
import { figuresNotes } from './figures-paths.js';
import { moderationNotes } from './moderation-paths.js';
import type { PathNote } from './path-note.js';
import * as sample from './samples.js';
import { trustNotes } from './trust-paths.js';
import { walletNotes } from './wallet-paths.js';

const sponsors = { additional: z.strictObject({ sponsors: z.array(answer.sponsor) }) };
const notYours = 'Not yours, or not there: the two are not told apart.';
const orderErrors = {
  400: '`price_too_low`: a price below the minimum; `invalid_parameter`: parameters that do not go together.',
  403: '`forbidden_or_not_foundorder`: the order is not yours, or not there.',
};
const fileLimit = { 429: 'More than 1 request a minute for the order.' };
const orderId = { response: z.strictObject({ order_id: z.int() }) };
const savedOrder = { response: z.strictObject({ order_id: z.int(), warnings: answer.warnings }) };

export const notes: Readonly<Record<string, PathNote>> = {
  '/get-sponsors': {
    tag: 'Publishers',
    handler: {
      summary: 'Which sponsors must this user subscribe to?',
      description:
        'Let the user through on `ok`, on errors, on unknown statuses and when the network fails. On `warning` do not: with `get_links` 0 the service has shown the block itself, with 1 show a button for each sponsor that is `available_now` and `unsubscribed`, and ask again when the user confirms. `gender`, `age`: show the choices and repeat the request with the answer. `register`: show a button that opens `additional.registration_url`. HTTP 404 with `ok`: no suitable sponsors.',
      statuses: ['warning', 'ok', 'gender', 'age', 'register'],
      payload: {
        detail: z.string().meta({
          description:
            'For developers, in English: what the answer means and what to do. `message` is for the end user, in their language (English, Russian, Ukrainian, Belarusian, Uzbek, Kazakh), and can be shown as it is.',
        }),
        additional: z
          .strictObject({
            sponsors: z.array(answer.sponsor).optional(),
            registration_url: z.string().optional(),
          })
          .meta({ description: '`sponsors` is left out when the service shows the block itself.' }),
        links: z.array(z.string()).optional().meta({ description: 'Links still to be subscribed.' }),
        total_fixed_link: z.int().optional().meta({ description: 'Their number.' }),
      },
      example: {
        chat_id: 2001,
        user_id: 2001,
        first_name: 'Emma',
        username: 'emma_reads',
        language_code: 'en',
        is_premium: false,
        get_links: 1,
      },
      answered: {
        message: 'To continue, subscribe to our sponsors.',
        detail: 'The user must subscribe to the sponsors first.',
        ...sample.sponsorBlock,
      },
      samples: {
        'Subscribed to all': {
          status: 'ok',
          code: 200,
          message: 'Thank you! You have subscribed to all sponsors.',
          detail: 'The user has subscribed to all sponsors. Let them through.',
          ...sample.subscribed,
          links: [],
          total_fixed_link: 0,
        },
        'The service shows the block': {
          status: 'warning',
          code: 200,
          message: 'To continue, subscribe to our sponsors.',
          detail: 'The user must subscribe to the sponsors first.',
          additional: {},
        },
        'A question': {
          status: 'gender',
          code: 200,
          message: 'Are you a man or a woman?',
          detail: 'Ask the user for: gender.',
          additional: {},
        },
        'The form': {
          status: 'register',
          code: 200,
          message: 'To continue, answer two short questions.',
          detail: 'Ask the user for: form.',
          additional: { registration_url: 'https://sponsors.example.org/form?t=…' },
        },
      },
      others: {
        404: {
          text: '`ok`: no suitable sponsors were found; let the user through.',
          answered: {
            status: 'ok',
            message: 'You can go on: there is nothing to subscribe to.',
            detail: 'No suitable sponsors. Let the user through.',
            additional: { sponsors: [] },
            links: [],
            total_fixed_link: 0,
          },
        },
      },
      errors: { 400: 'The bot is switched off.' },
    },
  },
  '/get-user-subscriptions': {
    tag: 'Publishers',
    handler: {
      summary: 'How a user stands with the sponsors this bot showed them.',
      description:
        'Checked live. Without links and dates: the last 30 days. It is how mode `newtask` is confirmed.',
      payload: sponsors,
      example: { user_id: 2001, ads_ids: [1] },
      answered: { message: 'Subscriptions of the user.', ...sample.subscribed },
    },
  },
  '/get-user-info': {
    tag: 'Publishers',
    handler: {
      summary: 'What is known of a user of this bot.',
      description: 'Only of users who interact with the bot that owns the key.',
      payload: { data: answer.endUser },
      example: { user_id: 2001 },
      answered: { message: 'What is known of the user.', data: sample.endUser },
      errors: { 404: 'This bot has never asked about this user.' },
    },
  },
  '/bots': {
    tag: 'Publishers',
    actions: {
      add: {
        summary: 'Adds a bot.',
        description: 'Either `bot_token`, or all of `bot_id`, `bot_name` and `bot_nickname`.',
        payload: {
          result: z.strictObject({
            bot_id: z.int(),
            api_key: z.string().meta({ description: 'The new Bot Key.' }),
          }),
        },
        example: { bot_id: 4242, bot_name: 'Recipes', bot_nickname: 'recipes_bot', get_links: 1 },
        answered: { message: 'The bot is added.', result: { bot_id: 4242, api_key: 'sg_bot_…' } },
        errors: {
          409: 'The bot has been added already, or is a bot of this service itself.',
          429: 'The account has as many bots as it may have, archived ones included, or has added too many within an hour.',
        },
      },
      update: {
        summary: 'Changes a bot; send only what changes.',
        payload: { result: answer.bot },
        example: { bot_id: 4242, max_sponsors: 3, text_op: null },
        answered: { message: 'The bot is updated.', result: sample.bot },
        errors: {
          403: notYours,
          409: '`bot_nickname` or `bot_token` is that of a bot of this service itself.',
        },
      },
      info: {
        summary: 'One bot.',
        payload: { result: answer.bot },
        example: { bot_id: 4242 },
        answered: { message: 'The bot.', result: sample.bot },
        errors: { 403: notYours },
      },
      list: {
        summary: 'A page of bots.',
        payload: { response: z.strictObject({ bots: z.array(answer.listedBot), total: z.int() }) },
        example: { limit: 15, search_query: 'recipes' },
        answered: { message: '1 bots in all.', response: { bots: [sample.listedBot], total: 1 } },
      },
      change_api_key: {
        summary: 'A new Bot Key; the old one stops working at once.',
        payload: { response: z.strictObject({ new_api_key: z.string() }) },
        example: { bot_id: 4242 },
        answered: { message: 'The key is changed.', response: { new_api_key: 'sg_bot_…' } },
        errors: { 403: notYours },
      },
    },
  },
  '/orders': {
    tag: 'Advertisers',
    actions: {
      create: {
        summary: 'Creates an order and sends it for moderation.',
        payload: savedOrder,
        example: { link: 'https://t.me/example', ads_type: 'channel', quantity_all: 1000, price: 3 },
        answered: { message: 'The order waits for moderation.', response: { order_id: 1, warnings: [] } },
        errors: {
          ...orderErrors,
          409: '`rejected`, `exist` or `moderation`: you have had an order on this link, have one, or have one waiting.',
        },
      },
      update: {
        summary: 'Changes an order; send only what changes.',
        payload: savedOrder,
        example: { order_id: 1, is_on: 0 },
        answered: { message: 'The order is updated.', response: { order_id: 1, warnings: [] } },
        errors: {
          ...orderErrors,
          409: '`update_forbidden`: subscribers froze the link and its type. `rejected`: moderators blocked the link.',
        },
      },
      info: {
        summary: 'One order.',
        payload: { response: answer.order },
        example: { order_id: 1 },
        answered: { message: 'Order 1.', response: sample.order },
        errors: { 403: orderErrors[403] },
      },
      list: {
        summary: 'A page of orders.',
        payload: {
          response: z.strictObject({
            orders: z.array(answer.listedOrder),
            total: z.int(),
            offset: z.int(),
            limit: z.int(),
          }),
        },
        example: { limit: 15, status: 'active' },
        answered: {
          message: '1 orders in all.',
          response: { orders: [sample.listedOrder], total: 1, offset: 0, limit: 15 },
        },
      },
      duplicate: {
        summary: 'A stopped copy.',
        payload: orderId,
        example: { order_id: 1 },
        answered: { message: 'The order is copied.', response: { order_id: 2 } },
        errors: { 403: orderErrors[403] },
      },
      report: {
        summary: 'Starts an Excel report.',
        payload: { response: z.strictObject({ task_id: z.string() }) },
        example: { order_id: 1, include_price: true, time_range: '7days' },
        answered: { message: 'The report is being made.', response: { task_id: 'Yq3…' } },
        errors: { 403: orderErrors[403], ...fileLimit },
      },
      check_report: {
        summary: 'Whether a report is ready.',
        payload: {
          response: z.strictObject({
            status: z.enum(['pending', 'ready', 'failed']),
            file_url: z.string().meta({ description: 'Lives 24 hours; "" until ready.' }),
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
      },
      download_id: {
        summary: 'Makes a text file of subscriber ids.',
        payload: { response: z.strictObject({ file_id: z.string() }) },
        example: { order_id: 1, time_range: 'all' },
        answered: {
          message: 'Fetch the file at /orders/download_id/{file_id}.',
          response: { file_id: 'p4V…' },
        },
        errors: { 403: orderErrors[403], ...fileLimit },
      },
    },
  },
  '/orders/download_id/:fileId': {
    tag: 'Advertisers',
    description: 'The file that `download_id` made; it lives 24 hours.',
    media: { type: 'text/plain', description: 'A subscriber id a line.', example: '2001\n2002\n' },
    errors: { 403: '`forbidden_or_not_foundorder`: no such file of yours.' },
  },
  '/files/:fileKey/:fileName': {
    tag: 'Advertisers',
    description:
      'A finished report, as `check_report` gives its address in `file_url`. It takes no key: the address itself cannot be guessed, and lives 24 hours.',
    media: {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      description: 'An Excel workbook with the sheets Summary and Subscribers.',
    },
    errors: { 404: 'There is no such file, or not any more.' },
  },
  '/get-balance': {
    tag: 'Both',
    handler: {
      summary: 'The balance, and what each bot has earned.',
      description: 'A Bot Key sees its own bot alone; `balance` is then its revenue.',
      payload: { balance: z.number(), bots_info: z.array(answer.botInfo) },
      example: {},
      answered: { message: 'The balance.', balance: 112.6, bots_info: [sample.botInfo] },
    },
  },
  '/filters': {
    tag: 'Both',
    description: 'Public; changes once a day; carries an ETag.',
    handler: {
      summary: 'Every value of targeting and themes, with its share among users.',
      payload: { filters: answer.filters },
      example: {},
      answered: { message: 'Values of targeting and themes.', filters: sample.filters },
    },
  },
  '/statistic': {
    tag: 'Both',
    media: { type: 'text/html', description: 'A page.' },
    handler: {
      summary: 'Subscribers and money by day, sources, sponsors.',
      description: 'With `output_format` html, or for a browser, a page. A range of at most 366 days.',
      payload: {
        data: z.union([
          answer.statistics.ads.meta({ title: 'ads' }),
          answer.statistics.allads.meta({ title: 'allads' }),
          answer.statistics.bots.meta({ title: 'bots, allbots' }),
          answer.statistics.source.meta({ title: 'source' }),
          answer.statistics.sponsor.meta({ title: 'sponsor' }),
        ]),
      },
      example: { action: 'allads', start_date: '2030-01-01', end_date: '2030-01-09', output_format: 'json' },
      answered: { message: 'Statistics.', data: sample.statistics.allads },
      samples: Object.fromEntries(
        Object.entries(sample.statistics).map(([action, data]) => [
          action,
          { status: 'ok', code: 200, message: 'Statistics.', data },
        ]),
      ),
      errors: { 403: notYours },
    },
  },
  '/statistic/table.csv': {
    tag: 'Both',
    description:
      'The table of the same page as a file: all rows that `search` finds, in the order of `sort`.',
    media: {
      type: 'text/csv',
      description: 'UTF-8 with a byte order mark, titles in the language of `lang`.',
      example:
        'Sponsor,Link,Subscribers,Earned,Status\r\nGardening every day,https://t.me/example,6,18.9,Shown\r\n',
    },
    errors: { 403: notYours },
  },
  '/toggle-exclusion': {
    tag: 'Both',
    handler: {
      summary: 'Puts a traffic source or a sponsor on the blacklist, or takes it off.',
      description: 'Idempotent.',
      payload: { result: z.strictObject({ is_excluded: z.boolean() }) },
      example: { action: 'exclude', context: 'publisher', ads_id: 1 },
      answered: { message: 'The sponsor is excluded.', result: { is_excluded: true } },
      errors: { 403: notYours },
    },
  },
  ...accountNotes,
  ...walletNotes,
  ...figuresNotes,
  ...moderationNotes,
  ...trustNotes,
  '/healthz': {
    tag: 'Operation',
    handler: {
      summary: 'Whether the process is alive.',
      payload: {},
      example: {},
      answered: { message: 'Alive.' },
    },
  },
  '/readyz': {
    tag: 'Operation',
    handler: {
      summary: 'Whether the service can do its work.',
      payload: {
        state: z.enum(['ready', 'degraded', 'down']),
        checks: z.strictObject({ store: z.string(), bot: z.string(), platform: z.string() }),
      },
      example: {},
      answered: { message: 'Ready.', state: 'ready', checks: { store: 'ok', bot: 'ok', platform: 'ok' } },
      errors: { 503: 'Not ready; `checks` says why.' },
    },
  },
};
