/** A publisher's bots in the operator bot: adding, settings, keys, preview. */
import { describe, expect, it } from 'vitest';
import { buttonsOf, Visitor } from './operator-stage.js';
import { botBeforeEach, publisherId, type ServiceStage, setScene } from './service-stage.js';

let stage: ServiceStage;
const running = botBeforeEach((opened) => {
  stage = opened;
});

async function newcomer(id: number, language: 'en' | 'ru'): Promise<Visitor> {
  await stage.client.users({ id, first_name: language === 'ru' ? 'Пётр' : 'Peter', language_code: language });
  return new Visitor(stage, id);
}

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

  it('a token pasted again replaces the one a bot had, also when the platform refused that', async () => {
    const { botId } = await setScene(stage);
    const petra = new Visitor(stage, publisherId);
    await petra.say('/start');
    await stage.client.revoke('petras_bot');
    await stage.service.contacts.askFirst({ botId, userId: 901, chatId: 901 }, Date.now() + 5_000);
    await petra.shows('rejects the token');
    const token = `${String(botId)}:a-new-token-a-new-token-a-new`;
    await stage.client.bots({ token, username: 'petras_bot', first_name: 'Petra’s bot' });
    await petra.write(token);
    await petra.shows('has its new token');
    expect((await stage.service.bots.info(publisherId, botId)).bot.isTokenInvalid).toBe(false);
  });

  it('a refused token is said so, and asked for again', async () => {
    const petra = await newcomer(publisherId, 'en');
    await petra.say('/bots');
    await petra.go('Add a bot', 'How shall');
    await petra.go('With its token', 'Send me');
    expect((await petra.say('no token at all')).text).toContain('This is not a bot token');
    await petra.write('778:unknown-token-unknown-token-x');
    await petra.shows('Telegram rejects this token');
  });

  it('without a token are added by three answers, with a restart between each', async () => {
    const petra = await newcomer(publisherId, 'en');
    await petra.say('/bots');
    await petra.go('Add a bot', 'How shall');
    await petra.go('Without the token', 'bot’s id');
    const restart = async () => {
      await running.bot.stop();
      running.bot = await stage.startBot();
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
    await petra.go('Image:', 'as a photo');
    expect((await petra.say('not an address')).text).toContain('Write an address');
    expect((await petra.say('http://169.254.169.254/latest/')).text).toContain('private or local network');
    expect((await settings()).image).toBeNull();
    await petra.go('Back', '⚙️');
    await petra.go('Image:', 'as a photo');
    await petra.say('https://example.org/a.png');
    expect((await settings()).image).toBe('https://example.org/a.png');
    await petra.go('Blocked topics', 'Topics that are not shown');
    await petra.press('⬜️');
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
    expect(shown.text).toContain('Not used yet');
    await stage.service.accounts.authenticate(key);
    await petra.press('Hide');
    await petra.press('Bot Key');
    expect((await petra.screen()).text).toContain('Last used:');
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
    const id = String(botId);
    const screens = ['bot', 'bot-key', 'bot-key-yes', 'set', 'bot-preview', 'bot-out'].map(
      (name) => `${name}:${id}`,
    );
    for (const data of [...screens, `bot-on:${id}:0`, `bot-preview:${id}:a`, `bot-out:${id}:0`]) {
      const { note, isAlert } = await stranger.forge(data);
      expect([data, isAlert, note]).toEqual([data, true, expect.stringContaining('not yours') as unknown]);
    }
  });
});
