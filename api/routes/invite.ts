/** GET /invite/<code>: the link of a referrer on the web leads to the operator bot, where the account is opened. */
import { ServiceError } from '../../core/errors.js';
import { redirectTo, send } from '../envelope.js';
import { publicGet } from '../route.js';

const CODE = /^[\w-]{4,40}$/;

export const route = publicGet('/invite/:code', async ({ service, request, response }) => {
  const code = String(request.params['code']);
  // The answer is the same for a code that does not exist, so that trying finds none.
  const url = CODE.test(code) ? await service.referrals.chatLink(code) : null;
  if (url === null) throw new ServiceError('not_found', 'There is no such path.');
  send(response, redirectTo(url));
});
