/** POST /payments/<rail>: what a payment rail brings by itself. */
import { ServiceError } from '../../core/errors.js';
import { rawRoute } from '../route.js';

export const route = rawRoute('post', '/payments/:rail', {
  access: 'public',
  // A rail comes from few addresses, as often as people pay.
  weight: 0,
  takesBytes: true,
  serve: async ({ service, request, response, address }) => {
    const { bytes } = request.body as { bytes: Uint8Array };
    const header = (name: string) => request.get(name) ?? '';
    const notice = { bytes, header, from: address };
    const outcome = await service.deposits.notice(String(request.params['rail']), notice);
    if (outcome === 'refused') throw new ServiceError('forbidden', 'The notice is not of this rail.');
    if (outcome === 'unknown') throw new ServiceError('unavailable', 'The rail does not answer. Come again.');
    response.status(200).json({ status: 'ok', code: 200, message: 'Taken.' });
  },
});
