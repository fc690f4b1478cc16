/**
 * Notices of Crypto Pay ("Webhooks"): each is posted until it is answered with 200, 17 times over three days; then webhooks
 * are switched off. Signed with HMAC-SHA-256 over the body under the SHA-256 of the token.
 * Source: https://help.send.tg/en/articles/10279948-crypto-pay-api (1.5.2, "Recent changes" and "Webhooks").
 */
import { createHash, createHmac } from 'node:crypto';
import type { Invoice } from './ledger.js';

const TRIES_MAX = 17;

export interface Notice {
  body: string;
  tries: number;
}

export interface NoticeFaults {
  /** Each notice is posted so many times more, although it was taken. */
  repeats?: number;
  /** The latest first. */
  isReversed?: boolean;
  /** As somebody else would sign it. */
  isForged?: boolean;
}

export class Notices {
  readonly waiting: Notice[] = [];
  isOn = true;
  #number = 0;

  constructor(
    private readonly token: string,
    private readonly now: () => number,
  ) {}

  add(invoice: Invoice): void {
    if (!this.isOn) return;
    this.#number += 1;
    const notice = {
      update_id: this.#number,
      update_type: 'invoice_paid',
      request_date: new Date(this.now()).toISOString(),
      payload: invoice,
    };
    this.waiting.push({ body: JSON.stringify(notice), tries: 0 });
  }

  signatureOf(body: string, token = this.token): string {
    return createHmac('sha256', createHash('sha256').update(token).digest()).update(body).digest('hex');
  }

  /** Tries each that waits once; answers with which statuses. */
  async deliver(url: string, faults: NoticeFaults = {}): Promise<number[]> {
    const { repeats = 0, isReversed = false, isForged = false } = faults;
    const all = isReversed ? this.waiting.toReversed() : [...this.waiting];
    const statuses: number[] = [];
    for (const notice of all) {
      const signature = this.signatureOf(notice.body, isForged ? 'somebody else' : this.token);
      for (let round = 0; round <= repeats; round += 1)
        statuses.push(await this.#post(url, notice.body, signature));
      this.#note(notice, statuses.at(-1) ?? 0);
    }
    return statuses;
  }

  #note(notice: Notice, status: number): void {
    notice.tries += 1;
    if (status === 200 || notice.tries >= TRIES_MAX) this.waiting.splice(this.waiting.indexOf(notice), 1);
    if (status !== 200 && notice.tries >= TRIES_MAX) this.isOn = false;
  }

  async #post(url: string, body: string, signature: string): Promise<number> {
    const headers = { 'Content-Type': 'application/json', 'crypto-pay-api-signature': signature };
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status ?? 0;
  }
}
