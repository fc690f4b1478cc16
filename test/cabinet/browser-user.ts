/** A browser without a window: keeps its cookie, and says where its requests come from as browsers do. */
import type { Stage } from '../cases/stage.js';

const COOKIE = /^cabinet_session=([^;]*)/;

export interface Told {
  http: number;
  body: Record<string, unknown>;
  cookie: string | null;
}

export class BrowserUser {
  readonly #url: string;
  cookie = '';

  constructor(stage: Pick<Stage, 'url'>) {
    this.#url = stage.url;
  }

  /** @param headers in the place of those that a page of our own would send */
  async ask(path: string, body: object, headers: Record<string, string> = OWN_PAGE): Promise<Told> {
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: { 'User-Agent': 'Test/1', ...headers, ...this.#held() },
      body: JSON.stringify(body),
    });
    const given = response.headers.get('set-cookie');
    const value = given === null ? undefined : COOKIE.exec(given)?.[1];
    if (value !== undefined) this.cookie = value;
    return {
      http: response.status,
      body: (await response.json()) as Record<string, unknown>,
      cookie: given,
    };
  }

  async read(path: string, headers: Record<string, string> = OWN_PAGE): Promise<Response> {
    return fetch(this.#url + path, { headers: { ...headers, ...this.#held() } });
  }

  #held(): Record<string, string> {
    return this.cookie === '' ? {} : { Cookie: `cabinet_session=${this.cookie}` };
  }
}

export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Signed in by a ticket of the bot's. */
export async function signedIn(stage: Stage, accountId: number): Promise<BrowserUser> {
  const user = new BrowserUser(stage);
  const { ticket } = await stage.service.cabinet.signIn.ticket(accountId);
  await user.ask('/session', { action: 'use_ticket', ticket });
  return user;
}

/** What an answer holds under `result`. */
export function resultOf({ body }: Told): Record<string, unknown> {
  return body['result'] as Record<string, unknown>;
}
