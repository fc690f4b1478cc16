/** Questions before the sponsors (`decisions.md`, Questions and form). */
import type { Bot, EndUser } from '../ports.js';

export type Question = 'form' | 'gender' | 'age';

/** A user who answers none is asked this often a day, then let on to the sponsors. */
export const ASKED_A_DAY = 3;

/** What this user is to be asked next, if anything. The form asks for both, so it goes first. */
export function nextQuestion(bot: Bot, user: EndUser | null, today: number): Question | null {
  const { settings } = bot;
  const lacksGender = user?.gender == null;
  const lacksAge = user?.age == null;
  const askedToday = user?.askedOnDay === today ? user.askedTimes : 0;
  if (askedToday >= ASKED_A_DAY) return null;
  if (settings.showQuiz && (lacksGender || lacksAge)) return 'form';
  if (settings.genderQuestion && lacksGender) return 'gender';
  if (settings.ageQuestion && lacksAge) return 'age';
  return null;
}
