/** getUpdates and webhooks. */
import { badRequest } from '../failure.js';
import { isLoopback } from '../markup.js';
import { defined } from '../omit.js';
import type { BotRecord, UpdateKind } from '../world.js';
import type { BotCall } from './call.js';
import type { MethodTable } from './methods.js';

const longestPollSeconds = 50;

export const updateMethods: MethodTable = {
  async getUpdates(call) {
    rememberAllowed(call);
    const limit = Math.min(100, Math.max(1, call.integer('limit') ?? 100));
    const seconds = Math.min(longestPollSeconds, Math.max(0, call.integer('timeout') ?? 0));
    const options = { offset: call.integer('offset') ?? 0, limit, timeoutMs: seconds * 1000 };
    return await call.parts.updates.poll(call.bot, options, call.gone);
  },

  setWebhook(call) {
    const url = call.text('url');
    if (url !== '') checkAddress(url);
    const secret = call.text('secret_token');
    if (secret !== '' && !/^[\w-]{1,256}$/.test(secret)) {
      throw badRequest('secret token contains unallowed characters');
    }
    rememberAllowed(call);
    if (call.flag('drop_pending_updates')) call.parts.updates.dropPending(call.bot);
    const webhook = { url, secret_token: secret, max_connections: call.integer('max_connections') };
    call.bot.webhook = url === '' ? null : defined(webhook);
    changed(call, call.bot);
    return true;
  },

  deleteWebhook(call) {
    if (call.flag('drop_pending_updates')) call.parts.updates.dropPending(call.bot);
    call.bot.webhook = null;
    changed(call, call.bot);
    return true;
  },

  getWebhookInfo(call) {
    const { webhook, allowed_updates } = call.bot;
    return defined({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: call.parts.updates.pendingCount(call.bot),
      allowed_updates: allowed_updates ?? undefined,
      last_error_date: webhook?.last_error_date,
      last_error_message: webhook?.last_error_message,
      max_connections: webhook?.max_connections,
    });
  },
};

/** The list stays until another is given; an empty one means the default again. */
function rememberAllowed(call: BotCall): void {
  if (!call.has('allowed_updates')) return;
  const list = call.json('allowed_updates');
  if (!Array.isArray(list)) throw badRequest("can't parse allowed updates JSON object");
  const kinds = list.filter((kind): kind is UpdateKind => typeof kind === 'string');
  const next = kinds.length === 0 ? null : kinds;
  if (JSON.stringify(next) === JSON.stringify(call.bot.allowed_updates)) return;
  call.bot.allowed_updates = next;
  call.parts.world.saveBot(call.bot);
}

function checkAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))) return;
  throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
}

function changed(call: BotCall, bot: BotRecord): void {
  call.parts.world.saveBot(bot);
  call.parts.updates.webhookChanged(bot);
}
