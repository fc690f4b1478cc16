/** The ways into the cabinet, and what a session is: seen, renewed, ended, and nobody else's. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { initDataOf } from '../api/resource-stage.js';
import { Scene } from '../cases/scene.js';
import {
  type Emulator,
  moderatorId,
  openEmulator,
  openStage,
  operatorBot,
  type Stage,
} from '../cases/stage.js';
import { BrowserUser, OWN_PAGE, resultOf, signedIn } from './browser-user.js';

const HOUR_MS = 3_600_000;
let emulator: Emulator;
let stage: Stage;
let ada: number;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());

beforeEach(async () => {
  stage = await openStage(emulator);
  const scene = new Scene(stage);
  await scene.open();
  ada = Number(scene.names.get('advertiser', 'id'));
  return () => stage.close();
});

const info = (user: BrowserUser) => user.ask('/account', { action: 'info' });

describe('pressing Start', () => {
  it('lets in the browser that asked, once, with a cookie that scripts and other sites do not reach', async () => {
    const page = new BrowserUser(stage);
    const begun = resultOf(await page.ask('/session', { action: 'begin' }));
    const { code, secret } = begun as { code: string; secret: string };
    expect(begun['link']).toBe(`https://t.me/${operatorBot.username}?start=signin_${code}`);
    const check = (who: BrowserUser, with_: string) =>
      who.ask('/session', { action: 'check', code, secret: with_ });
    expect(resultOf(await check(page, secret))).toEqual({ state: 'waiting' });

    const asked = await stage.service.cabinet.signIn.asked(code);
    expect(asked).toMatchObject({ number: begun['number'], agent: 'Test/1', address: '127.0.0.1' });
    expect(await stage.service.cabinet.signIn.agree(ada, code)).toBe(true);
    // Who only knows the link does not get in by it.
    expect(resultOf(await check(new BrowserUser(stage), 'x'.repeat(43)))).toEqual({ state: 'gone' });

    const told = await check(page, secret);
    expect(resultOf(told)).toEqual({ state: 'in' });
    expect(told.cookie).toMatch(
      /^cabinet_session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1209600$/,
    );
    expect(resultOf(await info(page))).toMatchObject({ account_id: ada });
    expect(resultOf(await check(page, secret))).toEqual({ state: 'gone' });
  });

  it('is agreed to by one person, and by nobody when it is refused or five minutes old', async () => {
    const { signIn } = stage.service.cabinet;
    const begin = () => signIn.begin({ agent: '', address: '10.0.0.1' });
    const first = await begin();
    const agreed = [];
    for (const person of [ada, 4_712, ada]) agreed.push(await signIn.agree(person, first.code));
    expect(agreed).toEqual([true, false, true]);
    const refused = await begin();
    await signIn.refuse(refused.code);
    expect((await signIn.check(refused.code, refused.secret, '')).kind).toBe('gone');
    const old = await begin();
    stage.clock.pass(5 * 60_000 + 1_000);
    expect([await signIn.asked(old.code), await signIn.agree(ada, old.code)]).toEqual([null, false]);
  });

  it('is begun thirty times in ten minutes from one address', async () => {
    const { signIn } = stage.service.cabinet;
    for (let count = 0; count < 30; count += 1) await signIn.begin({ agent: '', address: '10.0.0.2' });
    await expect(signIn.begin({ agent: '', address: '10.0.0.2' })).rejects.toMatchObject({ code: 429 });
    await signIn.begin({ agent: '', address: '10.0.0.3' });
  });
});

describe('the bot’s link', () => {
  it('opens one session, within ten minutes', async () => {
    const { ticket } = await stage.service.cabinet.signIn.ticket(ada);
    const use = (user: BrowserUser, given: string) =>
      user.ask('/session', { action: 'use_ticket', ticket: given });
    const user = new BrowserUser(stage);
    const read = (given: string) => user.ask('/session', { action: 'read_ticket', ticket: given });
    expect(resultOf(await read(ticket))).toEqual({ account_id: ada, first_name: 'advertiser' });
    expect((await info(user)).http).toBe(401);
    expect((await use(user, ticket)).http).toBe(200);
    expect((await info(user)).http).toBe(200);
    for (const over of [ticket, 'forged']) expect((await read(over)).http).toBe(401);
    expect((await use(new BrowserUser(stage), ticket)).http).toBe(401);
    const { ticket: late } = await stage.service.cabinet.signIn.ticket(ada);
    stage.clock.pass(10 * 60_000 + 1_000);
    expect((await use(new BrowserUser(stage), late)).http).toBe(401);
  });
});

describe('the messenger’s word', () => {
  const use = (user: BrowserUser, init_data: string) =>
    user.ask('/session', { action: 'use_init_data', init_data });

  it('lets in whom the platform names, and opens their account', async () => {
    const user = new BrowserUser(stage);
    const newcomer = { id: 77_001, first_name: 'Nora', language_code: 'ru' };
    expect((await use(user, initDataOf(newcomer, operatorBot.token))).http).toBe(200);
    expect(resultOf(await info(user))).toMatchObject({ account_id: 77_001, first_name: 'Nora' });
  });

  it.each([
    ['signed with another bot’s token', () => initDataOf(5, '200:another-token-that-is-none-of-ours')],
    ['an hour old', () => initDataOf(5, operatorBot.token, 3_700)],
    ['changed', () => initDataOf(5, operatorBot.token).replace('Emma', 'Eve')],
    ['none', () => 'user=%7B%22id%22%3A5%7D'],
  ])('is refused: %s', async (_, data) => {
    const user = new BrowserUser(stage);
    expect((await use(user, data())).http).toBe(401);
    expect((await info(user)).http).toBe(401);
  });
});

describe('a session', () => {
  it('is renewed after an hour; the old cookie stays good until the new one is used, and ends it after that', async () => {
    const user = await signedIn(stage, ada);
    const old = user.cookie;
    stage.clock.pass(HOUR_MS + 1_000);
    expect((await info(user)).cookie).toContain('cabinet_session=');
    expect(user.cookie).not.toBe(old);
    const copy = new BrowserUser(stage);
    copy.cookie = old;
    expect((await copy.ask('/account', { action: 'info' })).http).toBe(200);
    copy.cookie = old;
    expect((await info(user)).http).toBe(200);
    // Used twice by different hands, it is nobody's.
    expect((await info(copy)).http).toBe(401);
    expect((await info(user)).http).toBe(401);
  });

  it('survives an answer that was lost on its way', async () => {
    const user = await signedIn(stage, ada);
    const old = user.cookie;
    stage.clock.pass(HOUR_MS + 1_000);
    await info(user);
    // The browser never got the new one.
    user.cookie = old;
    stage.clock.pass(10 * 60_000);
    expect((await info(user)).http).toBe(200);
    expect(user.cookie).not.toBe(old);
    expect((await info(user)).http).toBe(200);
  });

  it('is over after two weeks without use', async () => {
    const user = await signedIn(stage, ada);
    stage.clock.pass(14 * 24 * HOUR_MS + 1_000);
    expect((await info(user)).http).toBe(401);
  });

  it('is listed with the others, and ended one by one', async () => {
    const [one, other] = [await signedIn(stage, ada), await signedIn(stage, ada)];
    const listed = async () =>
      resultOf(await one.ask('/account', { action: 'sessions' }))['sessions'] as {
        session_id: string;
        is_this: boolean;
      }[];
    const before = await listed();
    expect(before.map(({ is_this }) => is_this).sort()).toEqual([false, true]);
    const theirs = before.find(({ is_this }) => !is_this);
    await one.ask('/account', { action: 'end_session', session_id: theirs?.session_id });
    expect([(await info(other)).http, (await info(one)).http]).toEqual([401, 200]);
    const out = await one.ask('/account', { action: 'sign_out' });
    expect(out.cookie).toContain('cabinet_session=; ');
    expect((await info(one)).http).toBe(401);
  });

  it('stays ended when a request of it is under way', async () => {
    const user = await signedIn(stage, ada);
    const [session] = await stage.service.cabinet.sessions.list(ada);
    stage.clock.pass(HOUR_MS + 1_000);
    const { find } = stage.store.accounts;
    vi.spyOn(stage.store.accounts, 'find').mockImplementationOnce(async (accountId) => {
      await stage.service.cabinet.sessions.end(ada, session?.sessionId ?? '');
      return find(accountId);
    });
    await info(user);
    expect((await info(user)).http).toBe(401);
    expect(await stage.service.cabinet.sessions.list(ada)).toEqual([]);
  });

  it('ends when its person is blocked', async () => {
    const user = await signedIn(stage, ada);
    expect(await stage.service.cabinet.pulse(ada)).toMatch(/./);
    await stage.service.accounts.block(null, ada, 'Bought subscribers.');
    const refusal = await info(user);
    expect(refusal.http).toBe(403);
    expect(refusal.body).toMatchObject({
      error_code: 'account_blocked',
      reason: 'Bought subscribers.',
      contact: null,
    });
    // A stream that a key opened ends, too.
    expect(await stage.service.cabinet.pulse(ada)).toBeNull();
  });

  it('is kept as hashes alone', async () => {
    const user = await signedIn(stage, ada);
    const keys = await stage.store.sessions.keys('cabinet:', 10);
    const values = await Promise.all(keys.map((key) => stage.store.sessions.read(key)));
    expect(values).toHaveLength(1);
    const secret = user.cookie.split('-').slice(2).join('-');
    expect(secret.length).toBeGreaterThan(40);
    expect([...keys, ...values].join('\n')).not.toContain(secret);
  });
});

describe('the pulse', () => {
  it('of a moderator is another once a moderator has decided something', async () => {
    const { cabinet, trust } = stage.service;
    const before = [await cabinet.pulse(moderatorId), await cabinet.pulse(ada)];
    await trust.account(ada, true, moderatorId);
    const after = [await cabinet.pulse(moderatorId), await cabinet.pulse(ada)];
    expect(after.map((pulse, index) => pulse === before[index])).toEqual([false, true]);
  });
});

describe('another site', () => {
  const foreign = [
    ['says where it is', { 'Sec-Fetch-Site': 'cross-site' }],
    ['is a sibling', { 'Sec-Fetch-Site': 'same-site' }],
    ['is typed into the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['names another origin', { Origin: 'https://evil.example' }],
    ['has no origin', { Origin: 'null' }],
    ['says nothing at all', {}],
  ] as const;

  it.each(foreign)('does nothing with the cookie of a reader: it %s', async (_, headers) => {
    const user = await signedIn(stage, ada);
    const told = await user.ask('/account', { action: 'replace_key', kind: 'access' }, headers);
    expect(told.http).toBe(401);
    expect(JSON.stringify(told.body)).not.toContain('sg_');
  });

  it('is told from our own page of a browser that names origins alone', async () => {
    const user = await signedIn(stage, ada);
    expect((await user.ask('/account', { action: 'info' }, { Origin: stage.url })).http).toBe(200);
  });

  it('hears nothing of what changes', async () => {
    const user = await signedIn(stage, ada);
    expect((await user.read('/live', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
    const own = await user.read('/live', OWN_PAGE);
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await own.body?.cancel();
  });
});
