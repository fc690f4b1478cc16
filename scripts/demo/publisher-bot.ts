/**
 * A publisher's bot as its owner would write it: one command, guarded by /get-sponsors. It knows nothing of the service
 * but the documented interface. Where the service shows the block itself, it handles the buttons that the service sends; where
 * it gets links, it builds the message and asks the questions.
 */
import { Bot, type Context, InlineKeyboard } from 'grammy';

interface Sponsor {
  link: string;
  resource_name: string;
  button_text: string;
  status: string;
  available_now: boolean;
}

interface Answer {
  status: string;
  /** For the user, in their language. */
  message?: string;
  additional?: { sponsors?: Sponsor[]; registration_url?: string };
}

export interface PublisherBotOptions {
  token: string;
  platformUrl: string;
  serviceUrl: string;
  apiKey: string;
  /** The service's CALLBACK_PREFIX: what the data of its buttons begins with. */
  callbackPrefix: string;
  /** What a user gets once they are through. */
  content: string;
  /** Told in words what it could not do. */
  tell: (text: string) => void;
}

/** The platform shows no more letters in an alert. */
const ALERT_LENGTH_MAX = 200;
const ANSWER_WITHIN_MS = 5_000;
const genders = [
  ['👨 A man', 'male'],
  ['👩 A woman', 'female'],
] as const;
const ages = ['≤ 10', '11–13', '14–15', '16–17', '18–24', '25+'];

export function createPublisherBot(options: PublisherBotOptions): Bot {
  const { token, platformUrl, callbackPrefix: prefix, content, tell } = options;
  const bot = new Bot(token, { client: { apiRoot: platformUrl } });
  const ask = asker(options);
  const confirm = `${prefix}-op`;

  /** Lets the user through on `ok`, and on any failure of ours (`interface.md`, /get-sponsors, rule 3). */
  const guard = async (ctx: Context, given: object = {}): Promise<void> => {
    const answer = await ask(ctx, given);
    const message = ownMessage(answer, prefix);
    const press = ctx.callbackQuery;
    if (press !== undefined) {
      const alert = press.data === confirm ? await missing(ctx, answer, ask) : null;
      await ctx.answerCallbackQuery(alert === null ? {} : { text: alert, show_alert: true });
    }
    if (message !== null) {
      const { text, keyboard: reply_markup } = message;
      // A message that says the same already is refused, and is as it should be.
      if (press !== undefined) await ctx.editMessageText(text, { reply_markup }).catch(() => undefined);
      else await ctx.reply(text, { reply_markup });
    } else if (!held.has(answer.status)) {
      // The service takes its own block away; a block of ours is ours.
      const isOurs = press !== undefined && answer.additional?.sponsors !== undefined;
      if (isOurs) await ctx.deleteMessage().catch(() => undefined);
      await ctx.reply(content);
    }
  };

  bot.command('start', (ctx) => ctx.reply('Hello! Send /get and I will show you what I have.'));
  bot.command('get', (ctx) => guard(ctx));
  bot.callbackQuery(confirm, (ctx) => guard(ctx));
  bot.callbackQuery(new RegExp(`^${prefix}_(gender|age)_(\\w+)$`), (ctx) => {
    const [, question = '', given] = ctx.match;
    return guard(ctx, { [question]: given });
  });
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());
  bot.on('message', (ctx) => ctx.reply('Send /get and I will show you what I have.'));
  bot.catch(({ error }) => {
    tell(`The demo's publisher bot met an error: ${String(error)}`);
  });
  return bot;
}

type Ask = (ctx: Context, given?: object) => Promise<Answer>;

const asker =
  ({ serviceUrl, apiKey }: PublisherBotOptions): Ask =>
  async (ctx, given = {}) => {
    const { from } = ctx;
    if (from === undefined) return { status: 'ok' };
    const body = {
      chat_id: ctx.chat?.id ?? from.id,
      user_id: from.id,
      first_name: from.first_name,
      username: from.username,
      language_code: from.language_code,
      is_premium: from.is_premium ?? false,
      ...given,
    };
    try {
      const response = await fetch(`${serviceUrl}/get-sponsors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Auth: apiKey },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return (await response.json()) as Answer;
    } catch {
      return { status: 'error' };
    }
  };

/** Statuses that hold a user back: `warning`, and with links the questions, which the bot asks itself. */
const held: ReadonlySet<string> = new Set(['warning', 'gender', 'age', 'register']);

const toShow = ({ additional }: Answer): Sponsor[] =>
  (additional?.sponsors ?? []).filter((one) => one.available_now && one.status === 'unsubscribed');

/** Whether the bot asks for itself what the answer asks for: with get_links 0 the service has done so. */
const isOwnQuestion = (answer: Answer): boolean =>
  answer.status === 'warning' ? toShow(answer).length > 0 : held.has(answer.status);

/** What the bot has to show of an answer. Null when there is nothing, or the service shows it. */
function ownMessage(answer: Answer, prefix: string): { text: string; keyboard: InlineKeyboard } | null {
  if (!isOwnQuestion(answer)) return null;
  const keyboard = new InlineKeyboard();
  const { status, message: text = '', additional } = answer;
  if (status === 'gender')
    for (const [label, value] of genders) keyboard.text(label, `${prefix}_gender_${value}`);
  else if (status === 'age')
    ages.forEach((label, index) => {
      keyboard.text(label, `${prefix}_age_c${String(index + 1)}`);
      if (index % 2 === 1) keyboard.row();
    });
  else {
    for (const { link, resource_name, button_text } of toShow(answer))
      keyboard.url(resource_name || button_text, link).row();
    if (status === 'register') keyboard.webApp('Open the form', additional?.registration_url ?? '').row();
    keyboard.text(status === 'register' ? 'Go on' : 'I have subscribed', `${prefix}-op`);
  }
  return { text, keyboard };
}

/** Names what is still to be done. With get_links 0 the list comes by one more request, which leaves the block as it is. */
async function missing(ctx: Context, answer: Answer, ask: Ask): Promise<string | null> {
  if (!held.has(answer.status)) return null;
  const listed = answer.additional?.sponsors === undefined ? await ask(ctx, { get_links: 1 }) : answer;
  const names = toShow(listed).map((one) => `• ${one.resource_name || one.button_text}`);
  return [listed.message ?? '', ...names].join('\n').slice(0, ALERT_LENGTH_MAX);
}
