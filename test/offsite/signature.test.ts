/** The emulated store knows signatures by itself: those that Amazon's documents show as examples, and no other. */
import { describe, expect, it } from 'vitest';
import { requireSigned } from '../../emulator/s3/signature.js';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const account = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const nowMs = Date.UTC(2013, 4, 24);
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const scheme = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const common = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };

const get = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    ...common,
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    authorization: `${scheme},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
  body: Buffer.alloc(0),
};
const put = {
  method: 'PUT',
  url: '/test%24file.text',
  headers: {
    ...common,
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    authorization: `${scheme},SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd`,
  },
  body: Buffer.from('Welcome to Amazon S3.'),
};
const list = {
  method: 'GET',
  url: '/?max-keys=2&prefix=J',
  headers: {
    ...common,
    'x-amz-content-sha256': EMPTY,
    authorization: `${scheme},SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7`,
  },
  body: Buffer.alloc(0),
};
const examples = { get, put, list };

describe('a signature', () => {
  it.each(Object.entries(examples))('of Amazon’s example is right: %s', (_, call) => {
    requireSigned(call, account, nowMs);
  });

  it.each([
    ['another path', { ...get, url: '/other.txt' }, nowMs, 'SignatureDoesNotMatch'],
    [
      'another range',
      { ...get, headers: { ...get.headers, range: 'bytes=0-8' } },
      nowMs,
      'SignatureDoesNotMatch',
    ],
    ['another query', { ...list, url: '/?max-keys=3&prefix=J' }, nowMs, 'SignatureDoesNotMatch'],
    ['another body', { ...put, body: Buffer.from('Welcome') }, nowMs, 'XAmzContentSHA256Mismatch'],
    [
      'a header that is not signed',
      { ...get, headers: { ...get.headers, 'x-amz-acl': 'public' } },
      nowMs,
      'AccessDenied',
    ],
    ['another time', get, nowMs + 16 * 60_000, 'RequestTimeTooSkewed'],
    ['no signature', { ...get, headers: common }, nowMs, 'AccessDenied'],
  ])('of %s is refused', (_, call, atMs, code) => {
    expect(() => {
      requireSigned(call, account, atMs);
    }).toThrow(expect.objectContaining({ code }));
  });
});
