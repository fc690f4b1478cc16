/** Fetches a file from the platform. The address holds the token: it is never passed on, not even in an error. */
import type { CallOptions, PlatformAnswer } from '../../platform.js';

const TIMEOUT_MS = 10_000;

export async function download(
  address: string,
  maxBytes: number,
  options?: CallOptions,
): Promise<PlatformAnswer<Uint8Array>> {
  const leftMs = (options?.deadlineMs ?? Infinity) - Date.now();
  const remainingMs = Math.max(1, Math.min(TIMEOUT_MS, leftMs));
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(remainingMs) });
    if (!response.ok || response.body === null)
      return failed('unavailable', `the file was answered with ${String(response.status)}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) return failed('bad_request', 'the file is too large');
      parts.push(part);
    }
    return { ok: true, value: Buffer.concat(parts) };
  } catch {
    return failed('unavailable', 'the file did not come');
  }
}

function failed(kind: 'unavailable' | 'bad_request', description: string): PlatformAnswer<Uint8Array> {
  return { ok: false, failure: { kind, description, retryAfterMs: null } };
}
