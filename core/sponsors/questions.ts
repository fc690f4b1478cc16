/** Questions before the sponsors (`decisions.md`, Questions and form). */
import type { Bot, EndUser, RequestContext } from '../ports.js';

export type Question = 'form' | 'gender' | 'age';

/** A user who answers none is asked this often a day, then let on to the sponsors. */
const ASKED_A_DAY = 3;

/**
 * How often this user was asked today, as far as it counts in this bot: by itself while their contact was not confirmed,
 * and by all bots in contact once it is. A bot that knows users by their ids alone spares nobody another bot's questions,
 * nor does it see how often others have asked (`evidence.md`, Who may say what).
 */
export function askedOn(
  today: number,
  { isStranger }: { isStranger: boolean },
  user: EndUser,
  askedHere: RequestContext['askedHere'],
): number {
  const here = askedHere?.onDay === today ? askedHere.times : 0;
  const everywhere = !isStranger && user.askedOnDay === today ? user.askedTimes : 0;
  return here + everywhere;
}

/** What this user is to be asked next, if anything. The form asks for both, so it goes first. */
export function nextQuestion(bot: Bot, user: EndUser, askedToday: number): Question | null {
  const { settings } = bot;
  const lacksGender = user.gender === null;
  const lacksAge = user.age === null;
  if (askedToday >= ASKED_A_DAY) return null;
  if (settings.showQuiz && (lacksGender || lacksAge)) return 'form';
  if (settings.genderQuestion && lacksGender) return 'gender';
  if (settings.ageQuestion && lacksAge) return 'age';
  return null;
}
