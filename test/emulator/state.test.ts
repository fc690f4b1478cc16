/** The emulated world outlives its process: a clean end, a kill, and a file cut off in the middle. */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Api, InputFile } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { Journal } from '../../emulator/journal.js';
import { createPlatform } from '../../emulator/platform.js';
import { makePng } from '../../emulator/png.js';

const token = '100:shop-secret-shop-secret-shop';
let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-state-'));
  stateFile = join(folder, 'data', 'platform.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A little of everything; answers what must be found again. */
async function live(
  url: string,
): Promise<{ chatId: number; fileId: string; link: string; updateIds: number[] }> {
  const client = new PlatformClient(url);
  const api = new Api(token, { apiRoot: url });
  await client.users({ id: 7, first_name: 'Ann', photos: 1, rating: 3 });
  await client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
  const { id } = await client.chats({ type: 'channel', title: 'News', username: 'news_channel' });
  await client.members({ chat: id, user: 100, status: 'administrator' });
  await client.join(7, id);
  await client.say(7, '@shop_bot', '/start');
  const sent = await api.sendPhoto(7, new InputFile(makePng(4, 24)), { caption: 'one' });
  const gone = await api.sendMessage(7, 'to be deleted');
  await api.editMessageCaption(7, sent.message_id, { caption: 'two' });
  await api.deleteMessage(7, gone.message_id);
  const { invite_link } = await api.createChatInviteLink(id, { name: 'order 1' });
  await api.setMyCommands([{ command: 'go', description: 'Go' }]);
  const updates = await api.getUpdates({ allowed_updates: ['message', 'chat_member'] });
  return {
    chatId: id,
    fileId: sent.photo.at(-1)?.file_id ?? '',
    link: invite_link,
    updateIds: updates.map((update) => update.update_id),
  };
}

async function expectTheSame(url: string, before: Awaited<ReturnType<typeof live>>): Promise<void> {
  const client = new PlatformClient(url);
  const api = new Api(token, { apiRoot: url });
  expect((await client.messages(7, '@shop_bot')).map(({ text, caption }) => text ?? caption)).toEqual([
    '/start',
    'two',
  ]);
  expect((await api.getChatMember('@news_channel', 7)).status).toBe('member');
  expect((await api.getUpdates()).map((update) => update.update_id)).toEqual(before.updateIds);
  expect((await api.getChat(7)) as object).toMatchObject({ rating: { level: 3 } });
  expect(await api.getMyCommands()).toEqual([{ command: 'go', description: 'Go' }]);
  const { file_path } = await api.getFile(before.fileId);
  expect((await fetch(`${url}/file/bot${token}/${file_path}`)).status).toBe(200);
  await client.users({ id: 8, first_name: 'Bob' });
  await client.join(8, before.link);
  const next = (await api.getUpdates({ offset: (before.updateIds.at(-1) ?? 0) + 1 })).at(-1);
  expect(next?.chat_member?.invite_link?.name).toBe('order 1');
  expect(next?.update_id).toBeGreaterThan(before.updateIds.at(-1) ?? 0);
}

test('a second start finds the same world', async () => {
  const first = await createPlatform({ port: 0, stateFile });
  const before = await live(first.url);
  await first.close();
  const second = await createPlatform({ port: 0, stateFile });
  await expectTheSame(second.url, before);
  await second.close();
});

test('a killed process loses nothing it has answered, and a torn last line is dropped', async () => {
  const first = await start();
  const before = await live(first.url);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  appendFileSync(stateFile, '["users","9",{"id":9,"first_na');
  const second = await start();
  expect(second.url).toBe(first.url);
  await expectTheSame(second.url, before);
  const begin = performance.now();
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
  expect(performance.now() - begin).toBeLessThan(5_000);
});

test('a foreign file is refused, not overwritten', async () => {
  const first = await createPlatform({ port: 0, stateFile });
  await first.close();
  const foreign = join(folder, 'foreign.json');
  appendFileSync(foreign, '{"precious":true}\n');
  await expect(createPlatform({ port: 0, stateFile: foreign })).rejects.toThrow('is not a state file');
  expect(readFileSync(foreign, 'utf8')).toBe('{"precious":true}\n');
});

test('history is dropped from the file when it outweighs what is left', () => {
  const journal = new Journal(stateFile);
  const table = journal.table<number>('numbers');
  for (let round = 0; round < 30_000; round += 1) {
    table.set(round % 10, round);
    journal.flush();
  }
  journal.close();
  expect(statSync(stateFile).size).toBeLessThan(400_000);
  expect([...new Journal(stateFile).table<number>('numbers').values()].sort()).toEqual([
    29990, 29991, 29992, 29993, 29994, 29995, 29996, 29997, 29998, 29999,
  ]);
});

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const main = fileURLToPath(new URL('../../emulator/main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, PLATFORM_PORT: '0', PLATFORM_STATE: stateFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url: (JSON.parse(line) as { platform: string }).platform };
}
