/** One bucket of an S3-compatible store on a real socket, with the faults that a store has on a bad day. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { openLocalServer } from '../local-server.js';
import { Bucket, type BucketLimits, Refusal, tagOf } from './bucket.js';
import { type Account, requireSigned } from './signature.js';

export type Operation =
  | 'PutObject'
  | 'GetObject'
  | 'DeleteObject'
  | 'ListObjects'
  | 'CreateUpload'
  | 'UploadPart'
  | 'CompleteUpload'
  | 'AbortUpload'
  | 'ListUploads';

/**
 * What goes wrong with a call. `error`: 500, nothing is done. `slow down`: 503. `lost`: it is done, and its answer never comes.
 * `silent`: nothing is done, and nothing comes. `truncated`: the body breaks off in the middle. `short`: half the body comes as
 * if it were whole. `wrong tag`: it is done, and answered with the ETag of something else. `denied`: 403.
 * `late error`: 200, with an error as its body, which S3 may answer to CompleteUpload; nothing is done.
 */
export type S3Fault =
  | 'error'
  | 'slow down'
  | 'lost'
  | 'silent'
  | 'truncated'
  | 'short'
  | 'wrong tag'
  | 'denied'
  | 'late error';

export interface S3 {
  /** With the bucket. */
  url: string;
  account: Account;
  bucket: Bucket;
  /** Its clock. */
  now: () => number;
  /** The next calls of the operation meet these, one each; null: nothing goes wrong. */
  fault: (operation: Operation, ...faults: (S3Fault | null)[]) => void;
  /** Hears each call before it is done; what it returns is awaited. */
  onCall: ((operation: Operation) => Promise<void> | void) | null;
  /** The calls so far, those that were refused, too. */
  calls: Operation[];
  close(): Promise<void>;
}

