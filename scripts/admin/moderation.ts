/** Admin commands that take somebody or something out of the service, and let it in again. */
import { InvalidArgumentError } from 'commander';
import type { Service } from '../../core/service.js';
import { say } from './answer.js';
import { confirm } from './confirm.js';
import { type AdminCommand, id } from './admin.js';

interface Target {
  link?: string;
  bot?: number;
  user?: number;
  reason?: string;
  yes: boolean;
}

export function addModerationCommands(program: AdminCommand): void {
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .option('--link <address>', 'a link, in whatever way it is written')
      .option('--bot <id>', 'platform id of a publisher’s bot', id)
      .option('--user <id>', 'platform id of the person whose account it is', id)
      .option('--yes', 'without a question', false);

  command(
    'block',
    'Blocks a link (it cannot be ordered, its orders are rejected), a bot, or an account (its keys are refused).',
  )
    .option('--reason <text>', 'of an account: why, which its owner reads')
    .does(async (service, target: Target) => {
      assertOne(target);
      if (target.user !== undefined && target.reason === undefined)
        throw new InvalidArgumentError('--reason is needed to block an account: its owner reads it.');
      await set(service, target, true);
    });

  command('unblock', 'Lets a link, a bot or an account in again; orders on a link stay rejected.').does(
    async (service, target: Target) => {
      assertOne(target);
      await set(service, target, false);
    },
  );
}

function assertOne(target: Target): void {
  const given = [target.link, target.bot, target.user].filter((one) => one !== undefined);
  if (given.length !== 1) throw new InvalidArgumentError('Give exactly one of --link, --bot and --user.');
}

async function set(
  service: Service,
  { link, bot, user, reason = '', yes }: Target,
  isBlocked: boolean,
): Promise<void> {
  const state = isBlocked ? 'blocked' : 'not blocked any more';
  if (bot !== undefined) {
    const { nickname } = await service.bots.moderate(null, bot, { isBlocked });
    say(`Bot ${String(bot)} (@${nickname}) is ${state}.`);
  }
  if (user !== undefined) {
    const { account } = await service.accounts.profile(user);
    const owner = `${account.firstName} (${String(user)})`;
    if (isBlocked && account.isBlocked) {
      say(`The account of ${owner} was blocked before, and its reason stays. Unblock it to give another.`);
      return;
    }
    if (isBlocked) await service.accounts.block(null, user, reason);
    else await service.accounts.unblock(null, user);
    say(`The account of ${owner} is ${state}.`);
  }
  if (link === undefined) return;
  if (isBlocked) {
    await confirm(`Every order on ${link} is rejected.`, { yes });
    const rejected = await service.moderation.blockLinkOf(null, link);
    say(`${link} is blocked; ${String(rejected)} order(s) rejected.`);
    return;
  }
  const wasBlocked = await service.moderation.unblockLinkOf(null, link);
  say(wasBlocked ? `${link} is ${state}.` : `${link} was not blocked.`);
}
