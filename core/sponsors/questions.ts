/** Questions before the sponsors, and what users answer (`decisions.md`, Questions and form). */
import { type BotView, languageOf, sourcesOf, withClaims } from '../audience/index.js';
import type { Ports } from '../ports.js';
import type { WaitsUntil } from '../ports/as-of.js';
import type { EndUser, ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { RequestContext } from '../ports/sponsor-store.js';
import { answer, messageFor } from './answer.js';
import type { OngoingRequest } from './ongoing.js';
import type { TrackedLinks } from '../tracked-links.js';

type Question = 'form' | 'gender' | 'age';
type Answers = Partial<Pick<EndUser, 'gender' | 'age'>>;

/** A user who answers none is asked this often a day, then let on to the sponsors. */
const ASKED_A_DAY = 3;
const FORM_LIFE_MS = 86_400_000;

export function createQuestions(
  { words }: Pick<Ports, 'words'>,
  links: Pick<TrackedLinks, 'token'>,
  publicUrl: string,
) {
  const formUrl = ({ bot, user, nowMs }: OngoingRequest): string => {
    const expiresAtMs = (Math.floor(nowMs / FORM_LIFE_MS) + 2) * FORM_LIFE_MS;
    const token = links.token({ kind: 'form', botId: bot.botId, userId: user.userId }, expiresAtMs);
    return `${publicUrl}/form/${token}`;
  };

  const ask = (ongoing: OngoingRequest, question: Question) => {
    const { today, showsItself, view, request } = ongoing;
    const language = languageOf(view);
    const message = messageFor(words, question, language);
    const asking = question === 'form' ? { kind: question, url: formUrl(ongoing) } : { kind: question };
    const block = showsItself ? { chatId: request.chatId, content: { ...asking, language } } : undefined;
    const noted = view.isStranger ? { block, askedHereOnDay: today } : { block, askedOnDay: today };
    if (showsItself)
      return { noted, answer: answer('warning', { message, detail: 'Answer the question first.' }, null) };
    const detail = `Ask the user for: ${question}.`;
    if (asking.kind !== 'form') return { noted, answer: answer(asking.kind, { message, detail }, []) };
    return {
      noted,
      answer: { ...answer('register', { message, detail }, []), registrationUrl: asking.url },
    };
  };

  return {
    /** What this user is to be asked now, if anything: the answer that asks it, and what is to be noted of that. */
    next: (ongoing: OngoingRequest) => {
      const { bot, user, view, context, today, showsItself } = ongoing;
      if (showsItself && bot.isTokenInvalid) return null;
      // What the bot has passed on already is not asked again, though it may not count.
      const answered = withClaims(user, view.claims);
      const question = nextQuestion(bot, answered, askedOn(today, view, answered, context.askedHere));
      return question === null ? null : ask(ongoing, question);
    },
  };
}

/**
 * How often this user was asked today, as far as it counts in this bot: by itself while their contact was not confirmed,
 * and by all bots in contact once it is. A bot that knows users by their ids alone spares no user another bot's questions,
 * nor does it see how often others have asked (`evidence.md`, Who may say what).
 */
function askedOn(
  today: number,
  { isStranger }: { isStranger: boolean },
  user: EndUser,
  askedHere: RequestContext['askedHere'],
): number {
  const here = askedHere?.onDay === today ? askedHere.times : 0;
  const everywhere = !isStranger && user.askedOnDay === today ? user.askedTimes : 0;
  return here + everywhere;
}

/** The form asks for both, so it goes first. */
function nextQuestion(bot: Bot, user: EndUser, askedToday: number): Question | null {
  const { settings } = bot;
  const lacksGender = user.gender === null;
  const lacksAge = user.age === null;
  if (askedToday >= ASKED_A_DAY) return null;
  if (settings.showQuiz && (lacksGender || lacksAge)) return 'form';
  if (settings.genderQuestion && lacksGender) return 'gender';
  if (settings.ageQuestion && lacksAge) return 'age';
  return null;
}

/**
 * Keeps what a request answers to the question that this bot's block asks; the returned function resolves to that, or null,
 * mostly: nothing. A bot may say anything of a user; but what it passes on while a question of ours stands on that user's
 * screen is the user's own answer, and holds for all bots (`evidence.md`, Who may say what).
 */
export function createOwnAnswers({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  return async (
    bot: Bot,
    { isStranger }: BotView,
    { userId, gender, age }: ReportedProfile,
    { user, claims }: Pick<RequestContext, 'user' | 'claims'>,
    waitsUntil: WaitsUntil,
  ): Promise<Answers | null> => {
    // What is known already, or was claimed before, needs no look at the screen: such a bot asks no question.
    const isNewGender = gender !== undefined && gender !== user?.gender && gender !== claims.gender;
    const isNewAge = age !== undefined && age !== user?.age && age !== claims.age;
    const isNew = isNewGender || isNewAge;
    if (!isNew || isStranger || !bot.hasToken) return null;
    const question = await store.blocks.questionShown(bot.botId, userId);
    const given = answerTo(question, gender, age);
    if (given !== null)
      await store.audience.learn(userId, given, clock.now(), sourcesOf(given, 'answer'), waitsUntil);
    return given;
  };
}

function answerTo(
  question: 'gender' | 'age' | null,
  gender: ReportedProfile['gender'],
  age: ReportedProfile['age'],
): Answers | null {
  if (question === 'gender' && gender !== undefined) return { gender };
  return question === 'age' && age !== undefined ? { age } : null;
}
