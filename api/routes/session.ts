/** POST /session: the ways into the cabinet (`docs/cabinet.md`). What lets somebody in sets the cookie, and tells no secret. */
import { z } from 'zod';
import type { SignInState } from '../../core/cabinet/index.js';
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import { refuseOtherSites, sessionCookie } from '../cabinet-session.js';
import type { Answer } from '../envelope.js';
import * as field from '../fields.js';
import { type ActionRoute, publicHandler } from '../route.js';

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

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/session',
  access: 'public',
  guard: refuseOtherSites,
  summary: 'Signing in to the cabinet.',
  actions: {
    begin: publicHandler(z.object({}), async (service, _input, _caller, _asOf, from) => {
      const { code, secret, number, lifeSeconds } = await service.cabinet.signIn.begin(from);
      const bot = await service.checkers.named(null);
      if (bot === null)
        throw new ServiceError('unavailable', 'The platform does not say who the operator bot is.', {
          retryAfterSeconds: 5,
        });
      const link = `https://t.me/${bot.username}?start=signin_${code}`;
      const result = { code, secret, number, link, bot: bot.username, expires_in: lifeSeconds };
      return { message: 'Press Start in the operator bot.', payload: { result } };
    }),
    check: publicHandler(checkFields, async (service, { code, secret }, _caller, _asOf, { agent }) =>
      stateAnswer(service, await service.cabinet.signIn.check(code, secret, agent)),
    ),
    read_ticket: publicHandler(ticketFields, async (service, { ticket }) => {
      const person = await service.cabinet.signIn.personOf(ticket);
      if (person === null) throw new ServiceError('unauthorized', TICKET_OVER);
      const result = { account_id: person.accountId, first_name: person.name };
      return { message: 'Whom this link lets in.', payload: { result } };
    }),
    use_ticket: publicHandler(ticketFields, async (service, { ticket }, _caller, _asOf, { agent }) =>
      letIn(service, await service.cabinet.signIn.byTicket(ticket, agent), TICKET_OVER),
    ),
    use_init_data: publicHandler(initDataFields, async (service, input, _caller, _asOf, { agent }) => {
      const token = await service.cabinet.signIn.byInitData(input.init_data, agent);
      return letIn(service, token, 'The messenger’s word is forged or too old: open the page anew.');
    }),
  },
};

function stateAnswer(service: Service, state: SignInState): Answer {
  if (state.kind === 'in') return letIn(service, state.token, '');
  const messages = { waiting: 'Nobody has pressed Start yet.', gone: 'This sign-in is over: begin another.' };
  return { message: messages[state.kind], payload: { result: { state: state.kind } } };
}

/** @throws ServiceError `unauthorized` where there is no token */
function letIn(service: Service, token: string | null, refusal: string): Answer {
  if (token === null) throw new ServiceError('unauthorized', refusal);
  return {
    message: 'You are signed in.',
    payload: { result: { state: 'in' } },
    headers: { 'Set-Cookie': sessionCookie(service, token) },
  };
}
