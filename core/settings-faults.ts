/** What no setting can tell by itself. */
import type { z } from 'zod';
import type { settingsSchema } from './config.js';

type AllSettings = z.output<typeof settingsSchema>;

export interface SettingsFault {
  name: keyof AllSettings;
  message: string;
}

/** Addresses that only this machine reaches. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** In which Crypto Pay makes invoices: createInvoice, `fiat` (https://help.send.tg/en/articles/10279948-crypto-pay-api). */
const cryptoPayCurrencies: readonly string[] =
  'USD EUR RUB BYN UAH GBP CNY KZT UZS GEL TRY AMD THB INR BRL IDR AZN AED PLN ILS'.split(' ');

export function settingsFaults(settings: AllSettings): SettingsFault[] {
  const { METRICS_HOST, METRICS_TOKEN, UPDATES, PUBLIC_URL, BOT_TOKEN, CHECKER_TOKENS } = settings;
  const { QUALITY_HOLD, HOLD_HOURS, CRYPTO_PAY_TOKEN, CURRENCY } = settings;
  const faults: SettingsFault[] = [];
  const need = (name: keyof AllSettings, message: string): void => {
    faults.push({ name, message });
  };
  for (const name of ['OFFSITE_ACCESS_KEY', 'OFFSITE_SECRET_KEY'] as const)
    if (settings.OFFSITE_URL !== undefined && settings[name] === undefined)
      need(name, 'is needed, since OFFSITE_URL is set');
  if (METRICS_TOKEN === undefined && !LOOPBACK.test(METRICS_HOST))
    need('METRICS_TOKEN', 'is needed, since METRICS_HOST lets in more than this machine');
  const ownId = Number(BOT_TOKEN.split(':')[0]);
  if (CHECKER_TOKENS.some((token) => Number(token.split(':')[0]) === ownId))
    need('CHECKER_TOKENS', 'must be tokens of other bots than that of BOT_TOKEN');
  if (UPDATES === 'webhook' && PUBLIC_URL === undefined)
    need('PUBLIC_URL', 'is needed, since UPDATES=webhook: the platform brings updates there');
  if (QUALITY_HOLD && HOLD_HOURS === 0)
    need('QUALITY_HOLD', 'needs HOLD_HOURS above 0, which it makes longer');
  if (CRYPTO_PAY_TOKEN !== undefined && !cryptoPayCurrencies.includes(CURRENCY))
    need('CRYPTO_PAY_TOKEN', `needs a CURRENCY that Crypto Pay takes: ${cryptoPayCurrencies.join(', ')}`);
  if ((settings.YOOKASSA_SHOP_ID === undefined) !== (settings.YOOKASSA_SECRET_KEY === undefined))
    need('YOOKASSA_SECRET_KEY', 'and YOOKASSA_SHOP_ID need each other');
  return faults;
}
