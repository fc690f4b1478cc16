/**
 * A bucket of any S3-compatible store. Each call carries at most one part, and is made again when the store is out of order
 * or falls silent; all of them can be repeated. aws4fetch signs them; a body goes with its SHA-256, which the store checks.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { fetch, type Headers } from 'undici';

export interface StoreTerms {
  /** With the bucket, and the beginning of names in it: `https://host/bucket/folder`. */
  url: string;
  region: string | null;
  accessKey: string;
  secretKey: string;
}

export interface Tuning {
  partBytes: number;
  /** Of one call, with its body. */
  withinMs: number;
  /** Before the second try; each later one waits for twice as long. */
  waitMs: number;
}

export interface StoredObject {
  name: string;
  bytes: number;
}

interface Call {
  /** What it is for, at the beginning of a fault. */
  what: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Without: the bucket. */
  name?: string;
  query?: Record<string, string>;
  body?: Uint8Array | string;
  headers?: Record<string, string>;
}

interface Answer {
  headers: Headers;
  body: Buffer;
}

const TRIES = 5;

export type ObjectStore = ReturnType<typeof openObjectStore>;

/** Its calls @throws StoreFault */
export function openObjectStore(terms: StoreTerms, tuning: Tuning) {
  const { origin, host, pathname } = new URL(terms.url);
  const [, bucket = '', folder = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? [];
  const beginning = folder === '' ? '' : `${decodeURIComponent(folder)}/`;
  const client = new AwsClient({
    accessKeyId: terms.accessKey,
    secretAccessKey: terms.secretKey,
    service: 's3',
    // Else the address says it, as far as it names one.
    ...(terms.region === null ? {} : { region: terms.region }),
    retries: 0,
  });

  const tryOnce = async ({
    method,
    name,
    query = {},
    body,
    headers = {},
  }: Call): Promise<Answer | Refused> => {
    const path = name === undefined ? '' : `/${beginning}${name}`;
    const search = new URLSearchParams(query).toString();
    const url = `${origin}/${bucket}${encodeURI(path)}${search === '' ? '' : `?${search}`}`;
    const hashed = { ...headers, 'X-Amz-Content-Sha256': hashOf(body ?? '') };
    const signed = await client.sign(url, { method, headers: hashed });
    // Not by `client.fetch`: a `Request` hands its signal on only until it is collected as garbage
    // (https://github.com/nodejs/node/issues/55428), and then a silent store was waited for.
    const answer = await fetch(signed.url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(tuning.withinMs),
      headers: Object.fromEntries(signed.headers),
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    // A call that takes long may be answered with 200 at once, and with what became of it later.
    const isLate = answer.ok && method === 'POST' && bytes.includes('<Error>');
    if (answer.ok && !isLate) return { headers: answer.headers, body: bytes };
    const text = bytes.toString('utf8');
    return {
      status: isLate ? 500 : answer.status,
      code: element(text, 'Code') ?? '',
      text: element(text, 'Message') ?? '',
      date: answer.headers.get('date'),
    };
  };

  const call = async (wanted: Call): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(wanted).catch((error: unknown) =>
        sayUnreachable(wanted.what, host, error),
      );
      if ('body' in outcome) return outcome;
      const fault = outcome instanceof Error ? outcome : sayRefused(wanted.what, outcome);
      if (tries === TRIES || !isPassing(outcome)) throw fault;
      await wait(tuning.waitMs * 2 ** (tries - 1));
    }
  };

  /** @param more what asks for the page after one */
  async function* pages(
    { what, query }: { what: string; query: Record<string, string> },
    more: (xml: string) => Record<string, string>,
  ): AsyncGenerator<string> {
    let next: Record<string, string> | null = {};
    while (next !== null) {
      const answer: Answer = await call({ what, method: 'GET', query: { ...query, ...next } });
      const xml = answer.body.toString('utf8');
      yield xml;
      next = element(xml, 'IsTruncated') === 'true' ? more(xml) : null;
    }
  }

  return {
    put: async (name: string, body: Uint8Array) => {
      await call({ what: `${name} cannot be written`, method: 'PUT', name, body });
    },
    remove: async (name: string) => {
      await call({ what: `${name} cannot be deleted`, method: 'DELETE', name });
    },

    /** Begins an object that is there once it is completed; until then it takes room. Returns the upload's id. */
    begin: async (name: string): Promise<string> => {
      const what = `${name} cannot be begun`;
      const { body } = await call({ what, method: 'POST', name, query: { uploads: '' } });
      return element(body.toString('utf8'), 'UploadId') ?? '';
    },
    /** Returns what `complete` has to name. */
    putPart: async (name: string, uploadId: string, number: number, body: Uint8Array): Promise<string> => {
      const query = { partNumber: String(number), uploadId };
      const { headers } = await call({ what: `${name} cannot be sent`, method: 'PUT', name, query, body });
      return headers.get('etag') ?? '';
    },
    complete: async (name: string, uploadId: string, tags: readonly string[]): Promise<void> => {
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${String(index + 1)}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      await call({ what: `${name} cannot be completed`, method: 'POST', name, query: { uploadId }, body });
    },
    /** Uploads that are begun. Not every store finds them by less than the whole name. */
    async *uploads(start: string): AsyncGenerator<{ name: string; uploadId: string }> {
      const asked = {
        what: 'Uploads cannot be listed',
        query: { uploads: '', prefix: `${beginning}${start}` },
      };
      const next = (xml: string) => ({
        'key-marker': element(xml, 'NextKeyMarker') ?? '',
        'upload-id-marker': element(xml, 'NextUploadIdMarker') ?? '',
      });
      for await (const xml of pages(asked, next))
        for (const each of elements(xml, 'Upload'))
          yield { name: nameIn(each, beginning), uploadId: element(each, 'UploadId') ?? '' };
    },
    abort: async (name: string, uploadId: string): Promise<void> => {
      await call({ what: `${name} cannot be given up`, method: 'DELETE', name, query: { uploadId } });
    },

    async *list(): AsyncGenerator<StoredObject> {
      const asked = { what: 'Copies cannot be listed', query: { 'list-type': '2', prefix: beginning } };
      const next = (xml: string) => ({ 'continuation-token': element(xml, 'NextContinuationToken') ?? '' });
      for await (const xml of pages(asked, next))
        for (const each of elements(xml, 'Contents'))
          yield { name: nameIn(each, beginning), bytes: Number(element(each, 'Size')) };
    },
    /** In parts, each asked for by itself, so that a connection that breaks costs one part. */
    async *read(name: string): AsyncGenerator<Buffer> {
      const what = `${name} cannot be read`;
      let from = 0;
      let same: Record<string, string> = {};
      for (let size = 1; from < size;) {
        const range = `bytes=${String(from)}-${String(from + tuning.partBytes - 1)}`;
        const { headers, body } = await call({ what, method: 'GET', name, headers: { range, ...same } });
        size = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? body.length);
        same = { 'if-match': headers.get('etag') ?? '*' };
        if (body.length === 0) return;
        from += body.length;
        yield body;
      }
    },
  };
}

const isPassing = (outcome: Refused | Error): boolean =>
  outcome instanceof Error ||
  outcome.status >= 500 ||
  outcome.status === 429 ||
  outcome.code === 'RequestTimeout';

const hashOf = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex');

const nameIn = (xml: string, beginning: string): string =>
  (element(xml, 'Key') ?? '').slice(beginning.length);

function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function element(xml: string, name: string): string | null {
  const inner = elements(xml, name)[0];
  return inner?.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole) ?? null;
}

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

interface Refused {
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

function sayRefused(what: string, refused: Refused): StoreFault {
  const { status, code, text } = refused;
  const said = `${what}: the store answered ${String(status)} ${code}${text === '' ? '' : ` (${text})`}.`;
  return new StoreFault(`${said} ${adviceOn(refused)}`.trim(), code);
}

function sayUnreachable(what: string, host: string, error: unknown): StoreFault {
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
