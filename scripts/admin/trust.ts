/** Admin commands about trust: what moderators do in the operator bot, at the terminal. */
import { type Command, InvalidArgumentError } from 'commander';
import type { TakenOver } from '../../core/evidence/index.js';
import type { Bot } from '../../core/ports.js';
import { id, money, say, withService } from './desk.js';

function sayTakenOver({ bot, subscribers, takenOver }: { bot: Bot } & TakenOver): string {
  const share = `${String(Math.round((100 * takenOver) / subscribers))} %`;
  const joins = `${share} of ${String(subscribers)} paid joins of 30 days taken over`;
  return `bot ${String(bot.botId)}  @${bot.nickname}  account ${String(bot.accountId)}  ${joins}`;
}

export function addTrustCommands(program: Command): void {
  const trust = program
    .command('trust')
    .description('Says whom moderators trust: bots without a token, and new publishers.');

  trust
    .command('list')
    .description(
      'Lists bots and new publishers with money that waits for a moderator, and bots that took over much of their joins.',
    )
    .option('--limit <number>', 'how many of each, at most 100', id, 20)
    .action(async ({ limit }: { limit: number }) => {
      await withService(async (service, { CURRENCY }) => {
        const page = { offset: 0, limit };
        const { bots, total } = await service.trust.waitingBots(null, page);
        for (const { bot, subscribers, micros } of bots) {
          const held = `held: ${money(micros, CURRENCY)} for ${String(subscribers)} subscribers`;
          say(`bot ${String(bot.botId)}  @${bot.nickname}  account ${String(bot.accountId)}  ${held}`);
        }
        say(`${String(bots.length)} of ${String(total)} bots.`);
        const { accounts, total: people } = await service.trust.waitingAccounts(null, page);
        for (const { account, heldMicros } of accounts)
          say(
            `account ${String(account.accountId)}  ${account.firstName}  on hold: ${money(heldMicros, CURRENCY)}`,
          );
        say(`${String(accounts.length)} of ${String(people)} new publishers.`);
        const suspects = await service.trust.takenOverBots(null, limit);
        for (const suspect of suspects) say(sayTakenOver(suspect));
        say(`${String(suspects.length)} bots took over much of what they are paid for.`);
      });
    });

  trust
    .command('bot')
    .description('Trusts a bot without a token: what it brought is released after the usual hold.')
    .argument('<id>', 'platform id of the bot', id)
    .action(async (botId: number) => {
      await withService(async (service) => {
        const { nickname } = await service.trust.bot(botId, 'trusted', null);
        say(`Bot ${String(botId)} (@${nickname}) is trusted.`);
      });
    });

  trust
    .command('account')
    .description('Trusts a publisher: earnings wait no longer than those of others.')
    .argument('<id>', 'platform id of the person whose account it is', id)
    .option('--no-longer', 'earnings wait as those of a new publisher again')
    .action(async (accountId: number, { longer }: { longer: boolean }) => {
      await withService(async (service) => {
        const { firstName } = await service.trust.account(accountId, longer, null);
        const state = longer ? 'trusted' : 'not trusted any more';
        say(`The account of ${firstName} (${String(accountId)}) is ${state}.`);
      });
    });

  trust
    .command('refuse')
    .description(
      'Refuses a bot: it gets no sponsors, and what it brought and is held goes back to the advertisers.',
    )
    .argument('<kind>', 'bot')
    .argument('<id>', 'platform id of the bot', id)
    .action(async (kind: string, botId: number) => {
      if (kind !== 'bot') throw new InvalidArgumentError('Only a bot can be refused: trust refuse bot <id>.');
      await withService(async (service, { CURRENCY }) => {
        const { micros, subscribers } = await service.trust.heldOf(botId);
        const { nickname } = await service.trust.bot(botId, 'refused', null);
        const held = `${money(micros, CURRENCY)} for ${String(subscribers)} subscribers`;
        say(`Bot ${String(botId)} (@${nickname}) is refused; the bot process gives ${held} back.`);
      });
    });
}
