/**
 * What the messenger shows of the operator bot before anybody has written to it: its name, what it is, and its commands,
 * in each language. Said once: what was said is kept, so that a start says only what has changed, and what its operator
 * writes over it with the platform's own tools stays. Nothing here keeps the bot from starting.
 */
import { createHash } from 'node:crypto';
import { type Api, GrammyError } from 'grammy';
import type { LanguageCode } from 'grammy/types';
import { anySignal } from '../../core/any-signal.js';
import { publicUrl } from '../../core/config.js';
import { opensInside } from '../../core/keyboard.js';
import { accountLanguages } from '../../words/index.js';
import { wordsIn } from '../words.js';
import type { OperatorParts } from './context.js';
import { commandList } from './help/index.js';

/** The value of BOT_NAME that leaves name and descriptions as they are. */
const LEFT_ALONE = '-';
const ANSWER_MS = 10_000;
/** As grammY declares it. */
type Signal = Parameters<Api['getMe']>[0];

interface Saying {
  key: string;
  said: unknown;
  say(api: Api, signal: Signal): Promise<unknown>;
}

/** Never throws. @param signal ends it; what is not said then is said at the next start */
export async function presentBot(
  api: Api,
  parts: Pick<OperatorParts, 'service' | 'log' | 'nowMs'>,
  signal: AbortSignal,
): Promise<void> {
  const { service, log, nowMs } = parts;
  const { sessions, settings } = service;
  const key = `presented:${settings.BOT_TOKEN.split(':', 1)[0] ?? ''}`;
  try {
    const before = readKept(await sessions.read(key));
    const now: Record<string, string> = {};
    for (const saying of [
      ...sayingsFor(settings.BOT_NAME ?? settings.SERVICE_NAME),
      ...menuSayings(publicUrl(settings)),
    ]) {
      const digest = digestOf(saying.said);
      const isSaid = before[saying.key] === digest || (await tryToSay(saying, api, signal, log));
      if (isSaid) now[saying.key] = digest;
    }
    // Also where nothing changed: what is not written for long is forgotten.
    await sessions.write(key, JSON.stringify(now), nowMs());
  } catch (error) {
    log.warn({ reason: String(error) }, 'the bot could not say who it is');
  }
}

async function tryToSay(
  { key, say }: Saying,
  api: Api,
  signal: AbortSignal,
  log: OperatorParts['log'],
): Promise<boolean> {
  try {
    await say(api, anySignal([signal, AbortSignal.timeout(ANSWER_MS)]) as Signal);
    return true;
  } catch (error) {
    const reason = error instanceof GrammyError ? error.description : 'the platform does not answer';
    log.warn({ what: key, reason }, 'the bot could not say who it is; the next start tries again');
    return false;
  }
}

/** First for all languages that are not ours, in English. */
function sayingsFor(botName: string): Saying[] {
  return (['', ...accountLanguages] as const).flatMap((language) => {
    const words = wordsIn(language);
    // The platform's types list the codes of today.
    const other = language === '' ? {} : { language_code: language as LanguageCode };
    const commands = commandList(words);
    const name = words.text('bot-name', { name: botName });
    const description = words.text('bot-description', { name: botName });
    const short = words.text('bot-short-description', { name: botName });
    const saying = (what: string, said: unknown, say: Saying['say']): Saying => ({
      key: `${what}:${language}`,
      said,
      say,
    });
    const ofCommands = saying('commands', commands, (api, signal) =>
      api.setMyCommands(commands, other, signal),
    );
    if (botName === LEFT_ALONE) return [ofCommands];
    return [
      ofCommands,
      saying('description', description, (api, signal) => api.setMyDescription(description, other, signal)),
      saying('short description', short, (api, signal) => api.setMyShortDescription(short, other, signal)),
      saying('name', name, (api, signal) => api.setMyName(name, other, signal)),
    ];
  });
}

/** The button next to the field that people write in: it opens the cabinet inside the messenger. */
function menuSayings(address: string): Saying[] {
  if (!opensInside(address)) return [];
  const text = wordsIn('').text('cabinet-menu');
  const button = { type: 'web_app' as const, text, web_app: { url: `${address}/cabinet` } };
  const say: Saying['say'] = (api, signal) => api.setChatMenuButton({ menu_button: button }, signal);
  return [{ key: 'menu', said: button, say }];
}

function readKept(text: string | null): Record<string, string> {
  // Written above alone.
  return text === null ? {} : (JSON.parse(text) as Record<string, string>);
}

function digestOf(said: unknown): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16);
}
