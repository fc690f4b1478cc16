/** POST /session: the ways into the cabinet (`docs/cabinet.md`). What lets somebody in sets the cookie, and reveals no secret. */
import { z } from 'zod';
import type { SignInState } from '../../core/cabinet/index.js';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import { refuseOtherSites, sessionCookie } from '../session.js';
import * as field from '../fields.js';
import { cabinetActions, publicHandler } from '../route.js';
import { whole } from './wire.js';

const SECRET_MAX = 128;
const TICKET_OVER = 'This link was used, or is too old.';

const checkFields = z.object({
  code: field.text({ max: SECRET_MAX, description: 'From begin.' }),
  secret: field.text({ max: SECRET_MAX, description: 'From begin; it lets its holder in.' }),
});
const ticketFields = z.object({
  ticket: field.text({ max: SECRET_MAX, description: 'From the link that the operator bot gave.' }),
});
const initDataFields = z.object({
  init_data: field.text({ max: 8_192, description: 'As the messenger gives it to the page it opens.' }),
});

const state = <const Kind extends string>(...kinds: Kind[]) => ({
  result: z.strictObject({ state: z.enum(kinds) }),
});

const isIn = { message: 'You are signed in.' };
const setsCookie = 'Sets the cookie of a session, and answers no secret.';

export const route = cabinetActions('/session', {
  access: 'public',
  guard: refuseOtherSites,
  summary: 'Sessions of the cabinet',
  tag: 'Account',
  errors: { 403: "Another site's page asks." },
  actions: {
    begin: publicHandler({
      summary: 'Begin a sign-in: a link to the operator bot',
      description:
        'Show the link, or a picture of it, and the number: the bot shows the same one, and asks whether it is them.',
      payload: {
        result: z.strictObject({
          code: z.string(),
          secret: z.string().describe('Stays with the page: it lets its holder in.'),
          number: z.string(),
          link: z.string(),
          bot: z.string(),
          expires_in: whole.describe('Seconds.'),
        }),
      },
      answered: { message: 'Press Start in the operator bot.' },
      errors: { 429: '30 sign-ins in ten minutes from one address.' },
      handle: async (service, _input, _caller, _asOf, from) => {
        const { code, secret, number, lifeSeconds } = await service.cabinet.signIn.begin(from);
        const bot = await service.checkers.named(null);
        if (bot === null)
          throw new ServiceError('unavailable', 'The platform does not say who the operator bot is.', {
            retryAfterSeconds: 5,
          });
        const link = `${service.settings.PLATFORM_LINK_ROOT}/${bot.username}?start=signin_${code}`;
        const result = { code, secret, number, link, bot: bot.username, expires_in: lifeSeconds };
        return { payload: { result } };
      },
    }),
    check: publicHandler({
      summary: 'Check whether the sign-in was agreed to',
      description: `Until then \`waiting\`; \`gone\` when it is over. ${setsCookie}`,
      fields: checkFields,
      payload: state('waiting', 'gone', 'in'),
      answered: isIn,
      handle: async (service, { code, secret }, _caller, _asOf, { agent }) =>
        stateAnswer(service, await service.cabinet.signIn.check(code, secret, agent)),
    }),
    read_ticket: publicHandler({
      summary: 'Look whose link of the operator bot it is',
      description: 'To be shown before it is used: somebody else may have sent the link.',
      fields: ticketFields,
      payload: { result: z.strictObject({ account_id: whole, first_name: z.string() }) },
      answered: { message: 'The account that this link lets in.' },
      errors: { 401: 'The link was used, or is older than ten minutes.' },
      handle: async (service, { ticket }) => {
        const person = await service.cabinet.signIn.personOf(ticket);
        if (person === null) throw new ServiceError('unauthorized', TICKET_OVER);
        const result = { account_id: person.accountId, first_name: person.name };
        return { payload: { result } };
      },
    }),
    use_ticket: publicHandler({
      summary: 'Sign in by a link of the operator bot, once',
      description: setsCookie,
      fields: ticketFields,
      payload: state('in'),
      answered: isIn,
      errors: { 401: 'The link was used, or is older than ten minutes.' },
      handle: async (service, { ticket }, _caller, _asOf, { agent }) =>
        letIn(service, await service.cabinet.signIn.byTicket(ticket, agent), TICKET_OVER),
    }),
    use_init_data: publicHandler({
      summary: 'Sign in inside the messenger',
      description: setsCookie,
      fields: initDataFields,
      payload: state('in'),
      answered: isIn,
      errors: { 401: 'The data is forged, or older than an hour.' },
      handle: async (service, input, _caller, _asOf, { agent }) => {
        const token = await service.cabinet.signIn.byInitData(input.init_data, agent);
        return letIn(service, token, 'The messenger’s word is forged or too old: open the page again.');
      },
    }),
  },
});

function stateAnswer(service: Service, state: SignInState) {
  if (state.kind === 'in') return letIn(service, state.token, '');
  const messages = {
    waiting: 'Start has not been pressed yet.',
    gone: 'This sign-in is over: begin another.',
  };
  return { message: messages[state.kind], payload: { result: { state: state.kind } } };
}

/** @throws ServiceError `unauthorized` where there is no token */
function letIn(service: Service, token: string | null, refusal: string) {
  if (token === null) throw new ServiceError('unauthorized', refusal);
  return {
    message: 'You are signed in.',
    payload: { result: { state: 'in' as const } },
    headers: { 'Set-Cookie': sessionCookie(service, token) },
  };
}