interface Call {
  operation: Operation;
  key: string;
  query: URLSearchParams;
  range: string | undefined;
  match: string | undefined;
  body: Buffer;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export async function openS3(limits: Partial<BucketLimits> = {}): Promise<S3> {
  const bucket = new Bucket('backups', {
    partBytesMin: 5 * 1_024 * 1_024,
    room: Infinity,
    pageSize: 1_000,
    ...limits,
  });
  const account = { accessKey: 'EMULATOR', secretKey: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-north-1' };
  const faults = new Map<Operation, (S3Fault | null)[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await callOf(request, bucket.name);
    store.calls.push(call.operation);
    await store.onCall?.(call.operation);
    const fault = faults.get(call.operation)?.shift() ?? null;
    if (fault === 'silent') return;
    send(response, outcomeOf(request, call, fault), { fault, nowMs: store.now() });
  };

  const outcomeOf = (request: IncomingMessage, call: Call, fault: S3Fault | null): Answer => {
    try {
      const { method = '', url = '', headers } = request;
      requireSigned({ method, url, headers, body: call.body }, account, store.now());
      if (decodeURIComponent(url.split(/[/?]/)[1] ?? '') !== bucket.name)
        throw new Refusal(404, 'NoSuchBucket');
      if (fault === 'error') throw new Refusal(500, 'InternalError');
      if (fault === 'slow down') throw new Refusal(503, 'SlowDown');
      if (fault === 'denied') throw new Refusal(403, 'AccessDenied');
      if (fault === 'late error') return { body: xmlOf(new Refusal(200, 'InternalError')) };
      return operations[call.operation](bucket, call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: xmlOf(error) };
    }
  };

  const { url, close } = await openLocalServer(answer);
  const store: S3 = {
    url: `${url}/${bucket.name}`,
    account,
    bucket,
    now: Date.now,
    onCall: null,
    calls: [],
    close,
    fault: (operation, ...more) => {
      faults.set(operation, [...(faults.get(operation) ?? []), ...more]);
    },
  };
  return store;
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = '' }: Answer,
  { fault, nowMs }: { fault: S3Fault | null; nowMs: number },
): void {
  if (fault === 'lost') {
    response.destroy();
    return;
  }
  const whole = Buffer.from(body);
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  const sent = fault === 'short' ? half : whole;
  const tag = fault === 'wrong tag' ? { ETag: '"00000000000000000000000000000000"' } : {};
  const date = new Date(nowMs).toUTCString();
  response.writeHead(status, { Date: date, 'Content-Length': String(sent.length), ...headers, ...tag });
  if (fault === 'truncated') response.write(half, () => response.destroy());
  else response.end(sent);
}

const operations: Readonly<Record<Operation, (bucket: Bucket, call: Call) => Answer>> = {
  PutObject: (bucket, { key, body }) => ({ headers: { ETag: bucket.put(key, body) } }),
  GetObject: (bucket, { key, range, match }) => {
    const whole = bucket.get(key);
    const ETag = tagOf(whole);
    if (match !== undefined && match !== ETag) throw new Refusal(412, 'PreconditionFailed');
    if (range === undefined) return { headers: { ETag }, body: whole };
    const [from = NaN, to = NaN] = /^bytes=(\d+)-(\d+)$/.exec(range)?.slice(1).map(Number) ?? [];
    if (!(from < whole.length && to >= from)) throw new Refusal(416, 'InvalidRange');
    const body = whole.subarray(from, to + 1);
    const place = `bytes ${String(from)}-${String(from + body.length - 1)}/${String(whole.length)}`;
    return { status: 206, headers: { ETag, 'Content-Range': place }, body };
  },
  DeleteObject: (bucket, { key }) => {
    bucket.objects.delete(key);
    return { status: 204 };
  },
  ListObjects: (bucket, { query }) => {
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8');
    const { found, isTruncated } = bucket.page([...bucket.objects], query.get('prefix') ?? '', after);
    const contents = found.map(
      ([key, body]) =>
        `<Contents><Key>${escaped(key)}</Key><ETag>${escaped(tagOf(body))}</ETag><Size>${String(body.length)}</Size></Contents>`,
    );
    const token = Buffer.from(found.at(-1)?.[0] ?? '').toString('base64');
    const next = isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
    return {
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${String(isTruncated)}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
    };
  },
  CreateUpload: (bucket, { key }) => ({
    body: `<InitiateMultipartUploadResult><Key>${escaped(key)}</Key><UploadId>${bucket.begin(key)}</UploadId></InitiateMultipartUploadResult>`,
  }),
  UploadPart: (bucket, { key, query, body }) => {
    const place = { key, uploadId: query.get('uploadId') ?? '', number: Number(query.get('partNumber')) };
    return { headers: { ETag: bucket.putPart(place, body) } };
  },
  CompleteUpload: (bucket, { key, query, body }) => {
    const parts = [...body.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
    const named = parts.map(([, number, tag = '']) => [Number(number), tag] as const);
    const tag = bucket.complete({ key, uploadId: query.get('uploadId') ?? '' }, named);
    return {
      body: `<CompleteMultipartUploadResult><ETag>${escaped(tag)}</ETag></CompleteMultipartUploadResult>`,
    };
  },
  AbortUpload: (bucket, { key, query }) => {
    bucket.abort(key, query.get('uploadId') ?? '');
    return { status: 204 };
  },
  ListUploads: (bucket, { query }) => {
    const entries = [...bucket.uploads].map(([id, { key }]) => [`${key} ${id}`, { key, id }] as const);
    const marker = query.get('key-marker');
    const after = marker === null ? '' : `${marker} ${query.get('upload-id-marker') ?? ''}`;
    const { found, isTruncated } = bucket.page(entries, query.get('prefix') ?? '', after);
    const uploads = found.map(
      ([, { key, id }]) => `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    const last = found.at(-1)?.[1];
    const next = `<NextKeyMarker>${escaped(last?.key ?? '')}</NextKeyMarker><NextUploadIdMarker>${last?.id ?? ''}</NextUploadIdMarker>`;
    return {
      body: `<ListMultipartUploadsResult><IsTruncated>${String(isTruncated)}</IsTruncated>${next}${uploads.join('')}</ListMultipartUploadsResult>`,
    };
  },
};

async function callOf(request: IncomingMessage, bucket: string): Promise<Call> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://store');
  return {
    operation: operationOf(request.method ?? '', query),
    key: decodeURIComponent(pathname.slice(bucket.length + 2)),
    query,
    range: request.headers.range,
    match: request.headers['if-match'],
    body: await buffer(request),
  };
}

function operationOf(method: string, query: URLSearchParams): Operation {
  const isOfUpload = query.has('uploadId');
  if (method === 'PUT') return isOfUpload ? 'UploadPart' : 'PutObject';
  if (method === 'POST') return isOfUpload ? 'CompleteUpload' : 'CreateUpload';
  if (method === 'DELETE') return isOfUpload ? 'AbortUpload' : 'DeleteObject';
  if (query.has('uploads')) return 'ListUploads';
  return query.get('list-type') === '2' ? 'ListObjects' : 'GetObject';
}

const xmlOf = ({ code, message }: Refusal): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`;

const escaped = (text: string): string =>
  text.replace(
    /[<>&"]/g,
    (mark) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[mark] ?? mark,
  );
