import type { Response } from 'undici';

/** @returns the body of an answer; null where it is longer, and then the rest is not read */
export async function boundedBody({ body }: Response, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
