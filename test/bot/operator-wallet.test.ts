/**
 * The wallet in the operator bot: withdrawals asked for, taken back, paid and refused; deposits booked by hand.
 * Each dialogue in both languages, straight and with a restart of the bot after each of its steps.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsIn } from '../../bot/words.js';
import { checkedLanguages } from '../../words/index.js';
import { parseMoney } from '../../core/money.js';
import { openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { admin, CARD, introduceAccounts, moneyActions, moneySettings, secondAdmin } from './money-actions.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
} from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({
    ...moneySettings,
  });
  bot = await stage.startBot();
  await introduceAccounts(stage);
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

async function give(amount: string): Promise<void> {
  const booking = { reference: `test:${amount}`, note: '', bookedBy: null };
  await stage.store.ledger.deposit(publisherId, parseMoney(amount), booking, Date.now());
}

const { arrive, askFor, balance, isSound } = moneyActions(() => stage);

async function restart(): Promise<void> {
  await bot.stop();
  bot = await stage.startBot();
}

const runs = checkedLanguages.flatMap((language) => [
  { language, name: 'straight', pause: () => Promise.resolve() },
  { language, name: 'with a restart after each step', pause: restart },
]);

describe.each(runs)('in $language, $name', ({ language, pause }) => {
  it('a publisher asks for a withdrawal: how much, where to, and a last look', async () => {
    await give('200');
    const { visitor, words } = await arrive(publisherId, language);
    await visitor.press(words.text('button-wallet'));
    await pause();
    await visitor.press(words.text('button-withdraw'));
    await visitor.shows(/50/);
    await pause();
    await visitor.say('10');
    await visitor.shows(/⚠️/);
    await pause();
    await visitor.say('120,50');
    await visitor.shows(/card|карт|karta/i);
    await pause();
    await visitor.say(CARD);
    await visitor.shows(/120[.,]50/);
    await pause();
    // Until here nothing has moved.
    expect(await balance()).toMatchObject({ reservedMicros: 0n });
    await visitor.press(words.text('withdraw-yes'));
    const said = await visitor.shows(words.text('withdraw-asked'));
    expect(said.text).toContain(CARD);
    expect(said.text).toContain(words.text('withdrawal-waiting'));
    expect(await balance()).toMatchObject({
      availableMicros: parseMoney('79.5'),
      reservedMicros: parseMoney('120.5'),
    });
    const [asked, ...more] = await stage.service.withdrawals.list(publisherId, { beforeId: null, limit: 9 });
    expect(asked).toMatchObject({ details: CARD, state: 'waiting', amountMicros: parseMoney('120.5') });
    expect(more).toEqual([]);
    expect(await isSound()).toBe(true);
  });

  it('an administrator gets the card and pays it; the owner is told, once', async () => {
    await give('200');
    await arrive(publisherId, language);
    const { visitor: late } = await arrive(secondAdmin.id, 'en');
    const { visitor, words } = await arrive(admin.id, language);
    const id = await askFor('150');
    await late.shows(`#${String(id)}`);
    const card = await visitor.shows(`#${String(id)}`);
    expect(card.text).toContain(CARD);
    expect(card.text).toContain('Petra');
    await pause();
    await visitor.press('150', card);
    const paying = await visitor.shows(words.text('withdrawal-paying'));
    expect(paying.text).toContain(String(admin.id));
    await pause();
    await visitor.press(words.text('button-paid'), paying);
    await visitor.shows(words.text('payout-pay-ask', { id: String(id) }).replace(/<[^>]+>/g, ''));
    await pause();
    await visitor.say('Transfer 77');
    await visitor.shows(
      words.text('withdrawal-now', { id: String(id), state: words.text('withdrawal-paid') }),
    );
    const owner = new Visitor(stage, publisherId);
    await owner.shows('Transfer 77');
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('50'), reservedMicros: 0n });
    // The other administrator is too late, and is told so.
    await late.forge(`payout-refuse:${String(id)}`);
    expect((await late.screen()).text).toContain(wordsIn('en').text('withdrawal-paid'));
    await restart();
    const told = (await owner.messages()).filter((message) => message.text?.includes('Transfer 77'));
    expect(told).toHaveLength(1);
    expect(await isSound()).toBe(true);
  });

  it('an administrator refuses with a reason, and the amount is available again', async () => {
    await give('200');
    await arrive(publisherId, language);
    const { visitor, words } = await arrive(admin.id, language);
    const id = await askFor('150');
    await visitor.shows(`#${String(id)}`);
    await visitor.say('/payouts');
    await visitor.go(`#${String(id)}`, CARD);
    await pause();
    await visitor.press(words.text('button-reject'));
    await visitor.shows(words.text('payout-refuse-ask', { id: String(id) }).replace(/<[^>]+>/g, ''));
    await pause();
    await visitor.say('No such card');
    await visitor.shows(
      words.text('withdrawal-now', { id: String(id), state: words.text('withdrawal-refused') }),
    );
    await new Visitor(stage, publisherId).shows('No such card');
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('200'), reservedMicros: 0n });
    expect(await isSound()).toBe(true);
  });

  it('an administrator books a deposit by hand, once', async () => {
    const { visitor, words } = await arrive(admin.id, language);
    await visitor.press(words.text('button-payouts'));
    await visitor.press(words.text('button-purse'));
    await visitor.shows(words.text('purse-ask').replace(/<[^>]+>/g, ''));
    await pause();
    await visitor.say(String(publisherId));
    await visitor.shows('Petra');
    await pause();
    await visitor.press(words.text('button-credit'));
    await pause();
    await visitor.say('300');
    await visitor.shows(words.text('credit-note').replace(/<[^>]+>/g, ''));
    await pause();
    await visitor.say('Invoice 12');
    await visitor.shows('Petra');
    await pause();
    await visitor.press(words.text('credit-yes'));
    await visitor.shows('✅');
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('300') });
    const [line, ...more] = await stage.service.wallet.history(publisherId, {
      beforeEntryId: null,
      limit: 9,
    });
    expect(line).toMatchObject({ kind: 'deposit', note: 'Invoice 12' });
    expect(more).toEqual([]);
    expect(await isSound()).toBe(true);
  });

  it('an administrator takes more than there is, once: the question says what is left, and the owner why', async () => {
    await give('30');
    await arrive(publisherId, language);
    const { visitor, words } = await arrive(admin.id, language);
    await visitor.forge(`purse-adjust:${String(publisherId)}`);
    await pause();
    await visitor.press(words.text('button-adjust-take'), await visitor.shows('⚖️'));
    await visitor.shows(words.text('adjust-ask-take', { id: '801' }).replace(/<[^>]+>/g, ''));
    await pause();
    await visitor.say('50');
    await pause();
    const asked = await visitor.say('Paid twice <b>');
    for (const said of [/50[.,]00/, /Petra/, /801/, /Paid twice <b>/, /[-−]\D*20[.,]00/])
      expect(asked.text).toMatch(said);
    expect(asked.text).toContain(words.text('adjust-debt'));
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('30') });
    await pause();
    await visitor.press(words.text('credit-yes'), asked);
    await new Visitor(stage, publisherId).shows(/[-−]\D*50[.,]00.*Paid twice <b>/);
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('-20') });
    const again = await visitor.pressAgain(words.text('credit-yes'), asked);
    expect(again).toMatchObject({ note: words.text('error-stale') });
    const [line] = await stage.service.wallet.history(publisherId, { beforeEntryId: null, limit: 9 });
    expect(line).toMatchObject({
      kind: 'adjustment',
      amountMicros: parseMoney('-50'),
      note: 'Paid twice <b>',
    });
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('-20') });
    expect(await isSound()).toBe(true);
  });
});

describe.each(checkedLanguages)('in %s', (language) => {
  it('the wallet, the history and the list say what happened, and one that waits can be taken back', async () => {
    await arrive(publisherId, language);
    await give('500');
    const [first, second] = [await askFor('100', 'a'), await askFor('60', 'b')];
    await stage.service.withdrawals.pay(admin.id, first, {
      seenMicros: parseMoney('100'),
      note: 'Transfer 1',
    });
    // Told first, so that it does not come between two screens.
    await new Visitor(stage, publisherId).shows('Transfer 1');
    const { visitor, words } = await arrive(publisherId, language);
    await visitor.press(words.text('button-wallet'));
    await visitor.shows(/340[.,]00[^]*60[.,]00|60[.,]00[^]*340[.,]00/);
    // What /get-balance answers: a withdrawal counts from the asking.
    const owner = { kind: 'access', accountId: publisherId, botId: null } as const;
    expect((await stage.service.wallet.summary(owner)).balanceMicros).toBe(parseMoney('340'));
    await visitor.press(words.text('button-history'));
    const history = await visitor.shows(words.text('entry-withdrawal-paid'));
    const lines = (history.text ?? '').split('\n').slice(2);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/🔒 .*100[.,]00.*340[.,]00/);
    expect(lines[1]).toMatch(/60[.,]00.*340[.,]00/);
    expect(lines[3]).toMatch(/\+.*500[.,]00.*500[.,]00/);
    await visitor.press(words.text('button-back'));
    await visitor.press(words.text('button-withdrawals'));
    await visitor.press(`#${String(second)}`);
    await visitor.press(words.text('button-withdrawal-drop'));
    const { isAlert } = await visitor.press(words.text('button-withdrawal-drop-yes'));
    expect(isAlert).toBe(false);
    expect((await visitor.screen()).text).toContain(words.text('withdrawal-cancelled'));
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('400'), reservedMicros: 0n });
    // The button is still on another screen: nothing is taken back twice.
    expect(await visitor.forge(`withdrawal-dropped:${String(second)}`)).toMatchObject({ isAlert: true });
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('400') });
    expect(await isSound()).toBe(true);
  });
});

describe('a balance that falls while its person says how much', () => {
  it('is said to be too little, and is offered no longer', async () => {
    await give('200');
    const { visitor, words } = await arrive(publisherId, 'en');
    await visitor.press(words.text('button-wallet'));
    await visitor.press(words.text('button-withdraw'));
    await askFor('180');
    await visitor.say('120');
    const said = await visitor.shows('⚠️');
    expect(said.text).toContain('You can withdraw once ₽50.00 are available.');
    expect(buttonsOf(said).map(({ text }) => text)).toEqual([words.text('button-cancel')]);
  });
});

describe('no one', () => {
  it('else reaches what is the administrators’, or somebody’s own', async () => {
    await give('200');
    const id = await askFor('150');
    for (const stranger of [moderator.id, publisherId]) {
      const visitor = new Visitor(stage, stranger);
      const profile = await visitor.say('/start');
      expect(buttonsOf(profile).some(({ text }) => text.includes('Payouts'))).toBe(false);
      expect((await visitor.say('/payouts')).text).toContain('did not understand');
      const presses = [
        'payouts',
        'purse',
        `purse:${String(publisherId)}`,
        `purse-credit:${String(stranger)}`,
        `purse-adjust:${String(publisherId)}`,
      ];
      const more = [
        ...[`payout:${String(id)}`, `payout-begin:${String(id)}:150000000`, `payout-back:${String(id)}`],
        `payout-pay:${String(id)}`,
        `payout-refuse:${String(id)}`,
      ];
      for (const data of [
        ...presses,
        ...more,
        `purse-stars:${String(publisherId)}`,
        'refund:1',
        'refunded:1',
      ])
        expect(await visitor.forge(data), data).toMatchObject({ isAlert: true });
    }
    const stranger = new Visitor(stage, moderator.id);
    for (const what of ['withdrawal', 'withdrawal-drop', 'withdrawal-dropped'])
      expect(await stranger.forge(`${what}:${String(id)}`)).toMatchObject({ isAlert: true });
    expect(await balance()).toMatchObject({
      availableMicros: parseMoney('50'),
      reservedMicros: parseMoney('150'),
    });
  });

  it('asks for less than the least, more than there is, or for too many at once', async () => {
    const visitor = new Visitor(stage, publisherId);
    await visitor.say('/wallet');
    expect(await visitor.press('Withdraw')).toMatchObject({ isAlert: true });
    await give('400');
    for (const key of ['a', 'b', 'c', 'd', 'e']) await askFor('50', key);
    await visitor.go('Withdraw', 'How much');
    await visitor.press('All');
    await visitor.shows('Where shall we pay');
    await visitor.say(CARD);
    await visitor.shows('150.00');
    await visitor.press('Yes, withdraw');
    await visitor.shows('5 withdrawals waiting');
    expect(await balance()).toMatchObject({ availableMicros: parseMoney('150') });
  });

  it.each(['₽1,000.00', '1 000,00 ₽'])('takes an amount as the bot writes it: %s', async (amount) => {
    const visitor = new Visitor(stage, publisherId);
    await give('2000');
    await visitor.say('/wallet');
    await visitor.go('Withdraw', 'How much');
    await visitor.say(amount);
    await visitor.shows('Where shall we pay');
    await visitor.say(CARD);
    await visitor.shows('₽1,000.00');
  });

  it('reads the details in the database', async () => {
    await give('200');
    const id = await askFor('150');
    const stored = await stage.store.withdrawals.find(id);
    expect(stored?.detailsCipher).not.toContain('4000');
    expect((await stage.service.withdrawals.info(publisherId, id)).details).toBe(CARD);
  });
});

it('a way of payment that can be taken back is refused with the reason, until the account is trusted', async () => {
  const other = await openServiceStage({
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'test_key-of-a-shop-in-a-test',
    DEPOSITS_INSIDE: 'all',
  });
  const running = await other.startBot();
  await other.client.users({ id: publisherId, first_name: 'Petra', language_code: 'en' });
  const visitor = new Visitor(other, publisherId);
  await visitor.say('/start');
  await visitor.say('/wallet');
  const words = wordsIn('en');
  const way = words.text('button-deposit-rail', { rail: words.text('wallet-rails-yookassa') });
  const { note } = await visitor.press(way);
  expect(note).toBe(words.text('error-rail-untrusted'));
  await other.service.trust.account(publisherId, true, null);
  await visitor.press(way);
  await visitor.shows('How much?');
  await running.stop();
  await other.close();
});

it('a withdrawal that a rail pays by a check is taken by its link in the chat', async () => {
  const rail = await openCryptoPay();
  const other = await openServiceStage({
    CRYPTO_PAY_TOKEN: rail.token,
    CRYPTO_PAY_ROOT: rail.url,
    CRYPTO_PAY_PAYOUTS: 'check',
    ADMIN_IDS: String(admin.id),
    WITHDRAWAL_HOURS: '0',
    WITHDRAWAL_MIN: '50',
  });
  const running = await other.startBot();
  const { accounts, wallet, withdrawals, payouts } = other.service;
  await other.client.users({ id: publisherId, first_name: 'Petra', language_code: 'en' });
  await accounts.open({ accountId: publisherId, firstName: 'Petra', username: '', language: 'en' });
  const visitor = new Visitor(other, publisherId);
  await visitor.say('/start');
  const amountMicros = parseMoney('800');
  await wallet.credit(publisherId, amountMicros, { reference: 'd', note: '', bookedBy: null });
  const wanted = { amountMicros, details: '', rail: 'crypto_pay', requestKey: 'k' } as const;
  const asking = await withdrawals.ask(publisherId, wanted);
  const withdrawalId = 'withdrawal' in asking ? asking.withdrawal.withdrawalId : 0;
  expect(await payouts.send(admin.id, withdrawalId, amountMicros)).toBe('begun');
  await payouts.run();
  const words = wordsIn('en');
  const told = await visitor.shows(
    words.text('notification-payout-check', { withdrawalId: String(withdrawalId) }),
  );
  expect(told.text).not.toContain('start=CQ');
  await visitor.press(words.text('button-withdrawal'));
  const shown = await visitor.shows(words.text('withdrawal-sending'));
  expect(buttonsOf(shown)).toContainEqual({
    text: words.text('button-take-check'),
    url: rail.ledger.checks[0]?.bot_check_url,
  });
  await running.stop();
  await other.close();
  await rail.close();
});
