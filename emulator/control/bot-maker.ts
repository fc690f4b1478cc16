/** A small bot-maker, as the platform's own: a person makes a bot, gets its token, renames it, and gets another token. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import type { Parts } from '../parts.js';
import type { BotRecord } from '../world.js';
import { actorOf, botOf, id, reference, route, words } from './input.js';
import { saveBot, shownBot, username } from './people.js';

const firstBotId = 7_100_000_001;
/** As long as the platform's own. */
const secretLetters = 35;
const mostBots = 20;

const ownSchema = z.object({ user: id, bot: reference });

export const botMakerRoutes = [
  route(
    'POST /emulator/bot-maker',
    '{user: id of its owner, first_name, username (it ends in bot)}: answers the token, too',
    z.object({ user: id, first_name: words, username }),
    makeBot,
  ),
  route(
    'POST /emulator/bot-maker/name',
    '{user: id of its owner, bot: "@bot", first_name}',
    ownSchema.extend({ first_name: words }),
    (parts, { first_name, ...input }) => {
      const bot = parts.world.saveBot({ ...ownBot(parts, input), first_name });
      parts.events.emit({ type: 'bot', id: bot.id });
      return shownBot(bot);
    },
  ),
  route('GET /emulator/bot-maker/token', '?user=<id of its owner>&bot=@bot', ownSchema, (parts, input) => ({
    token: ownBot(parts, input).token,
  })),
  route(
    'POST /emulator/bot-maker/token',
    '{user: id of its owner, bot: "@bot"}: the bot gets another token, and the old one stops working',
    ownSchema,
    (parts, input) => {
      const bot = ownBot(parts, input);
      return { token: parts.world.saveBot({ ...bot, token: newToken(bot.id) }).token };
    },
  ),
];

function makeBot(parts: Parts, input: { user: number; first_name: string; username: string }): object {
  const owner = actorOf(parts, input.user);
  const own = [...parts.world.bots.values()].filter((bot) => bot.owner_id === owner.id);
  if (own.length >= mostBots)
    throw new ControlFailure(
      409,
      `user ${owner.id} has ${own.length} bots, which is as many as one may have`,
    );
  if (!/bot$/i.test(input.username)) throw new ControlFailure(400, 'username: must end in "bot"');
  if (parts.world.named(input.username))
    throw new ControlFailure(409, `username: @${input.username} is taken`);
  const token = newToken(freeId(parts));
  const { first_name, username: name } = input;
  return { ...saveBot(parts, { token, first_name, username: name, owner_id: owner.id }), token };
}

/** Tools may have given somebody the id that would come next. */
function freeId(parts: Parts): number {
  for (;;) {
    const next = parts.world.next('bot', firstBotId);
    if (!parts.world.person(next)) return next;
  }
}

const newToken = (botId: number): string =>
  `${botId}:${randomBytes(secretLetters).toString('base64url').slice(0, secretLetters)}`;

function ownBot(parts: Parts, input: z.output<typeof ownSchema>): BotRecord {
  const bot = botOf(parts, input.bot);
  if (bot.owner_id === input.user) return bot;
  throw new ControlFailure(403, `bot: @${bot.username} is not a bot of user ${input.user}`);
}
