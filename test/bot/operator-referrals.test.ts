/** Promise: the link in /help brings new accounts, by chat and by the web, and none that were there before. */
import { beforeEach, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { openStageWithApi, type StageWithApi } from './stage-with-api.js';
import { Visitor } from './operator-stage.js';

const [REFERRER, NEWCOMER, OLD] = [51, 52, 53];
let running: StageWithApi;

beforeEach(async () => {
  running = await openStageWithApi({ REFERRAL_PERCENT: '20', REFERRAL_MONTHS: '1', WITHDRAWAL_MIN: '1' });
  return () => running.close();
});

async function person(id: number): Promise<Visitor> {
  await running.stage.client.users({ id, first_name: `Person ${String(id)}`, language_code: 'en' });
  return new Visitor(running.stage, id);
}

/** The link that /help shows, and its code. */
async function linkOf(visitor: Visitor) {
  const { text = '' } = await visitor.say('/help');
  const link = /Your link: (\S+)/.exec(text)?.[1];
  return { text, link, code: /start=(ref_[\w-]+)$/.exec(link ?? '')?.[1] ?? '' };
}

const page = () => running.stage.service.referrals.page(REFERRER, { offset: 0, limit: 10 });

async function deposit(accountId: number) {
  const booking = { reference: `test:${String(accountId)}`, note: '', bookedBy: null };
  await running.stage.service.wallet.credit(accountId, parseMoney('10'), booking);
}

async function withdraw(accountId: number, details: string) {
  const requestKey = `${String(accountId)} ${details}`;
  const wanted = { amountMicros: parseMoney('1'), details, requestKey };
  await running.stage.service.withdrawals.ask(accountId, wanted);
}

it('brings somebody new, who reads the welcome as anybody', async () => {
  const { text, code } = await linkOf(await person(REFERRER));
  expect(text).toContain("you earn 20 % of the service's fee, for 1 month.");
  const welcome = await (await person(NEWCOMER)).say(`/start ${code}`);
  expect(welcome.text).toContain('Sponsorgate');
  expect(await page()).toMatchObject({ total: 1, referrals: [{ percent: 20, state: 'active' }] });
});

it('brings no one who has an account, nor its own person', async () => {
  const referrer = await person(REFERRER);
  const { code } = await linkOf(referrer);
  const old = await person(OLD);
  await old.say('/start');
  await old.say(`/start ${code}`);
  await referrer.say(`/start ${code}`);
  await (await person(NEWCOMER)).say('/start ref_unknown-code');
  expect(await page()).toMatchObject({ total: 0 });
});

it('leads from the web to the same chat', async () => {
  const { link, code } = await linkOf(await person(REFERRER));
  const follow = (path: string) => fetch(`${running.url}/invite/${path}`, { redirect: 'manual' });
  const answer = await follow(code.slice('ref_'.length));
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(link);
  expect((await follow('%3Cscript%3E')).status).toBe(404);
});

it.each([
  ['a card written in two ways', 'Card 4000 1234 5678 9010, P. Petrova', '4000-1234-5678-9010'],
  ['a name written in two ways', 'PayPal: pat@example.org', 'paypal pat@EXAMPLE.org'],
])('ends when both ask for payment to one destination: %s', async (_, ofReferrer, ofNewcomer) => {
  const { code } = await linkOf(await person(REFERRER));
  await (await person(NEWCOMER)).say(`/start ${code}`);
  for (const accountId of [REFERRER, NEWCOMER]) await deposit(accountId);
  await withdraw(REFERRER, ofReferrer);
  await withdraw(NEWCOMER, 'Card 4000 1234 5678 9028');
  expect(await page()).toMatchObject({ referrals: [{ state: 'active' }] });
  await withdraw(NEWCOMER, ofNewcomer);
  expect(await page()).toMatchObject({ referrals: [{ state: 'ended' }] });
});

it('is in no help where the service pays for none', async () => {
  await running.close();
  running = await openStageWithApi();
  const { text, link } = await linkOf(await person(REFERRER));
  expect(text).toContain('/paysupport');
  expect(link).toBeUndefined();
  // A link of before, which somebody finds now.
  await running.stage.store.referrals.code(REFERRER, 'any-code', 1);
  await (await person(NEWCOMER)).say('/start ref_any-code');
  expect(await page()).toMatchObject({ total: 0 });
});
