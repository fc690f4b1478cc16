/** Sealed copies of backups in an object store. */
import type { Settings } from '../../config.js';
import type { OffsiteTerms } from './offsite.js';

export { createOffsite, type Offsite, type OffsiteTerms } from './offsite.js';
export { OffsiteFault } from './object-store.js';

/** Null where none are made. */
export function offsiteTerms(settings: OffsiteSettings): OffsiteTerms | null {
  const { OFFSITE_URL, OFFSITE_ACCESS_KEY, OFFSITE_SECRET_KEY, OFFSITE_REGION, OFFSITE_KEEP, SECRETS_KEY } =
    settings;
  if (OFFSITE_URL === undefined) return null;
  return {
    url: OFFSITE_URL,
    region: OFFSITE_REGION ?? null,
    accessKey: OFFSITE_ACCESS_KEY ?? '',
    secretKey: OFFSITE_SECRET_KEY ?? '',
    keep: OFFSITE_KEEP,
    secrets: SECRETS_KEY.map((key) => key.toString('base64')),
  };
}

export type OffsiteSettings = Pick<Settings, Extract<keyof Settings, `OFFSITE_${string}`> | 'SECRETS_KEY'>;
