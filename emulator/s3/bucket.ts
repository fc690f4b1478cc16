/** What is in a bucket, and what is being uploaded to it; in memory. https://docs.aws.amazon.com/AmazonS3/latest/API/ */
import { createHash } from 'node:crypto';

/** What S3 refuses: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}

export interface BucketLimits {
  /** Of every part but the last; S3: 5 MiB. */
  partBytesMin: number;
  /** Of everything in it. */
  room: number;
  /** Names on a page of a list, at most; S3: 1000. */
  pageSize: number;
}

interface Upload {
  key: string;
  parts: Map<number, Buffer>;
}

export class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Upload>();
  private begun = 0;

  constructor(
    readonly name: string,
    readonly limits: BucketLimits,
  ) {}

  put(key: string, body: Buffer): string {
    this.requireRoom(body.length);
    this.objects.set(key, body);
    return tagOf(body);
  }

  get(key: string): Buffer {
    const body = this.objects.get(key);
    if (body === undefined) throw new Refusal(404, 'NoSuchKey');
    return body;
  }

  begin(key: string): string {
    const id = `upload-${String((this.begun += 1))}`;
    this.uploads.set(id, { key, parts: new Map() });
    return id;
  }

  putPart(
    { key, uploadId, number }: { key: string; uploadId: string; number: number },
    body: Buffer,
  ): string {
    if (!(number >= 1 && number <= 10_000)) throw new Refusal(400, 'InvalidArgument');
    const { parts } = this.upload(key, uploadId);
    this.requireRoom(body.length);
    parts.set(number, body);
    return tagOf(body);
  }

  complete(
    { key, uploadId }: { key: string; uploadId: string },
    named: readonly (readonly [number, string])[],
  ): string {
    const { parts } = this.upload(key, uploadId);
    const bodies = named.map(([number, tag]) => {
      const body = parts.get(number);
      if (body === undefined || tagOf(body) !== tag) throw new Refusal(400, 'InvalidPart');
      return body;
    });
    if (bodies.length === 0) throw new Refusal(400, 'MalformedXML');
    if (named.some(([number], index) => index > 0 && number <= (named[index - 1]?.[0] ?? 0)))
      throw new Refusal(400, 'InvalidPartOrder');
    if (bodies.slice(0, -1).some(({ length }) => length < this.limits.partBytesMin))
      throw new Refusal(400, 'EntityTooSmall');
    this.uploads.delete(uploadId);
    this.objects.set(key, Buffer.concat(bodies));
    const tags = bodies.map((body) => createHash('md5').update(body).digest());
    return `"${createHash('md5').update(Buffer.concat(tags)).digest('hex')}-${String(bodies.length)}"`;
  }

  abort(key: string, uploadId: string): void {
    this.upload(key, uploadId);
    this.uploads.delete(uploadId);
  }

  /** A page of the sorted names that begin so, after one. */
  page<Entry>(
    entries: readonly (readonly [string, Entry])[],
    prefix: string,
    after: string,
  ): { found: (readonly [string, Entry])[]; isTruncated: boolean } {
    const all = entries
      .filter(([name]) => name.startsWith(prefix) && name > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return { found: all.slice(0, this.limits.pageSize), isTruncated: all.length > this.limits.pageSize };
  }

  private upload(key: string, uploadId: string): Upload {
    const upload = this.uploads.get(uploadId);
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  private requireRoom(bytes: number): void {
    const kept = [
      ...this.objects.values(),
      ...[...this.uploads.values()].flatMap(({ parts }) => [...parts.values()]),
    ];
    const taken = kept.reduce((sum, body) => sum + body.length, 0);
    if (taken + bytes > this.limits.room) throw new Refusal(507, 'XMinioStorageFull');
  }
}

export const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
