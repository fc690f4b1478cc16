/** The chat's side of the cabinet: agreeing to a browser, the link, money asked about again, the menu button. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { buttonsOf, Visitor } from '../bot/operator-stage.js';
import { openServiceStage, publisherId, type RunningBot, type ServiceStage } from '../bot/service-stage.js';
import { operatorName } from '../bot/stage.js';

let stage: ServiceStage;
let bot: RunningBot;
let petra: Visitor;

beforeEach(async () => {
  stage = await openServiceStage({ WITHDRAWAL_MIN: '50' });
  bot = await stage.startBot();
  await stage.client.users({ id: publisherId, first_name: 'Petra', language_code: 'en' });
  petra = new Visitor(stage, publisherId);
});
afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('Start tells which browser asks, and a press more lets it in', async () => {
  const { signIn, sessions } = stage.service.cabinet;
  const { code, secret, number } = await signIn.begin({ agent: FIREFOX, address: '203.0.113.7' });
  const asked = await petra.say(`/start signin_${code}`);
  for (const words of [number, 'Firefox, Linux', '203.0.113.7']) expect(asked.text).toContain(words);
  // Start alone lets nobody in: the link may be somebody else's.
  expect((await signIn.check(code, secret, FIREFOX)).kind).toBe('waiting');
  await petra.go('It is me', 'You are signed in');
  const state = await signIn.check(code, secret, FIREFOX);
  expect(state.kind).toBe('in');
  expect(state.kind === 'in' ? (await sessions.read(state.token))?.accountId : null).toBe(publisherId);
});

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT}`;

it.each([
  ['Chrome, iOS', `${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`],
  ['Firefox, iOS', `${IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari, iOS', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['curl/8', 'curl/8'],
])('Start names a browser as its person knows it: %s', async (name, agent) => {
  const { code } = await stage.service.cabinet.signIn.begin({ agent, address: '203.0.113.7' });
  expect((await petra.say(`/start signin_${code}`)).text).toContain(name);
});

it('who says that it is not them lets nobody in', async () => {
  const { signIn } = stage.service.cabinet;
  const { code, secret } = await signIn.begin({ agent: FIREFOX, address: '203.0.113.7' });
  await petra.say(`/start signin_${code}`);
  await petra.go('It is not me', 'Nobody was signed in');
  expect((await signIn.check(code, secret, FIREFOX)).kind).toBe('gone');
  expect((await petra.say(`/start signin_${code}`)).text).toContain('has expired');
});

it('a second press on a sign-in reads the same, and lets no other person in', async () => {
  const { signIn } = stage.service.cabinet;
  const { code, secret } = await signIn.begin({ agent: FIREFOX, address: '203.0.113.7' });
  const asked = await petra.say(`/start signin_${code}`);
  const yes = buttonsOf(asked).find(
    (each) => 'callback_data' in each && each.callback_data.startsWith('signin-yes'),
  );
  const data = yes !== undefined && 'callback_data' in yes ? yes.callback_data : '';
  await bot.stop();
  const press = () => stage.client.press(publisherId, operatorName, asked.message_id, data);
  const presses = [await press(), await press()];
  bot = await stage.startBot();
  for (const query of presses) await stage.client.waitForAnswer(publisherId, operatorName, query);
  expect((await petra.screen()).text).toContain('You are signed in');
  expect(await signIn.agree(5_005, code)).toBe(false);
  expect((await signIn.check(code, secret, FIREFOX)).kind).toBe('in');
});

it('/cabinet gives a link whose secret no server sees, and which opens one session', async () => {
  const screen = await petra.say('/cabinet');
  const button = buttonsOf(screen).find((each) => 'url' in each);
  const address = new URL(button !== undefined && 'url' in button ? button.url : '');
  expect([address.pathname, address.search]).toEqual(['/cabinet', '']);
  const ticket = address.hash.replace('#enter=', '');
  const { signIn, sessions } = stage.service.cabinet;
  const token = await signIn.byTicket(ticket, FIREFOX);
  expect((await sessions.read(token ?? ''))?.accountId).toBe(publisherId);
  expect(await signIn.byTicket(ticket, FIREFOX)).toBeNull();
});

it('a withdrawal asked for elsewhere leaves only after a yes in the chat', async () => {
  await petra.say('/start');
  const booking = { reference: 'test', note: '', bookedBy: null };
  await stage.store.ledger.deposit(publisherId, parseMoney('100'), booking, Date.now());
  const ask = (details: string) =>
    stage.service.cabinet.withdrawalRequests.ask(publisherId, { amountMicros: parseMoney('60'), details });
  await ask('Card 1');
  await petra.shows('Card 1');
  await petra.go('No, leave it', 'Nothing was withdrawn');
  expect((await stage.service.wallet.balance(publisherId)).reservedMicros).toBe(0n);
  await ask('Card 2');
  const asked = await petra.shows('Card 2');
  const yes = buttonsOf(asked).find(
    (each) => 'callback_data' in each && each.callback_data.startsWith('wish-yes'),
  );
  const data = yes !== undefined && 'callback_data' in yes ? yes.callback_data : '';
  await petra.pressData(data, asked);
  await petra.shows('Card 2', asked.message_id - 1);
  expect((await stage.service.wallet.balance(publisherId)).reservedMicros).toBe(parseMoney('60'));
  // A second press, of either button, says what there is.
  for (const again of [data, data.replace('wish-yes', 'wish-no')])
    expect((await petra.forge(again)).text).toContain('waiting');
  // Somebody else's button is worth nothing.
  await stage.client.users({ id: 5_005, first_name: 'Mallory', language_code: 'en' });
  const mallory = new Visitor(stage, 5_005);
  await mallory.say('/start');
  expect((await mallory.forge(data)).text).toContain('not to be confirmed');
});

it('the button beside the field opens the cabinet inside the messenger', async () => {
  const set = await stage.client.waitForCall({ method: 'setChatMenuButton' }, () => true);
  expect(JSON.stringify(set)).toContain('http://127.0.0.1:9/cabinet');
  expect(operatorName).not.toBe('');
});
