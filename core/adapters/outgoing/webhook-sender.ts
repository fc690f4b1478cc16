/** Posts events to publishers' receivers: one connection a batch, bounded in time and in what is read. */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { anySignal } from '../../any-signal.js';
import type { SendFailure, UrlFault, WebhookSender } from '../../ports/outgoing.js';
import { readRetryAfter } from '../../retry-after.js';
import {
  AddressNotAllowed,
  guardedLookup,
  hostOf,
  isPublicAddress,
  type OutgoingRules,
  urlFault,
} from './addresses.js';

const ANSWERED_WITHIN_MS = 10_000;
/** The answer's body says nothing to us; so much of it is taken, so that the receiver can end in peace. */
const BODY_MAX_BYTES = 64 * 1_024;
const HEADERS_MAX_BYTES = 16 * 1_024;
const RETRY_AFTER_MAX_MS = 3_600_000;
const NAME_WITHIN_MS = 2_000;

/** Pictures are fetched by the platform, never by us: any port, and as long as the platform takes them. */
const PICTURES = { schemes: ['https', 'http'], ports: null, lengthMax: 2_048 };

export interface SenderOptions {
  rules: OutgoingRules;
  /** How names are resolved, in tests. */
  resolve?: LookupFunction;
  answeredWithinMs?: number;
}

export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { rules } = options;
  const lookup = guardedLookup(rules, options.resolve);
  return {
    fault: async (url) => urlFault(url, rules) ?? (await nameFault(hostOf(new URL(url)), lookup)),
    pictureFault: async (url) => {
      const fault = urlFault(url, { ...PICTURES, allowPrivate: rules.allowPrivate });
      if (fault !== null || rules.allowPrivate) return fault;
      const looked = await nameFault(hostOf(new URL(url)), lookup);
      return looked === 'not_found' ? null : looked;
    },
    post: async (url, message, signal) => {
      const startMs = performance.now();
      const tookMs = () => Math.round(performance.now() - startMs);
      // What was allowed when it was set may not be any more.
      if (urlFault(url, rules) !== null)
        return { ok: false, reason: 'not_allowed', retryAfterMs: null, tookMs: 0 };
      const answer = await send(url, { ...message, lookup, options, breakOff: signal });
      return { ...answer, tookMs: tookMs() };
    },
  };
}

/** A person waits for the answer: a name that takes longer counts as one that is not found. */
function nameFault(host: string, lookup: LookupFunction): Promise<UrlFault | null> {
  return new Promise((resolve) => {
    setTimeout(resolve, NAME_WITHIN_MS, 'not_found').unref();
    lookup(host, { all: true }, (error) => {
      if (error === null) resolve(null);
      else resolve(error instanceof AddressNotAllowed ? 'not_allowed' : 'not_found');
    });
  });
}

interface Sending {
  headers: Record<string, string>;
  body: string;
  lookup: LookupFunction;
  options: SenderOptions;
  breakOff: AbortSignal | undefined;
}

type Answer = { ok: true; status: number } | { ok: false; reason: SendFailure; retryAfterMs: number | null };

function send(url: string, { headers, body, lookup, options, breakOff }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    const { request: open } = url.startsWith('https:') ? https : http;
    const late = AbortSignal.timeout(options.answeredWithinMs ?? ANSWERED_WITHIN_MS);
    const signal = breakOff === undefined ? late : anySignal([late, breakOff]);
    const request = open(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'sponsorgate-webhooks',
        ...headers,
        'Content-Length': String(Buffer.byteLength(body)),
      },
      agent: false,
      lookup,
      maxHeaderSize: HEADERS_MAX_BYTES,
      signal,
    });
    request.once('socket', (socket) => {
      // The last word: whatever led here, nothing is written to an address that may not be called.
      socket.once('connect', () => {
        if (!options.rules.allowPrivate && !isPublicAddress(socket.remoteAddress ?? ''))
          request.destroy(new AddressNotAllowed());
      });
    });
    request.once('response', (response) => {
      resolve(answerOf(response));
      drain(response);
    });
    // 101 with `Upgrade`: without a listener neither an answer nor an error would come of it.
    request.once('upgrade', (response, socket) => {
      resolve(answerOf(response));
      socket.destroy();
    });
    request.on('error', (error) => {
      const cut = breakOff?.aborted === true ? 'aborted' : late.aborted ? 'timeout' : null;
      resolve({ ok: false, reason: cut ?? reasonOf(error), retryAfterMs: null });
    });
    request.end(body);
  });
}

function answerOf({ statusCode = 0, headers }: http.IncomingMessage): Answer {
  if (statusCode >= 200 && statusCode < 300) return { ok: true, status: statusCode };
  const waitMs = readRetryAfter(headers['retry-after'], Date.now());
  const retryAfterMs = waitMs === null ? null : Math.min(waitMs, RETRY_AFTER_MAX_MS);
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return { ok: false, reason: isRedirect ? 'redirect' : `status:${statusCode}`, retryAfterMs };
}

function drain(response: http.IncomingMessage): void {
  let size = 0;
  // An answer that breaks off after its status has said all we wanted to know.
  response.on('error', () => undefined);
  response.on('data', (part: Buffer) => {
    size += part.length;
    if (size > BODY_MAX_BYTES) response.destroy();
  });
}

function reasonOf(error: Error & { code?: string }): SendFailure {
  if (error instanceof AddressNotAllowed) return 'not_allowed';
  const { code = '' } = error;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'not_found';
  if (code.startsWith('HPE_')) return 'not_http';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 'certificate';
  return 'not_connected';
}
