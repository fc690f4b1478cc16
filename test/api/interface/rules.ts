/**
 * Every sentence of docs/interface.md that is no field of a table: where the API reference says it, and in which words;
 * or what holds it where it is no matter of a reference. `line` stands in docs/interface.md word for word.
 */

export interface Rule {
  line: string;
  /** JSON pointers into /openapi.json, without `#`; what stands there must match `says`. */
  at?: string;
  says?: RegExp;
  /** Why a reference does not say it, and what holds it instead. */
  elsewhere?: string;
}

const intro = '/info/description';
const sponsors = '/paths/~1get-sponsors/post';
const orders = '/paths/~1orders/post';
const bots = '/paths/~1bots/post';
const silent = 'the interface itself says that it is not shown; settled in docs/decisions.md';

export const rules: Rule[] = [
  { line: 'This single document covers', elsewhere: 'about the document itself' },
  { line: 'The service connects two kinds of users', elsewhere: 'an introduction' },
  {
    line: '- Publishers own messaging-platform bots.',
    at: '/tags',
    says: /Owners of bots, who ask which sponsors/,
  },
  { line: '- Advertisers create orders', at: '/tags', says: /Owners of orders, who pay per subscriber/ },
  {
    line: '- Both kinds of users can read a balance',
    at: '/tags',
    says: /Balance, filters, statistics and exclusions/,
  },
  { line: 'General conventions:', elsewhere: 'a heading' },
  { line: '- Base address: `{base_url}`', at: '/servers/0', says: /sponsors\.example\.org/ },
  { line: '- Requests with a body use JSON', at: intro, says: /Bodies are JSON objects; every JSON answer/ },
  { line: '- Response envelope (all JSON responses)', at: intro, says: /`status`.*`code`.*`message`/ },
  { line: '| status | String | `ok`, `warning` or `error` |', at: intro, says: /`ok`, `warning` or `error`/ },
  { line: '| code | Integer | HTTP-like status code', at: intro, says: /`code` \(the HTTP status\)/ },
  { line: '| message | String | Human-readable text', at: '/components/schemas/Error', says: /"message"/ },
  {
    line: '| payload key | Object/Array |',
    at: intro,
    says: /payload next to them under the key that each path shows/,
  },
  {
    line: '- Success example shape',
    at: `${bots}/responses/200`,
    says: /"status":"ok","code":200,"message":/,
  },
  {
    line: '- Error example shape',
    at: '/components/schemas/Error/examples',
    says: /"status":"error","code":422,"message"/,
  },

  { line: 'Fields returned by bot info (inside `result`):', elsewhere: 'a heading of the table under it' },
  {
    line: 'Settings accepted at creation and update but not listed',
    at: bots,
    says: /use_smart_link.*redirect_open_typeshow_bots.*show_resources/s,
  },
  {
    line: 'Fields returned by order info (inside `response`):',
    elsewhere: 'a heading of the table under it',
  },
  { line: 'Price rule: the final multiplier is built', at: orders, says: /final multiplier: their product/ },
  {
    line: '| id | Integer or String |',
    at: '/paths/~1filters/get',
    says: /To use when creating or updating orders and bots/,
  },

  {
    line: 'States: Moderation, Processing, Stopped',
    at: orders,
    says: /"Moderation","Processing","Stopped","Finished","Rejected","Archived"/,
  },
  { line: '| (none) | /orders action `create` |', at: orders, says: /A new order waits in Moderation/ },
  {
    line: '| Moderation | moderator decision | approved',
    at: orders,
    says: /approved it is Processing with `is_on` 1/,
  },
  { line: '| Moderation | moderator decision | rejected', at: orders, says: /Rejected with a `reason`/ },
  { line: '| any running order |', at: orders, says: /`is_on` 0 stops it/ },
  { line: '| stopped order |', at: orders, says: /1 starts it again/ },
  {
    line: '| Processing | quantity_all reached |',
    at: orders,
    says: /Finished when `quantity_all` is reached/,
  },
  {
    line: '| any | /orders `update` with `in_archive` = 1 |',
    at: orders,
    says: /`in_archive` 1 makes it Archived, 0 gives back/,
  },
  { line: '| (none) | /orders `duplicate` |', at: orders, says: /Duplicate an order; the copy is stopped/ },
  { line: 'Transitions of order status not listed above', elsewhere: silent },
  {
    line: '`is_on` 1 (enabled) and 0 (disabled) are switched',
    at: bots,
    says: /the old one stops working at once/,
  },
  {
    line: 'States: `subscribed`, `unsubscribed`, `notgetted`.',
    at: sponsors,
    says: /"subscribed","unsubscribed","notgetted"/,
  },
  {
    line: '| subscribe (default) |',
    at: sponsors,
    says: /`subscribe`: for the time_purge of the bot; the check is a repeat request with the same user_id/,
  },
  {
    line: '| newtask |',
    at: sponsors,
    says: /`newtask`: not pinned, each request rebuilds it; checked via \/get-user-subscriptions/,
  },
  {
    line: '| task |',
    at: sponsors,
    says: /`task`: pinned until the user has subscribed; the repeat request then deletes it, and the next selects a new one/,
  },
  {
    line: 'All request bodies are JSON objects. `Auth` header',
    at: intro,
    says: /Keys go into the header `Auth`/,
  },

  {
    line: 'Requests the mandatory-subscription block',
    at: `${sponsors}/summary`,
    says: /Get sponsors for a user/,
  },
  { line: 'Body:', elsewhere: 'a heading of the table under it' },
  {
    line: 'The four conditional fields',
    at: sponsors,
    says: /with username, language_code and is_premium, when the bot was added without a token/,
  },
  {
    line: 'Response (payload under `additional.sponsors`',
    at: `${sponsors}/responses/200`,
    says: /"additional":\{"sponsors":\[/,
  },
  {
    line: '| ok | 200 | Let the user through',
    at: `${sponsors}/responses/404`,
    says: /`ok`: no suitable sponsors.*let the user through/,
  },
  { line: '| warning | 200 | Do not let through', at: sponsors, says: /On `warning` do not/ },
  { line: '| error | 4xx/5xx | Failure', at: `${sponsors}/responses/401`, says: /"status":"error"/ },
  { line: 'Rules:', elsewhere: 'a heading' },
  {
    line: '1. When `get_links` is 0 and the status is `warning`',
    at: sponsors,
    says: /with `get_links` 0 the service has shown the block itself/,
  },
  {
    line: '2. When `get_links` is 1, the caller builds',
    at: sponsors,
    says: /with 1 show a button for each sponsor that is `available_now` and `unsubscribed`, and ask again/,
  },
  {
    line: '3. Recommended caller behavior',
    at: sponsors,
    says: /Let the user through on `ok`, on errors, on unknown statuses and when the network fails/,
  },
  { line: '4. Besides sponsor display', at: sponsors, says: /`gender`, `age`: show the choices.*`register`/ },

  {
    line: 'The body must contain `action`. Values: `add`',
    at: `${bots}/requestBody`,
    says: /"const":"add".*"const":"update".*"const":"info".*"const":"list".*"const":"change_api_key"/s,
  },
  { line: '**add**', elsewhere: 'a heading' },
  {
    line: 'Either bot_token, or the set bot_id + bot_name + bot_nickname',
    at: bots,
    says: /Either `bot_token`, or all of `bot_id`, `bot_name` and `bot_nickname`/,
  },
  {
    line: '**update**: `action`=`update`, `bot_id`',
    at: bots,
    says: /Change a bot \(send only what changes\)/,
  },
  {
    line: '**info**: `action`=`info`, `bot_id` (Integer, required). Response: `result`',
    at: bots,
    says: /"title":"info"/,
  },
  {
    line: '**list**: `action`=`list`; optional `offset` (Integer, default 0), `limit` (Integer, 1-100',
    at: bots,
    says: /"title":"list"/,
  },
  { line: '**change_api_key**', at: bots, says: /Replace a Bot Key; the old one stops working at once/ },
  {
    line: 'When neither links nor dates are passed',
    at: '/paths/~1get-user-subscriptions/post',
    says: /Without links and dates: the last 30 days/,
  },
  {
    line: 'Body: `user_id` (Integer, required). Returns data only',
    at: '/paths/~1get-user-info/post',
    says: /Only of users who interact with the bot that owns the key/,
  },

  {
    line: 'The body must contain `action`. Values: `create`',
    at: `${orders}/requestBody`,
    says: /"const":"create".*"const":"update".*"const":"info".*"const":"list".*"const":"duplicate".*"const":"report".*"const":"check_report".*"const":"download_id"/s,
  },
  {
    line: '**create** (creates a campaign',
    at: orders,
    says: /It is sent to moderation/,
  },
  {
    line: 'Response: `status`, `code`, `message`, `response.order_id`',
    at: `${orders}/responses/200`,
    says: /"response":\{"order_id":1[,}]/,
  },
  { line: 'user_parameters:', elsewhere: 'a heading of the table under it' },
  { line: 'order_schedule:', elsewhere: 'a heading of the table under it' },
  {
    line: '**update**: `action`=`update`; `order_id`',
    at: `${orders}/responses/409`,
    says: /update_forbidden/,
  },
  { line: '**info**: `action`=`info`; `order_id`', at: orders, says: /"title":"info"/ },
  {
    line: '**list**: `action`=`list`; optional `offset` (Integer, default 0), `limit` (Integer, default 15)',
    at: orders,
    says: /"title":"list"/,
  },
  { line: '**duplicate**', at: orders, says: /Duplicate an order; the copy is stopped/ },
  { line: '**report**', at: orders, says: /Start an Excel report/ },
  { line: '**check_report**', at: orders, says: /Check whether a report is ready/ },
  { line: '**download_id**', at: '/paths/~1orders~1download_id~1{fileId}/get', says: /text\/plain/ },
  { line: 'Response bodies of report, check_report and download_id beyond', elsewhere: silent },

  {
    line: 'No body parameters. Response top-level fields',
    at: '/paths/~1get-balance/post/responses/200',
    says: /"balance":[\d.]+,"bots_info":\[/,
  },
  {
    line: 'No parameters. Response: `filters.ads` with arrays',
    at: '/paths/~1filters/get/responses/200',
    says: /"filters":\{"ads":\{"countries":\[/,
  },
  {
    line: '| api_token | String | yes | User token |',
    at: '/components/securitySchemes/StatisticsTokenInQuery',
    says: /"in":"query","name":"api_token"/,
  },
  {
    line: '| output_format | String | no |',
    at: '/paths/~1statistic/get/responses/200/content',
    says: /text\/html/,
  },
  {
    line: 'JSON response: object `data`.',
    at: '/paths/~1statistic/get/responses/200',
    says: /"data":\{"labels"/,
  },
  { line: 'The html output format: not shown.', elsewhere: silent },
  {
    line: 'Path shape: `/toggle-exclusion?api_token=<USER_TOKEN>`. Body:',
    at: '/paths/~1toggle-exclusion/post/security',
    says: /StatisticsTokenInQuery/,
  },
  { line: 'Response body: not shown.', elsewhere: silent },

  {
    line: '1. Every request carries the HTTP header `Auth`',
    at: '/components/securitySchemes/AccessKey',
    says: /"in":"header","name":"Auth"/,
  },
  { line: '2. Key kinds:', elsewhere: 'a heading of the table under it' },
  {
    line: '| Access Key (secret key) |',
    at: '/components/securitySchemes/AccessKey',
    says: /Management: `\/orders`, `\/bots`\. Must never be shared\. From the profile section/,
  },
  {
    line: '| Statistics token (API token',
    at: '/components/securitySchemes/StatisticsTokenInQuery',
    says: /main user token.*`\/get-balance`, `\/statistic`, and `\/toggle-exclusion`.*profile section/,
  },
  {
    line: '| Bot Key (API Key) |',
    at: '/components/securitySchemes/BotKey',
    says: /`\/get-sponsors`, `\/get-user-subscriptions`, `\/get-user-info`.*`change_api_key` replaces it, and the old one is invalid at once/,
  },
  {
    line: '3. A request with an invalid key gets',
    at: `${sponsors}/responses/401`,
    says: /"status":"error","code":401/,
  },
  {
    line: '4. `/get-user-info` returns data only',
    at: '/paths/~1get-user-info/post/description',
    says: /Only of users/,
  },
  { line: 'Events, webhooks and callbacks sent by the service: not shown.', elsewhere: silent },

  { line: '1. Error envelope:', at: '/components/schemas/Error', says: /"const":"error".*HTTP status/ },
  {
    line: '2. For `/get-sponsors`: `ok` with HTTP 404',
    at: `${sponsors}/responses/404`,
    says: /"status":"ok","message".*"code":404/,
  },
  { line: '3. Order errors carry `error_code`:', at: '/components/schemas/Error', says: /error_code/ },
  {
    line: '| 400 | price_too_low |',
    at: `${orders}/responses/400`,
    says: /"code":400,"message":"[^"]+","error_code":"price_too_low"/,
  },
  {
    line: '| 400 | invalid_parameter |',
    at: `${orders}/responses/400`,
    says: /"error_code":"invalid_parameter"/,
  },
  {
    line: '| 403 | forbidden_or_not_foundorder |',
    at: `${orders}/responses/403`,
    says: /"code":403,.*"error_code":"forbidden_or_not_foundorder"/,
  },
  {
    line: '| 409 | update_forbidden |',
    at: `${orders}/responses/409`,
    says: /"code":409,"message":"[^"]+","error_code":"update_forbidden"/,
  },
  {
    line: '| 409 | rejected, exist, moderation |',
    at: `${orders}/responses/409`,
    says: /"error_code":"rejected".*"error_code":"exist".*"error_code":"moderation"/,
  },
  {
    line: '| 422 | (no code) |',
    at: `${orders}/responses/422`,
    says: /`message` names each.*"code":422,"message":"[^"]+"\}/,
  },
  { line: '4. HTTP 429 is returned when a rate limit', at: `${orders}/responses/429`, says: /Retry-After/ },
  { line: '5. Error codes and conditions of endpoints other than', elsewhere: silent },

  {
    line: '| /orders `report` | at most 1 request per minute per order',
    at: `${orders}/responses/429`,
    says: /\\nreport: More than 1 request a minute for the order/,
  },
  {
    line: '| /orders `check_report` | at most 30 requests',
    at: `${orders}/responses/429`,
    says: /check_report: More than 30 requests a minute for the user/,
  },
  {
    line: '| /orders `download_id` | at most 1 request',
    at: `${orders}/responses/429`,
    says: /download_id: More than 1 request a minute for the order/,
  },
  { line: 'Value bounds:', elsewhere: 'a heading of the table under it' },
  { line: '| max_sponsors (request and bot setting) |', at: bots, says: /"minimum":1,"maximum":10/ },
  { line: '| time_purge | 5-4320 minutes', at: bots, says: /"minimum":5,"maximum":4320/ },
  { line: '| quantity_all | 10-10,000,000 |', at: orders, says: /"minimum":10,"maximum":10000000/ },
  { line: '| bot list `limit` |', at: bots, says: /"minimum":1,"maximum":100/ },
  { line: '| order list `limit` |', at: orders, says: /"minimum":1,"maximum":100/ },
  {
    line: '| statistic date range default |',
    at: '/paths/~1statistic/get/parameters',
    says: /default 9 days ago.*default today/,
  },
  {
    line: '| get-user-subscriptions default window |',
    at: '/paths/~1get-user-subscriptions/post',
    says: /30 days/,
  },
  { line: 'General request rate limits for other endpoints: not shown.', elsewhere: silent },
  { line: 'Versioning of the interface', elsewhere: silent },
];
