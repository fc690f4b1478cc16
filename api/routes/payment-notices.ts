/** POST /payments/crypto_pay: what Crypto Pay brings by itself. Core believes what is signed, and asks the rail anyway. */
import { ServiceError } from '../../core/errors.js';
import type { RawRoute } from '../route.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'post',
  path: '/payments/crypto_pay',
  access: 'public',
  // The rail comes from few addresses, as often as people pay.
  weight: 0,
  takesBytes: true,
  summary: 'Notices of Crypto Pay, for it alone.',
  serve: async ({ service, request, response }) => {
    const { bytes } = request.body as { bytes: Uint8Array };
    const signature = request.headers['crypto-pay-api-signature'];
    const given = typeof signature === 'string' ? signature : '';
    if (!(await service.deposits.notice('crypto_pay', bytes, given)))
      throw new ServiceError('forbidden', 'The notice is not signed by this rail.');
    response.status(200).json({ status: 'ok', code: 200, message: 'Taken.' });
  },
};
