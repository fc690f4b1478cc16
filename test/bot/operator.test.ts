/** The operator bot's screens, through the emulated platform, in both languages. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage();
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

async function newcomer(id: number, language: 'en' | 'ru'): Promise<Visitor> {
  await stage.client.users({ id, first_name: language === 'ru' ? 'Пётр' : 'Peter', language_code: language });
  return new Visitor(stage, id);
}

const texts = {
  en: {
    access: 'Access Key',
    statistics: 'Statistics token',
    hide: 'Hide',
    replace: 'Replace',
    yes: 'Yes, replace',
    available: 'Available',
    notUsed: 'Not used yet',
  },
  ru: {
    access: 'Access Key',
    statistics: 'Statistics token',
    hide: 'Скрыть',
    replace: 'Заменить',
    yes: 'Да, заменить',
    available: 'Доступно',
    notUsed: 'Ещё не использовался',
  },
} as const;

describe.each(['en', 'ru'] as const)('the profile, in %s', (language) => {
  const say = texts[language];

  it('shows balances, and the keys on demand, hides them, and replaces them after a confirmation', async () => {
    const peter = await newcomer(11, language);
    const profile = await peter.say('/start');
    expect(profile.text).toContain(say.available);
    expect(profile.text).not.toMatch(/sg_/);

    await peter.press(say.access);
    const shown = await peter.shows(/sg_access_[\w-]+/);
    const key = /sg_access_[\w-]+/.exec(shown.text ?? '')?.[0] ?? '';
    expect(shown.text).toContain(say.notUsed);
    expect(await stage.service.accounts.authenticate(key)).toMatchObject({ accountId: 11, kind: 'access' });

    await peter.press(say.statistics);
    expect((await peter.shows(/sg_stat_/)).text).not.toMatch(/sg_access_/);
    await peter.press(say.hide);
    expect((await peter.screen()).text).not.toMatch(/sg_/);

    await peter.press(say.access);
    await peter.press(say.replace);
    expect((await peter.screen()).text).not.toMatch(/sg_/);
    await peter.press(say.yes);
    const replaced = await peter.shows(/sg_access_/);
    expect(replaced.text).not.toContain(key);
    expect(await stage.service.accounts.authenticate(key)).toBeNull();
    expect(await peter.messages()).toHaveLength(2);
  });

  it('the way back from a replacement changes nothing', async () => {
    const peter = await newcomer(11, language);
    await peter.say('/start');
    const before = await stage.service.accounts.revealKey(11, 'access');
    await peter.press(say.access);
    await peter.press(say.replace);
    await peter.press(language === 'ru' ? 'Назад' : 'Back');
    expect((await peter.screen()).text).toContain(before);
  });
});

describe('manners', () => {
  it('speaks the messenger’s language, and another when asked to', async () => {
    const peter = await newcomer(12, 'ru');
    await peter.say('/start');
    await peter.go('Язык', 'языке');
    await peter.press('English');
    await peter.shows('Available');
    expect((await peter.say('/help')).text).toContain('What is this bot for');
    await peter.go('Profile', 'Available');
    await bot.stop();
    bot = await stage.startBot();
    expect((await peter.say('/start')).text).toContain('Available');
  });

  it('registers its commands in each language', async () => {
    const calls = await stage.client.calls({ method: 'setMyCommands' });
    expect(calls.map((call) => (call.payload as { language_code?: string }).language_code ?? '')).toEqual([
      '',
      'en',
      'ru',
    ]);
    expect(JSON.stringify(calls)).toContain('Мои заказы');
  });

  it('answers what it does not understand, and buttons of another time', async () => {
    const peter = await newcomer(13, 'en');
    expect((await peter.say('what is this')).text).toContain('did not understand');
    expect((await peter.say('/nonsense')).text).toContain('did not understand');
    await peter.say('/start');
    for (const data of ['key:nothing', 'no-such-button', 'bot:abc', 'bot:', 'say:50']) {
      expect((await peter.forge(data)).note).toContain('out of date');
    }
  });

  it('a blocked account gets nothing but that', async () => {
    const peter = await newcomer(14, 'en');
    await peter.say('/start');
    await stage.service.accounts.setBlocked(moderator.id, 14, true);
    expect((await peter.say('/start')).text).toContain('blocked');
    expect((await peter.say('/bots')).text).toContain('blocked');
  });

  it('a fault of ours gets an id to quote, under which the log has the rest', async () => {
    const peter = await newcomer(15, 'en');
    await peter.say('/start');
    const { wallet } = stage.service;
    const whole = wallet.balance;
    wallet.balance = () => Promise.reject(new Error('the disk is on fire'));
    const { note, isAlert } = await peter.press('Wallet');
    wallet.balance = whole;
    const id = /id: ([\da-f]{8})/.exec(note)?.[1] ?? 'none';
    expect(isAlert).toBe(true);
    expect(note).not.toContain('fire');
    expect(stage.logged.find((line) => line.includes(id))).toContain('the disk is on fire');
  });
});

describe('moderation', () => {
  async function waitingOrder(): Promise<number> {
    const { id } = await stage.client.chats({ type: 'channel', title: 'Gardens', username: 'gardens' });
    await stage.client.members({ chat: id, user: '@SponsorgateBot', status: 'administrator' });
    const { orderId } = await stage.service.orders.create(advertiserId, {
      link: 'https://t.me/gardens',
      adsType: 'channel',
      name: 'My <b>gardens</b>',
      quantityAll: 50,
    });
    return orderId;
  }

  it('a moderator gets a card for each new order, and approves it; the owner is told', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    const albert = new Visitor(stage, advertiserId);
    await Promise.all([mira.say('/start'), albert.say('/start')]);
    const orderId = await waitingOrder();
    const card = await mira.shows(`#${String(orderId)}`);
    expect(card.text).toContain('My <b>gardens</b>');
    expect(card.text).toContain('administrator ✅');
    const { note } = await mira.press('Approve', card);
    expect(note).toContain('approved');
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Processing');
    await albert.shows('is approved');
    const again = await mira.forge(`mod:ok:${String(orderId)}:1`);
    expect(again).toMatchObject({ isAlert: true, note: expect.stringContaining('already') as unknown });
  });

  it('rejects with a ready reason, in the owner’s language', async () => {
    await setScene(stage);
    await stage.service.accounts.setLanguage(advertiserId, 'ru');
    const mira = new Visitor(stage, moderator.id);
    const albert = new Visitor(stage, advertiserId);
    await Promise.all([mira.say('/start'), albert.say('/start')]);
    const orderId = await waitingOrder();
    await mira.press('Reject', await mira.shows(`#${String(orderId)}`));
    await mira.shows('Why is order');
    await mira.press('does not open');
    expect((await stage.service.orders.info(advertiserId, orderId)).reason).toBe('Ссылка не открывается.');
    await albert.shows('отклонён');
  });

  it('rejects with a written reason, also when the bot was restarted in between', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    await mira.press('Reject', await mira.shows(`#${String(orderId)}`));
    await mira.shows('Why is order');
    await mira.press('Write a reason');
    await mira.shows('the owner will read it');
    await bot.stop();
    bot = await stage.startBot();
    await mira.say('Too many weeds.');
    await mira.shows('rejected');
    expect((await stage.service.orders.info(advertiserId, orderId)).reason).toBe('Too many weeds.');
  });

  it('says what is missing instead of approving', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    const card = await mira.shows(`#${String(orderId)}`);
    await stage.client.members({ chat: '@gardens', user: '@SponsorgateBot', status: 'left' });
    // What is lost moves the order's revision as soon as the platform tells of it: then the card is shown anew.
    const first = await mira.press('Approve', card);
    const { note, isAlert } = first.note.includes('already') ? await mira.press('Approve') : first;
    expect(isAlert).toBe(true);
    expect(note).toContain('cannot be approved yet');
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Moderation');
  });

  it('is not for others, whatever they press', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    const profile = await albert.say('/start');
    const orderId = await waitingOrder();
    expect(buttonsOf(profile).some(({ text }) => text.includes('Moderation'))).toBe(false);
    expect((await albert.say('/queue')).text).toContain('did not understand');
    // A forged press: the emulator passes on what the platform would not, so the check is ours.
    const outcome = await stage.service.moderation
      .approve(advertiserId, orderId, 1)
      .catch((error: unknown) => String(error));
    expect(outcome).toContain('Only a moderator');
  });

  it('the queue has what waits, and a way back', async () => {
    await setScene(stage);
    const mira = new Visitor(stage, moderator.id);
    await mira.say('/start');
    const orderId = await waitingOrder();
    await mira.shows(`#${String(orderId)}`);
    await mira.say('/start');
    await mira.go('Moderation', 'Waiting for a decision');
    await mira.go(`#${String(orderId)}`, 'Order #');
    await mira.go('Queue', 'Waiting for a decision');
    await mira.go('Profile', 'Available');
  });
});

describe('bots', () => {
  it('are added by pasting a token, which leaves the chat at once', async () => {
    await stage.client.bots({
      token: '777:pasted-token-pasted-token-x',
      username: 'pasted_bot',
      first_name: 'Pasted',
    });
    const petra = await newcomer(publisherId, 'en');
    await petra.say('/start');
    await petra.write('Done! Use this token: 777:pasted-token-pasted-token-x Keep it secret.');
    const card = await petra.shows('The bot is added');
    expect(card.text).toContain('@pasted_bot');
    expect(JSON.stringify(await petra.messages())).not.toContain('pasted-token');
    expect((await stage.service.bots.info(publisherId, 777)).bot.hasToken).toBe(true);
    expect(stage.logged.join('\n')).not.toContain('pasted-token');
  });

  it('a refused token is said so, and asked for again', async () => {
    const petra = await newcomer(publisherId, 'en');
    await petra.say('/bots');
    await petra.go('Add a bot', 'How shall');
    await petra.go('With its token', 'Send me');
    expect((await petra.say('no token at all')).text).toContain('That is not a bot token');
    await petra.write('778:unknown-token-unknown-token-x');
    await petra.shows('the platform refuses this token');
  });

  it('without a token are added by three answers, with a restart between each', async () => {
    const petra = await newcomer(publisherId, 'en');
    await petra.say('/bots');
    await petra.go('Add a bot', 'How shall');
    await petra.go('Without the token', 'bot’s id');
    const restart = async () => {
      await bot.stop();
      bot = await stage.startBot();
    };
    await restart();
    expect((await petra.say('12345')).text).toContain('called');
    await restart();
    expect((await petra.say('My Plain Bot')).text).toContain('username');
    await restart();
    expect((await petra.say('@my_plain_bot')).text).toContain('The bot is added');
    expect((await stage.service.bots.info(publisherId, 12345)).bot).toMatchObject({
      nickname: 'my_plain_bot',
      hasToken: false,
    });
  });

  it('have settings turned by buttons and short dialogues', async () => {
    const { botId } = await setScene(stage);
    const petra = new Visitor(stage, publisherId);
    const settings = async () => (await stage.service.bots.info(publisherId, botId)).bot.settings;
    await petra.say('/bots');
    await petra.go('petras_bot', 'Earned');
    await petra.go('Settings', '⚙️');
    await petra.press('Links only');
    expect((await settings()).getLinks).toBe(true);
    await petra.press('Ask for the gender');
    expect((await settings()).genderQuestion).toBe(true);
    await petra.go('Sponsors:', 'How many sponsors');
    await petra.press('7');
    expect((await settings()).maxSponsors).toBe(7);
    await petra.go('Kept:', 'How long');
    await petra.go('Write another', 'How many minutes');
    expect((await petra.say('4')).text).toContain('from 5 to 4320');
    await petra.say('45');
    expect((await settings()).timePurgeMinutes).toBe(45);
    await petra.go('Text:', 'Send the text');
    await petra.say('Please <b>join</b>');
    expect((await settings()).text).toBe('Please <b>join</b>');
    await petra.go('Text:', 'Send the text');
    await petra.press('Default text');
    expect((await settings()).text).toBeNull();
    await petra.go('Image:', 'address of the image');
    expect((await petra.say('not an address')).text).toContain('Write an address');
    await petra.say('https://example.org/a.png');
    expect((await settings()).image).toBe('https://example.org/a.png');
    await petra.go('Themes out', 'Themes that are not shown');
    await petra.press('▫️');
    expect((await settings()).forbiddenThemes).toHaveLength(1);
    await petra.press('🚫');
    expect((await settings()).forbiddenThemes).toHaveLength(0);
    await petra.go('Back', '⚙️');
    await petra.press('Smart links: browser');
    expect((await settings()).redirectOpenType).toBe('miniapp');
  });

  it('show their key, change it after a confirmation, and are switched off and archived', async () => {
    const { botId } = await setScene(stage);
    const petra = new Visitor(stage, publisherId);
    await petra.say('/bots');
    await petra.go('petras_bot', 'Earned');
    await petra.press('Bot Key');
    const shown = await petra.shows(/sg_bot_[\w-]+/);
    const key = /sg_bot_[\w-]+/.exec(shown.text ?? '')?.[0] ?? '';
    await petra.press('Replace');
    await petra.press('Yes, replace');
    expect((await petra.shows(/sg_bot_/)).text).not.toContain(key);
    expect(await stage.service.accounts.authenticate(key)).toBeNull();
    await petra.press('Hide');
    await petra.press('Switch off');
    expect((await stage.service.bots.info(publisherId, botId)).bot.isOn).toBe(false);
    await petra.press('To the archive');
    await petra.go('My bots', 'My bots');
    await petra.go('Archive', 'Archived bots');
    await petra.go('petras_bot', 'archived');
    await petra.press('Restore');
    expect((await stage.service.bots.info(publisherId, botId)).bot.inArchive).toBe(false);
  });

  it('show the block as the end user will see it', async () => {
    const { botId } = await setScene(stage);
    await stage.service.bots.update(publisherId, botId, { settings: { text: 'Join <b>these</b>' } });
    const petra = new Visitor(stage, publisherId);
    await petra.say('/bots');
    await petra.go('petras_bot', 'Earned');
    await petra.press('Preview');
    const preview = await petra.shows('Join these');
    expect(
      buttonsOf(preview).some((button) => 'callback_data' in button && button.callback_data === 'subgram-op'),
    ).toBe(true);
    await petra.press('Close', preview);
    expect((await petra.messages()).some(({ message_id }) => message_id === preview.message_id)).toBe(false);
  });

  it('of others cannot be reached', async () => {
    const { botId } = await setScene(stage);
    const stranger = await newcomer(19, 'en');
    await stranger.say('/start');
    for (const data of ['bot', 'bot-key', 'bot-key-yes', 'set', 'bot-on', 'bot-preview', 'bot-out']) {
      const { note, isAlert } = await stranger.forge(`${data}:${String(botId)}:0`);
      expect([data, isAlert, note]).toEqual([data, true, expect.stringContaining('not yours') as unknown]);
    }
  });
});

describe('orders', () => {
  it('are created step by step, by writing and by pressing, with a restart in the middle', async () => {
    await setScene(stage);
    await stage.client.chats({ type: 'channel', title: 'Gardens', username: 'gardens' });
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go('New order', 'What shall be advertised');
    await albert.say('@gardens');
    await albert.shows('What is it');
    await bot.stop();
    bot = await stage.startBot();
    await albert.go('channel or chat', 'called');
    await albert.say('Gardening');
    expect((await albert.screen()).text).toContain('How many subscribers');
    expect((await albert.say('5')).text).toContain('from 10 to 10000000');
    await albert.go('500', 'How many a day');
    await albert.go('No limit', 'How much for a subscriber');
    expect((await albert.say('0,1')).text).toContain('at least 0.5');
    await albert.say('2,5');
    const card = await albert.shows('with the moderators');
    expect(card.text).toContain('Gardening');
    const { orders } = await stage.service.orders.list(advertiserId, {
      search: '',
      inArchive: false,
      status: null,
      offset: 0,
      limit: 5,
    });
    expect(orders).toMatchObject([
      {
        link: 'https://t.me/gardens',
        name: 'Gardening',
        quantityAll: 500,
        basePriceMicros: 2_500_000n,
        status: 'Moderation',
      },
    ]);
  });

  it('are cancelled without a trace', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go('New order', 'What shall be advertised');
    await albert.say('/cancel');
    expect((await albert.say('@gardens')).text).toContain('did not understand');
    await albert.say('/orders');
    await albert.go('New order', 'What shall be advertised');
    await albert.go('Cancel', 'My orders');
    expect((await albert.say('@gardens')).text).toContain('did not understand');
    expect(
      (
        await stage.service.orders.list(advertiserId, {
          search: '',
          inArchive: false,
          status: null,
          offset: 0,
          limit: 5,
        })
      ).total,
    ).toBe(0);
  });

  it('are stopped, started, changed, copied and archived', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const { orderId } = await addOrder(stage, 'gardens');
    await albert.shows('is approved');
    const info = () => stage.service.orders.info(advertiserId, orderId);
    await albert.say('/orders');
    await albert.go(`#${String(orderId)}`, 'running');
    await albert.press('Stop');
    expect((await info()).status).toBe('Stopped');
    await albert.press('Start');
    expect((await info()).status).toBe('Processing');
    await albert.go('Edit', '✏️');
    await albert.go('Name', 'called');
    await albert.say('Another name');
    await albert.shows('Changed');
    expect((await info()).name).toBe('Another name');
    await albert.go('Edit', '✏️');
    await albert.go('Price', 'How much');
    await albert.say('3');
    await albert.shows('3.00');
    await albert.press('Copy');
    const copy = await albert.shows('A copy of order');
    expect(copy.text).toContain('stopped');
    await albert.press('To the archive');
    await albert.shows('archived');
    await albert.go('My orders', 'My orders');
    await albert.go('Archive', 'Archived orders');
    await albert.go('Another name', 'archived');
    await albert.press('Restore');
    await albert.shows('stopped');
  });

  it('of others cannot be reached', async () => {
    await setScene(stage);
    const { orderId } = await addOrder(stage, 'gardens');
    const stranger = await newcomer(20, 'en');
    await stranger.say('/start');
    for (const data of ['order', 'order-on', 'order-archive', 'order-copy', 'order-edit']) {
      const { note, isAlert } = await stranger.forge(`${data}:${String(orderId)}`);
      expect([data, isAlert, note]).toEqual([data, true, expect.stringContaining('not yours') as unknown]);
    }
  });
});

describe('the wallet', () => {
  it('tells what there is and how it came to be', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    expect((await albert.say('/wallet')).text).toContain('1,000.00');
    await albert.press('History');
    const history = await albert.shows('latest first');
    expect(history.text).toContain('deposit');
    await albert.go('Back', 'Wallet');
  });
});
