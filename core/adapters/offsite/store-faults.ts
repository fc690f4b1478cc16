/** What an object store refuses, in words that say what to do. */

/** An off-site copy cannot be made or had; the message is for the operator. */
export class OffsiteFault extends Error {
  override readonly name = 'OffsiteFault';
}

/** The store refused a call, or could not be reached. */
export class StoreFault extends OffsiteFault {
  constructor(
    message: string,
    /** As the store names it (`NoSuchKey`); empty where it said nothing. */
    readonly code: string,
  ) {
    super(message);
  }
}

export interface Refused {
  status: number;
  code: string;
  text: string;
  /** The store's own clock. */
  date: string | null;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html; the last two are MinIO's. */
const NO_ROOM = [
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
];
const advice: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no such bucket: put it right in OFFSITE_URL, or make the bucket.',
  InvalidAccessKeyId: 'The store does not know this key: put OFFSITE_ACCESS_KEY right.',
  SignatureDoesNotMatch: 'The secret does not belong to the key: put OFFSITE_SECRET_KEY right.',
  AccessDenied: 'The key may not do this: let it read, write, list and delete in this bucket.',
  AuthorizationHeaderMalformed: 'The bucket is in another region: name it in OFFSITE_REGION.',
  PermanentRedirect: 'The bucket is at another address: put it right in OFFSITE_URL.',
  ...Object.fromEntries(
    NO_ROOM.map((code) => [code, 'The store has no room left: enlarge it, or lower OFFSITE_KEEP.']),
  ),
};

export function sayRefused(what: string, refused: Refused): StoreFault {
  const { status, code, text } = refused;
  const said = `${what}: the store answered ${String(status)} ${code}${text === '' ? '' : ` (${text})`}.`;
  return new StoreFault(`${said} ${adviceOn(refused)}`.trim(), code);
}

export function sayUnreachable(what: string, host: string, error: unknown): StoreFault {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = inner instanceof Error ? inner.message || inner.name : String(inner);
  return new StoreFault(
    `${what}: ${host} could not be reached, or fell silent (${why}). Is OFFSITE_URL right?`,
    '',
  );
}

function adviceOn({ status, code, date }: Refused): string {
  if (code === 'RequestTimeTooSkewed')
    return `The clock of this machine is wrong${date === null ? '' : ` (the store has ${date})`}: set it, and keep it right by NTP.`;
  const known = advice[code];
  if (known !== undefined) return known;
  if (status === 507) return advice['QuotaExceeded'] ?? '';
  if (status === 301) return advice['PermanentRedirect'] ?? '';
  if (status === 403) return advice['AccessDenied'] ?? '';
  return status >= 500 ? 'The store is out of order; the next backup tries again.' : '';
}
