/**
 * Users as one bot may see them, with the language that is assumed where it is unknown: the one that most of this bot's
 * known users have, from twenty on; else `DEFAULT_LANGUAGE`.
 */
import type { Ports } from '../ports.js';
import type { ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import { type BotView, viewOf } from './end-user.js';

const DAY_MS = 86_400_000;
/** So many users of a bot must have a known language before theirs is assumed of others. */
const KNOWN_MIN = 20;
/** How long what was counted of a bot stands: audiences change slowly. */
const COUNTED_MS = 3_600_000;
/** Of a bot with few known users it is soon another. */
const FEW_COUNTED_MS = 60_000;
const REMEMBERED = 10_000;

/** Answers mostly at once: only the first user of unknown language in a bot waits until its users are counted. */
export type View = (
  bot: Bot,
  found: Parameters<typeof viewOf>[1],
  reportedProfile: ReportedProfile,
  nowMs: number,
) => BotView | Promise<BotView>;

interface Counted {
  language: string;
  untilMs: number;
}

export function createView({ store, clock, log, settings }: Ports): View {
  const contactMs = settings.CONTACT_DAYS * DAY_MS;
  const counted = new Map<number, Counted>();
  const counting = new Map<number, Promise<string>>();

  const count = async (botId: number): Promise<string> => {
    const languages = await store.audience.languagesOf(botId);
    const known = [...languages.values()].reduce((sum, users) => sum + users, 0);
    const language = known < KNOWN_MIN ? settings.DEFAULT_LANGUAGE : mostOf(languages);
    const [oldest] = counted.size >= REMEMBERED ? counted.keys() : [];
    if (oldest !== undefined) counted.delete(oldest);
    counted.delete(botId);
    const untilMs = clock.now() + (known < KNOWN_MIN ? FEW_COUNTED_MS : COUNTED_MS);
    counted.set(botId, { language, untilMs });
    return language;
  };

  const countOnce = (botId: number): Promise<string> => {
    const underWay = counting.get(botId) ?? count(botId).finally(() => counting.delete(botId));
    counting.set(botId, underWay);
    return underWay;
  };

  const assumedIn = (botId: number, nowMs: number): string | Promise<string> => {
    const known = counted.get(botId);
    if (known === undefined) return countOnce(botId);
    if (nowMs >= known.untilMs) {
      // What was counted an hour ago serves until it is counted again.
      countOnce(botId).catch((error: unknown) => {
        log.warn({ botId, error: String(error) }, 'the languages of a bot could not be counted');
      });
    }
    return known.language;
  };

  return (bot, found, reportedProfile, nowMs) => {
    const view = viewOf(bot, found, reportedProfile, { nowMs, contactMs });
    const { languageCode, assumedLanguage } = view.user;
    if (languageCode !== '' || assumedLanguage !== '') return view;
    const assumed = assumedIn(bot.botId, nowMs);
    return typeof assumed === 'string' ? assuming(view, assumed) : assumed.then((one) => assuming(view, one));
  };
}

function assuming(view: BotView, assumedLanguage: string): BotView {
  return { ...view, user: { ...view.user, assumedLanguage } };
}

/** Of equals the first by code, so that every process assumes the same. */
function mostOf(languages: ReadonlyMap<string, number>): string {
  const [first] = [...languages].sort(
    ([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1),
  );
  return first?.[0] ?? '';
}
