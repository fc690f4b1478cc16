/** What the operator bot does by itself when it begins to work, without a press or message. */
import type { Api } from 'grammy';
import type { OperatorParts } from './context.js';
import { registerDuties } from './help/index.js';
import { resumeReports } from './orders/index.js';

/**
 * Offers those who moderate or administer their commands, and goes on watching over the reports that were being made
 * when the bot stopped.
 */
export async function resumeWork(api: Api, parts: OperatorParts): Promise<void> {
  await resumeReports(api, parts);
  const { settings, accounts } = parts.service;
  for (const accountId of new Set([...settings.MODERATOR_IDS, ...settings.ADMIN_IDS])) {
    // Who never wrote to the bot has no account yet, and gets theirs with /start.
    const profile = await accounts.profile(accountId).catch(() => null);
    if (profile !== null) await registerDuties(api, profile, parts.log);
  }
}
