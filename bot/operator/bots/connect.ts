/**
 * How a bot is connected: its key, a request to copy in four languages, and a line that turns by itself once the first
 * request has come (`core/ports/bot-store.ts`).
 */
import { clientPackages } from '../../../core/client-packages.js';
import { codeSamplesOf, keyVariables } from '../../../core/code-samples.js';
import { publicUrl } from '../../../core/config.js';
import { ServiceError } from '../../../core/errors.js';
import { escapeHtml } from '../../../core/html-text.js';
import type { Bot } from '../../../core/ports/bot-store.js';
import type { Notification } from '../../../core/ports/notification-store.js';
import type { OperatorContext, Reader } from '../context.js';
import { lastYear } from '../figures.js';
import { StaleButton } from '../press.js';
import { button, copyButton, type Screen } from '../screen.js';

/** What messengers colour the code by. */
const codeClasses = { Shell: 'bash', Python: 'python', JavaScript: 'javascript', PHP: 'php' } as const;

/**
 * @param sample which language, by its place
 * @param said HTML to stand above, such as that the bot was added
 */
export async function connectScreen(
  ctx: OperatorContext,
  botId: number,
  sample = 0,
  said = '',
): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const { bot, apiKey } = await service.bots.info(accountId, botId);
  const samples = codeSamplesOf(firstRequest(ctx, bot));
  const chosen = samples[sample];
  if (chosen === undefined) throw new StaleButton();
  const { requests } = await service.statistics.ofPublisher(accountId, botId, lastYear(ctx));
  const isSeen = requests.total > 0;
  const code = `<pre><code class="language-${codeClasses[chosen.lang]}">${escapeHtml(chosen.source)}</code></pre>`;
  const html = [
    ...(said === '' ? [] : [said, '']),
    words.html('connect', { nickname: bot.nickname, key: apiKey, label: chosen.label }),
    code,
    words.html('connect-answer', { url: publicUrl(service.settings) }),
    '',
    words.html('connect-client', { ...clientPackages(publicUrl(service.settings)) }),
    '',
    words.html(isSeen ? 'connect-seen' : 'connect-waits'),
  ].join('\n');
  const turns = samples.map(({ label }, index) =>
    button(index === sample ? `• ${label}` : label, 'bot-connect', { botId, sample: index }),
  );
  const leave = isSeen
    ? button(words.text('button-bot'), 'bot', { botId })
    : button(words.text('button-later'), 'bot-later', { botId });
  return {
    html,
    rows: [[copyButton(words.text('button-copy-key'), apiKey)], turns, [leave]],
    ...(isSeen
      ? {}
      : { shown: (messageId: number) => service.bots.awaitFirstRequest(accountId, botId, messageId) }),
  };
}

/** About the owner, who is a user of the bot like others. */
function firstRequest({ profile, words, accountId, service }: OperatorContext, { hasToken }: Bot) {
  const { firstName, username } = profile.account;
  const who = {
    first_name: firstName,
    username,
    language_code: words.language,
    is_premium: false,
  };
  const ids = { chat_id: accountId, user_id: accountId };
  return {
    method: 'POST',
    url: `${publicUrl(service.settings)}/get-sponsors`,
    key: keyVariables.bot,
    // With its token the platform says who the user is.
    body: JSON.stringify(hasToken ? ids : { ...ids, ...who }),
  } as const;
}

/** What the screen above turns into. Null when the bot is not theirs any more. */
export async function seenScreen(
  { facts }: Notification,
  { service, accountId, words }: Reader,
): Promise<Screen | null> {
  const botId = Number(facts['botId']);
  const bot = await service.bots.info(accountId, botId).then(
    (found) => found.bot,
    (error: unknown) => {
      // A store that is away says nothing of whose it is: the notification comes later.
      if (!(error instanceof ServiceError) || error.kind === 'unavailable') throw error;
      return null;
    },
  );
  if (bot === null) return null;
  const outcome = facts['outcome'];
  const answered = words.html(`bot-seen-${String(outcome ?? 'known').replaceAll('_', '-')}`);
  return {
    html: `${words.html('bot-seen', { nickname: bot.nickname })}\n\n${answered}`,
    rows: [
      [
        button(words.text('button-settings'), 'set', { botId }),
        button(words.text('button-preview'), 'bot-preview', { botId }),
      ],
      [button(words.text('button-bot'), 'bot', { botId })],
    ],
  };
}
