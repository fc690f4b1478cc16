/** People of the demo at the cabinet: how they come in by the operator bot, and the presses in its chat. */
import type { InlineKeyboardButton, Message } from 'grammy/types';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningDemo } from '../support/service-process.js';

/** Platform ids of the demo's moderator, publisher and advertiser. */
export const people = { mira: 1001, pavel: 1002, ada: 1003 } as const;

/** Presses Start behind the link that the page shows, and agrees in the chat; then waits until the page goes on by itself. */
export async function signIn(demo: RunningDemo, page: Page, person: number): Promise<void> {
  await page.goto(`${demo.world.api}/cabinet`);
  await agree(demo, page, person);
  await page.getByRole('navigation').waitFor();
}

/** Follows the link of the sign-in that stands on the page: Start in the operator bot, and the press that says yes. */
export async function agree({ platform, world }: RunningDemo, page: Page, person: number): Promise<void> {
  const link = page.getByRole('link', { name: `@${world.operator_bot}` });
  const code = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start') ?? '';
  const number = (await page.locator('.number').textContent()) ?? '-';
  const after = await platform.say(person, world.operator_bot, `/start ${code}`);
  const isAsked = (message: Message) => dataOf(message, 'signin-yes') !== '';
  const asked = await platform.waitForMessage(person, world.operator_bot, isAsked, { after });
  expect(asked.text).toContain(number);
  await platform.press(person, world.operator_bot, asked.message_id, dataOf(asked, 'signin-yes'));
}

/** Opens the link that the bot gives in the chat. */
export async function enter({ platform, world }: RunningDemo, page: Page, person: number): Promise<void> {
  const after = await platform.say(person, world.operator_bot, '/cabinet');
  const isLink = (message: Message) => linkOf(message) !== '';
  const given = await platform.waitForMessage(person, world.operator_bot, isLink, { after });
  await followLink(page, linkOf(given));
}

/** Follows the operator bot's link, and says yes where the page asks whether it is theirs. */
export async function followLink(page: Page, link: string): Promise<void> {
  // A link to the page that stands there already would only change what is behind its `#`.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: /^(Sign in|Войти)$/ }).click();
  await page.getByRole('navigation').waitFor();
}

/** Says yes to the withdrawal that the operator bot asks about, the first after this message. */
export async function confirmWithdrawal(
  { platform, world }: RunningDemo,
  person: number,
  after = 0,
): Promise<void> {
  const isAsked = (message: Message) => dataOf(message, 'wish-yes') !== '';
  const asked = await platform.waitForMessage(person, world.operator_bot, isAsked, { after });
  const press = await platform.press(person, world.operator_bot, asked.message_id, dataOf(asked, 'wish-yes'));
  await platform.waitForAnswer(person, world.operator_bot, press);
}

/** What the button under a message sends that starts so; `''` where there is none. */
function dataOf(message: Message, start: string): string {
  const found = buttonsOf(message).find(
    (each) => 'callback_data' in each && each.callback_data.startsWith(start),
  );
  return found !== undefined && 'callback_data' in found ? found.callback_data : '';
}

function linkOf(message: Message): string {
  const found = buttonsOf(message).find((each) => 'url' in each && each.url.includes('#enter='));
  return found !== undefined && 'url' in found ? found.url : '';
}

function buttonsOf(message: Message): InlineKeyboardButton[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat();
}
