/**
 * Whether a call is signed as S3 wants it: Signature Version 4 in the header, over a body whose hash is said.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './bucket.js';

export interface SignedCall {
  method: string;
  /** As it came, with its query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Account {
  accessKey: string;
  secretKey: string;
  region: string;
}

const SKEW_MS = 15 * 60_000;
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** @throws Refusal as S3 has it */
export function requireSigned(call: SignedCall, account: Account, nowMs: number): void {
  const [, accessKey, day = '', region = '', names = '', signature = ''] =
    FORM.exec(call.headers.authorization ?? '') ?? [];
  if (accessKey === undefined) throw new Refusal(403, 'AccessDenied');
  if (accessKey !== account.accessKey) throw new Refusal(403, 'InvalidAccessKeyId');
  if (region !== account.region)
    throw new Refusal(400, 'AuthorizationHeaderMalformed', `expecting '${account.region}'`);
  const moment = headerOf(call, 'x-amz-date');
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(moment) ?? [];
  const iso = `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
  if (!(Math.abs(Date.parse(iso) - nowMs) <= SKEW_MS)) throw new Refusal(403, 'RequestTimeTooSkewed');
  const bodyHash = headerOf(call, 'x-amz-content-sha256');
  const signedNames = names.split(';');
  // What stands in x-amz- headers and the host has to be signed.
  const needed = ['host', ...Object.keys(call.headers).filter((name) => name.startsWith('x-amz-'))];
  if (date !== day || !needed.every((name) => signedNames.includes(name)))
    throw new Refusal(403, 'AccessDenied');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical(call, signedNames, bodyHash))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${account.secretKey}`);
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), hmac(key, text)))
    throw new Refusal(403, 'SignatureDoesNotMatch');
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(call.body))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
}

function canonical(call: SignedCall, names: readonly string[], bodyHash: string): string {
  const [path = '', query = ''] = call.url.split('?');
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => [...pair.split('='), ''].slice(0, 2).map(encoded).join('='))
    .sort();
  const headers = names
    .map((name) => `${name}:${headerOf(call, name).trim().replace(/\s+/g, ' ')}\n`)
    .join('');
  const encodedPath = path.split('/').map(encoded).join('/');
  return [call.method, encodedPath, pairs.join('&'), headers, names.join(';'), bodyHash].join('\n');
}

/** Everything but A-Z, a-z, 0-9, `-`, `.`, `_` and `~` by its bytes. */
function encoded(text: string): string {
  return encodeURIComponent(decodeURIComponent(text.replaceAll('+', ' '))).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const headerOf = ({ headers }: SignedCall, name: string): string => String(headers[name] ?? '');
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
