/** What cases cannot set up: a membership service of somebody else's, and a channel with a logo. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scene } from './scene.js';
import { type Emulator, openEmulator, openStage, operatorBot, type Stage } from './stage.js';

/** Tells who is a member of the bot behind a code, as `BOT_MEMBER_URL` asks. */
async function openMembershipService(members: Set<string>): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const member = members.has(`${searchParams.get('code') ?? ''}:${searchParams.get('user') ?? ''}`);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ member }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server };
}

interface Sponsor {
  type: string;
  status: string;
  resource_logo: string;
}

describe('sponsors', () => {
  const members = new Set<string>();
  let emulator: Emulator;
  let service: Server;
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    emulator = await openEmulator();
    const opened = await openMembershipService(members);
    service = opened.server;
    stage = await openStage(emulator, { BOT_MEMBER_URL: `${opened.url}/?code={code}&user={user_id}` });
    scene = new Scene(stage);
    await scene.open();
    await scene.happen({ balance: '100', of: 'advertiser' });
    await scene.happen({ publisher_bot: 'recipes_bot' });
  });
  afterAll(async () => {
    await stage.close();
    await emulator.close();
    service.close();
  });

  const ask = async (
    user: string,
    only: string,
  ): Promise<{ status: string; sponsor: Sponsor | undefined }> => {
    const userId = Number(scene.names.get(user, 'id'));
    const response = await fetch(`${stage.url}/get-sponsors`, {
      method: 'POST',
      headers: { Auth: String(scene.names.get('recipes_bot', 'key')) },
      body: JSON.stringify({ user_id: userId, chat_id: userId, language_code: 'ru', max_sponsors: 10 }),
    });
    const answer = (await response.json()) as { status: string; additional: { sponsors: Sponsor[] } };
    return { status: answer.status, sponsor: answer.additional.sponsors.find(({ type }) => type === only) };
  };

  it('behind a membership service count once it says so, and are charged', async () => {
    await scene.happen({ user: 'ivan' });
    await scene.happen({
      order: 'coded',
      create: {
        ads_type: 'bot',
        link: 'https://t.me/coded_bot',
        to_bot_member: 1,
        bot_token: 'CODE-1',
        price: 5,
      },
      then: 'approves',
    });
    expect(await ask('ivan', 'bot')).toMatchObject({
      status: 'warning',
      sponsor: { status: 'unsubscribed' },
    });
    members.add(`CODE-1:${String(scene.names.get('ivan', 'id'))}`);
    expect(await ask('ivan', 'bot')).toMatchObject({ sponsor: { status: 'subscribed' } });
    const { availableMicros } = await stage.service.wallet.balance(
      Number(scene.names.get('advertiser', 'id')),
    );
    expect(availableMicros).toBe(95_000_000n);
  });

  it('have the channel’s logo, served by us, without a token in its address', async () => {
    const photo = onePixelPng;
    const { id } = await stage.platform.chats({
      type: 'channel',
      title: 'Logo',
      username: 'logo_channel',
      photo,
    });
    await stage.platform.members({ chat: id, user: `@${operatorBot.username}`, status: 'administrator' });
    await scene.happen({
      order: 'logo',
      create: { link: 'https://t.me/logo_channel', price: 5 },
      then: 'approves',
    });
    await scene.happen({ user: 'olga' });
    const { sponsor } = await ask('olga', 'channel');
    expect(sponsor?.resource_logo).toMatch(new RegExp(`^${stage.url}/logo/\\d+$`));
    const logo = await fetch(sponsor?.resource_logo ?? '');
    expect(logo.status).toBe(200);
    expect(logo.headers.get('content-type')).toMatch(/^image\//);
    expect(Buffer.from(await logo.arrayBuffer()).toString('base64')).toBe(onePixelPng);
  });
});

const onePixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
