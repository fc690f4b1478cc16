/** Settings that a service for real people needs, and can be started without. */
import { publicUrl, type Settings } from '../core/config.js';

/**
 * Each in words: what is not set or not taken, what does not work for it, and what to do.
 * @param refused the platform's words, where it refuses BOT_TOKEN
 */
export function settingGaps(
  settings: Pick<Settings, 'MODERATOR_IDS' | 'PUBLIC_URL' | 'API_HOST' | 'API_PORT'>,
  refused?: string,
): string[] {
  const noToken = `BOT_TOKEN is refused by the platform (${refused ?? ''}). The operator bot is silent, no join is seen, and nothing is sent.
  Copy the token that @BotFather shows for your bot, and start again.`;
  const noModerator = `MODERATOR_IDS is not set. Nobody is asked about new orders, and no order is shown before somebody has approved it;
  only \`npm run admin -- queue\` and \`approve\` can. Set it to the platform ids of those who moderate, such as your own.`;
  const noAddress = `PUBLIC_URL is not set. Links to the form, smart links, resources, statistics and reports lead to ${publicUrl(settings)},
  which only this machine reaches: users and customers cannot open them. Set it to the address that people reach, with https.`;
  return [
    ...(refused === undefined ? [] : [noToken]),
    ...(settings.MODERATOR_IDS.length === 0 ? [noModerator] : []),
    ...(settings.PUBLIC_URL === undefined ? [noAddress] : []),
  ];
}

/** The same, so that it is seen. */
export function describeGaps(gaps: readonly string[]): string {
  const lines = gaps.map((gap) => `\n  !! ${gap.replaceAll('\n', '\n   ')}`);
  return `\nNot all of it works:\n${lines.join('\n')}`;
}
