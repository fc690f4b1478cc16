/** What a request is answered: to the end user in their language, and to who writes the bot. */
import type { RequestOutcome } from '../ports/statistics-store.js';
import type { Words } from '../ports/words.js';
import type { SponsorRequest } from './ongoing.js';
import { isActionable, type Sponsor } from './sponsor.js';

/** What an answer says. */
export type Saying = 'subscribe' | 'gender' | 'age' | 'form' | 'passed' | 'nothing';

export interface SponsorAnswer {
  status: 'ok' | 'warning' | 'gender' | 'age' | 'register';
  code: 200 | 404;
  /** For the end user, in their language: bots print it. */
  message: string;
  /** For who writes the bot: what to do. */
  detail: string;
  /** null when the service shows the block itself: then the answer carries no list. */
  sponsors: Sponsor[] | null;
  /** The links still to be subscribed. */
  links: string[];
  registrationUrl?: string;
  /** It has been given before, this very object, and nothing in it has changed. */
  isRepeated?: true;
}

/** What an answer says to the end user, in their language. */
export function messageFor(words: Words, saying: Saying, languageCode: string): string {
  return words.text(languageCode, `answer-${saying}`);
}

export function answer(
  status: SponsorAnswer['status'],
  said: Pick<SponsorAnswer, 'message' | 'detail'>,
  sponsors: Sponsor[] | null,
): SponsorAnswer {
  const links = (sponsors ?? []).filter(isActionable).map((sponsor) => sponsor.link);
  return { status, code: 200, message: said.message, detail: said.detail, sponsors, links };
}

/** What this very request excludes filters its answer, not the pinned list. */
export function narrow(
  sponsors: readonly Sponsor[],
  { excludeOrderIds, excludeResourceIds, maxSponsors }: SponsorRequest,
): Sponsor[] {
  if (excludeOrderIds.length === 0 && excludeResourceIds.length === 0) return sponsors.slice(0, maxSponsors);
  const orderIds = new Set(excludeOrderIds);
  const resourceIds = new Set(excludeResourceIds);
  return sponsors
    .filter(({ orderId, resourceId }) => !orderIds.has(orderId) && !resourceIds.has(resourceId))
    .slice(0, maxSponsors);
}

/** What a list comes to. The last three let users pass who have something to do or may have: the developer reads why. */
export type Verdict = 'subscribe' | 'passed' | 'nothing' | 'blockless' | 'untrusted' | 'refused';

const details: Readonly<Record<Verdict, string>> = {
  subscribe: 'The user must subscribe to the sponsors first.',
  passed: 'The user has subscribed to all sponsors. Let them through.',
  nothing: 'No suitable sponsors. Let the user through.',
  blockless:
    'The platform refuses the token of this bot, so its block cannot be shown. Let the user through, and give the bot its new token by /bots update, bot_token.',
  untrusted:
    'No moderator trusts this bot yet, and it has had its share of today. Let the user through. More sponsors come tomorrow, or at once if the bot gets its token by /bots update, bot_token.',
  refused: 'A moderator has refused this bot, so it gets no sponsors. Let the user through.',
};

export function answerAbout(
  words: Words,
  verdict: Verdict,
  shown: Sponsor[] | null,
  language: string,
): SponsorAnswer {
  const saying = verdict === 'subscribe' || verdict === 'passed' ? verdict : 'nothing';
  const said = { message: messageFor(words, saying, language), detail: details[verdict] };
  const given = answer(saying === 'subscribe' ? 'warning' : 'ok', said, shown);
  return saying === 'nothing' ? { ...given, code: 404 } : given;
}

export function outcomeOf({ status, code }: SponsorAnswer): RequestOutcome {
  if (status !== 'ok') return 'sponsors';
  return code === 404 ? 'no_sponsors' : 'passed';
}
