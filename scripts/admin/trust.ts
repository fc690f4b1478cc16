/** Admin commands about trust: what moderators do in the operator bot, at the terminal. */
import { Argument } from 'commander';
import type { Bot } from '../../core/ports/bot-store.js';
import type { Returnable } from '../../core/ports/trust-store.js';
import type { Service } from '../../core/service.js';
import { type Column, column, counted, numberColumn, say, table, tablePage } from './answer.js';
import { confirm } from './confirm.js';
import { type AdminCommand, at, id, money, moneyColumn } from './admin.js';

const BOT_COLUMNS: readonly Column<{ bot: Pick<Bot, 'botId' | 'nickname' | 'accountId'> }>[] = [
  numberColumn('bot_id', 'Bot', ({ bot }) => bot.botId),
  column('username', 'Username', ({ bot }) => bot.nickname, at),
  numberColumn('user_id', 'Account', ({ bot }) => bot.accountId),
];

/** Bots that showed a sponsor again after another bot, and were paid for the join. */
async function listTakenOver({ trust }: Pick<Service, 'trust'>, limit: number): Promise<void> {
  const suspects = await trust.takenOverBots(null, limit);
  table({ rows: suspects, name: 'taken_over' }, [
    ...BOT_COLUMNS,
    numberColumn('subscribers', 'Paid joins, 30 days', (row) => row.subscribers),
    numberColumn('taken_over', 'Taken over', (row) => row.takenOver),
  ]);
  say(`${counted(suspects.length, 'bot')} took over much of what they are paid for.`);
}

export function addTrustCommands(program: AdminCommand): void {
  const trust = program
    .command('trust')
    .description('Lists what moderators trust: bots without a token, and new publishers.');

  trust
    .command('list')
    .description(
      'Lists bots and new publishers with money that waits for a moderator, and bots that took over much of their joins.',
    )
    .limited()
    .does(async (service, { limit }: { limit: number }, { CURRENCY }) => {
      const page = { offset: 0, limit };
      const { bots, total } = await service.trust.waitingBots(null, page);
      tablePage({ rows: bots, name: 'bots', total, what: 'bots' }, [
        ...BOT_COLUMNS,
        moneyColumn('held', 'Held', CURRENCY, (row) => row.micros),
        numberColumn('subscribers', 'For subscribers', (row) => row.subscribers),
      ]);
      const { accounts, total: people } = await service.trust.waitingAccounts(null, page);
      tablePage({ rows: accounts, name: 'accounts', total: people, what: 'new publishers' }, [
        numberColumn('user_id', 'Account', (row) => row.account.accountId),
        column('name', 'Name', (row) => row.account.firstName),
        moneyColumn('held', 'On hold', CURRENCY, (row) => row.heldMicros),
      ]);
      await listTakenOver(service, limit);
    });

  trust
    .command('bot')
    .description('Trusts a bot without a token: what it brought is released after the usual hold.')
    .argument('<id>', 'platform id of the bot', id)
    .does(async (service, _options, _settings, botId: number) => {
      const { nickname } = await service.trust.bot(botId, 'trusted', null);
      say(`Bot ${String(botId)} (@${nickname}) is trusted.`);
    });

  trust
    .command('account')
    .description('Trusts a publisher: earnings wait no longer than those of others.')
    .argument('<id>', 'platform id of the person whose account it is', id)
    .option('--no-longer', 'earnings wait as those of a new publisher again')
    .does(async (service, { longer }: { longer: boolean }, _settings, accountId: number) => {
      const { firstName } = await service.trust.account(accountId, longer, null);
      const state = longer ? 'trusted' : 'not trusted any more';
      say(`The account of ${firstName} (${String(accountId)}) is ${state}.`);
    });

  trust
    .command('user')
    .description(
      'Says until when an end user is suspicious; --clear ends it, so that joins from then on are paid for.',
    )
    .argument('<id>', 'platform id of the end user', id)
    .option('--clear', 'ends the suspicion', false)
    .does(async (service, { clear }: { clear: boolean }, _settings, userId: number) => {
      const untilMs = await service.audience.suspicion(null, userId);
      const user = `User ${String(userId)}`;
      if (untilMs === null) say(`${user} is not suspicious.`);
      else if (clear) {
        await service.audience.clearSuspicion(null, userId);
        say(`${user} is not suspicious any more.`);
      } else say(`${user} is suspicious until ${new Date(untilMs).toISOString()}.`);
    });

  trust
    .command('refuse')
    .description(
      'Refuses a bot, or all bots of an account: they get no sponsors, and what they brought and is held goes back to the advertisers.',
    )
    .addArgument(new Argument('<kind>', 'what is refused').choices(['bot', 'account']))
    .argument('<id>', 'platform id of the bot, or of the person whose account it is', id)
    .option('--yes', 'without a question', false)
    .does(async (service, { yes }: { yes: boolean }, { CURRENCY }, kind: 'bot' | 'account', id: number) => {
      const said = ({ micros, subscribers }: Returnable) =>
        `${money(micros, CURRENCY)} for ${String(subscribers)} subscribers`;
      await (kind === 'bot' ? refuseBot : refuseAccount)(service, id, { said, yes });
    });
}

interface Refusal {
  said: (returnable: Returnable) => string;
  yes: boolean;
}

async function refuseBot({ trust }: Service, botId: number, { said, yes }: Refusal): Promise<void> {
  const held = said(await trust.returnableOf(botId));
  await confirm(`Bot ${String(botId)} gets no sponsors any more, and ${held} go back to the advertisers.`, {
    yes,
  });
  const { nickname } = await trust.bot(botId, 'refused', null);
  say(`Bot ${String(botId)} (@${nickname}) is refused; the bot process gives ${held} back.`);
}

async function refuseAccount({ trust }: Service, accountId: number, { said, yes }: Refusal): Promise<void> {
  const { account, bots, returnable } = await trust.refusalOfAccount(accountId, null);
  const [held, name] = [said(returnable), `${account.firstName} (${String(accountId)})`];
  await confirm(
    `All bots of ${name}, ${String(bots)}, get no sponsors any more, and ${held} go back to the advertisers.`,
    { yes },
  );
  const refused = await trust.refuseAccount(accountId, null);
  say(
    `Refused: ${counted(refused.bots, 'bot')} of ${name}. The bot process gives ${held} back. To stop new bots, block the account.`,
  );
}
