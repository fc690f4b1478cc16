/**
 * What users themselves answer through a bot. A bot may say anything of a user; but what it passes on while a question of
 * ours stands on that user's screen is the user's own answer, and holds for all bots (`evidence.md`, Who may say what).
 */
import { type BotView, sourcesOf } from '../audience/index.js';
import type { Ports } from '../ports.js';
import type { WaitsUntil } from '../ports/as-of.js';
import type { EndUser, ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { RequestContext } from '../ports/sponsor-store.js';

type Answers = Partial<Pick<EndUser, 'gender' | 'age'>>;

/** Keeps what a request answers to the question that this bot's block asks; returns it; null, mostly: nothing. */
export type OwnAnswers = (
  bot: Bot,
  view: BotView,
  said: ReportedProfile,
  before: Pick<RequestContext, 'user' | 'claims'>,
  waitsUntil: WaitsUntil,
) => Promise<Readonly<Answers> | null>;

export function createOwnAnswers({ store, clock }: Pick<Ports, 'store' | 'clock'>): OwnAnswers {
  return async (bot, { isStranger }, { userId, gender, age }, { user, claims }, waitsUntil) => {
    // What is known already, or was claimed before, needs no look at the screen: such a bot asks no question.
    const isNewGender = gender !== undefined && gender !== user?.gender && gender !== claims.gender;
    const isNewAge = age !== undefined && age !== user?.age && age !== claims.age;
    const isNew = isNewGender || isNewAge;
    if (!isNew || isStranger || !bot.hasToken) return null;
    const question = await store.blocks.questionShown(bot.botId, userId);
    const answer = answerTo(question, gender, age);
    if (answer !== null)
      await store.audience.learn(userId, answer, clock.now(), sourcesOf(answer, 'answer'), waitsUntil);
    return answer;
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
