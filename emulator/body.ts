/** Reading requests: JSON, urlencoded and multipart bodies, and query strings, into fields and uploaded files. */
import type { IncomingMessage } from 'node:http';

export interface Upload {
  bytes: Buffer;
  fileName: string;
  mimeType: string;
}

export interface RequestFields {
  values: Record<string, unknown>;
  uploads: Map<string, Upload>;
}

export class BodyTooLarge extends Error {}
export class BodyMalformed extends Error {}

const mostBytes = 50 * 1024 * 1024;

/** The whole body. Throws BodyTooLarge. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw new BodyTooLarge('the body is over 50 MB');
    parts.push(part);
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** Fields of the query string and the body; the body's win. Throws BodyMalformed. */
export function readFields(query: URLSearchParams, contentType: string, body: Buffer): RequestFields {
  const values: Record<string, unknown> = Object.fromEntries(query);
  const uploads = new Map<string, Upload>();
  if (body.length === 0) return { values, uploads };
  if (contentType.startsWith('multipart/form-data')) {
    for (const part of readMultipart(contentType, body)) {
      if (part.fileName === null) values[part.name] = part.bytes.toString();
      else uploads.set(part.name, { bytes: part.bytes, fileName: part.fileName, mimeType: part.mimeType });
    }
  } else if (contentType.startsWith('application/x-www-form-urlencoded')) {
    Object.assign(values, Object.fromEntries(new URLSearchParams(body.toString())));
  } else {
    Object.assign(values, readJsonObject(body));
  }
  return { values, uploads };
}

/** A JSON object; an empty body is `{}`. Throws BodyMalformed. */
export function readJsonObject(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    throw new BodyMalformed("can't parse JSON object");
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new BodyMalformed('the body must be a JSON object');
  }
  return parsed as Record<string, unknown>;
}

interface Part extends Omit<Upload, 'fileName'> {
  name: string;
  fileName: string | null;
}

function readMultipart(contentType: string, body: Buffer): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) throw new BodyMalformed('multipart body without a boundary');
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let start = body.indexOf(delimiter);
  for (;;) {
    const end = start < 0 ? -1 : body.indexOf(delimiter, start + delimiter.length);
    if (end < 0) return parts;
    // Between delimiters: CRLF, headers, an empty line, the bytes, CRLF.
    const part = readPart(body.subarray(start + delimiter.length + 2, end - 2));
    if (part) parts.push(part);
    start = end;
  }
}

function readPart(bytes: Buffer): Part | null {
  const cut = bytes.indexOf('\r\n\r\n');
  if (cut < 0) return null;
  const head = bytes.toString('utf8', 0, cut);
  const name = /;\s*name="?([^";\r\n]*)"?/i.exec(head)?.[1];
  if (name === undefined) return null;
  return {
    name,
    fileName: /;\s*filename="?([^"\r\n]*)"?/i.exec(head)?.[1] ?? null,
    mimeType: /^content-type:\s*([^\r\n;]+)/im.exec(head)?.[1] ?? 'application/octet-stream',
    bytes: bytes.subarray(cut + 4),
  };
}
