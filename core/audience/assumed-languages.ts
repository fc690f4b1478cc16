/**
 * The language that is assumed of a bot's users where it is unknown: the one that most of its known users have, from twenty
 * on; else `DEFAULT_LANGUAGE`.
 */
import { LRUCache } from 'lru-cache';
import type { Ports } from '../ports.js';
import { latest } from '../remembered.js';

/** So many users of a bot must have a known language before theirs is assumed of others. */
const KNOWN_MIN = 20;
/** How long what was counted of a bot stands: audiences change slowly. */
const COUNTED_MS = 3_600_000;
/** Of a bot with few known users it is soon another, and one that could not be counted is soon tried again. */
const FEW_COUNTED_MS = 60_000;
const REMEMBERED = 10_000;

/** Answers mostly at once: only the first user of unknown language in a bot waits until its users are counted. */
export function createAssumedLanguages({
  store,
  clock,
  log,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'log' | 'settings'>) {
  const counted = new LRUCache<number, { language: string; untilMs: number }>(latest(REMEMBERED));
  const counting = new Map<number, Promise<string>>();

  const read = async (botId: number) => {
    try {
      const languages = await store.audience.languagesOf(botId);
      const known = [...languages.values()].reduce((sum, users) => sum + users, 0);
      if (known >= KNOWN_MIN) return { language: mostOf(languages), standsMs: COUNTED_MS };
      return { language: settings.DEFAULT_LANGUAGE, standsMs: FEW_COUNTED_MS };
    } catch (error) {
      // No reason to fail a request.
      log.warn({ botId, error: String(error) }, 'the languages of a bot could not be counted');
      const language = counted.get(botId)?.language ?? settings.DEFAULT_LANGUAGE;
      return { language, standsMs: FEW_COUNTED_MS };
    }
  };

  const count = async (botId: number): Promise<string> => {
    const { language, standsMs } = await read(botId);
    counted.set(botId, { language, untilMs: clock.now() + standsMs });
    return language;
  };

  const countOnce = (botId: number): Promise<string> => {
    const underWay = counting.get(botId) ?? count(botId).finally(() => counting.delete(botId));
    counting.set(botId, underWay);
    return underWay;
  };

  return (botId: number, nowMs: number): string | Promise<string> => {
    const known = counted.get(botId);
    if (known === undefined) return countOnce(botId);
    // What was counted an hour ago serves until it is counted again.
    if (nowMs >= known.untilMs) void countOnce(botId);
    return known.language;
  };
}

/** Of equals the first by code, so that every process assumes the same. */
function mostOf(languages: ReadonlyMap<string, number>): string {
  const [first] = [...languages].sort(
    ([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1),
  );
  return first?.[0] ?? '';
}
