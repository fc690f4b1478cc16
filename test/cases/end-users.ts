/** What end users do in a case: they are there, join and leave channels, start bots, open links. */
import { operatorBot, type Stage } from './stage.js';
import type { Names } from './names.js';
import { toPlatformUser } from '../../core/platform.js';
import { initDataOf, signedDataOf } from '../api/resource-stage.js';

/** One thing an end user is or does; `user` names them. */
export interface EndUserHappening {
  user?: string;
  /** What the platform shows of them, beside their name. */
  is?: Record<string, unknown>;
  joins?: string;
  leaves?: string;
  asks_to_join?: string;
  starts?: string;
  /** Has started none of the publishers' bots. */
  stranger?: boolean;
  /** Blocks a bot. */
  blocks?: string;
  /** Opens a link of ours as a browser does. */
  opens?: string;
  /** Answers the form at this link. */
  fills_in?: string;
  /** Whose signature stands under what the messenger says of who opens or answers; with `in` a bot. */
  signed_by?: 'platform' | 'bot';
  in?: string;
  /** Writes to the operator bot. */
  writes?: boolean;
  /** The operator bot of a channel is made administrator, or is no longer. */
  rights?: 'given' | 'taken';
  in_channel?: string;
}

/** Update ids grow; two updates of a case never share one. */
let updateId = 1_000;

/** @returns whether the happening was one of these */
export async function happenToEndUsers(
  stage: Stage,
  names: Names,
  happening: EndUserHappening,
  newUserId: () => number,
): Promise<boolean> {
  const { user, rights, in_channel: channel } = happening;
  if (rights !== undefined && channel !== undefined) {
    await changeRights(stage, Number(names.get(channel, 'id')), rights);
    return true;
  }
  if (user === undefined) return false;
  const userId = await known(stage, names, user, happening, newUserId);
  if (happening.joins !== undefined) await change(stage, names, userId, happening.joins, 'in');
  if (happening.leaves !== undefined) await change(stage, names, userId, happening.leaves, 'out');
  if (happening.asks_to_join !== undefined)
    await change(stage, names, userId, happening.asks_to_join, 'requested');
  if (happening.starts !== undefined) await stage.platform.say(userId, happening.starts, '/start');
  if (happening.opens !== undefined || happening.fills_in !== undefined)
    await visit(stage, names, userId, happening);
  if (happening.writes === true) {
    const user = await stage.platform.user(userId);
    await stage.service.audience.hear(userId, toPlatformUser(user));
  }
  return true;
}

async function known(
  stage: Stage,
  names: Names,
  name: string,
  { is: traits = {}, stranger = false }: EndUserHappening,
  newUserId: () => number,
): Promise<number> {
  if (names.has(name)) {
    const known = Number(names.get(name, 'id'));
    if (Object.keys(traits).length > 0)
      await stage.platform.users({ id: known, first_name: name, ...traits });
    return known;
  }
  const id = newUserId();
  await stage.platform.users({ id, first_name: name, ...traits });
  names.set(name, { id });
  if (stranger) return id;
  names.endUsers.push(id);
  for (const bot of names.publisherBots) await stage.platform.say(id, `@${bot}`, '/start');
  return id;
}

/** The platform changes, and tells the operator bot, which tells the service: here, at once. */
async function change(
  stage: Stage,
  names: Names,
  userId: number,
  channel: string,
  to: 'in' | 'out' | 'requested',
): Promise<void> {
  const chat = Number(names.get(channel, 'id'));
  const status = { in: 'member', out: 'left', requested: 'requested' } as const;
  await stage.platform.members({ chat, user: userId, status: status[to] });
  await stage.service.membership.observe({
    userId,
    resourceId: String(chat),
    state: to,
    wasIn: to === 'out',
    updateId: updateId++,
    atMs: stage.clock.now(),
    chat: { title: channel },
    user: toPlatformUser(await stage.platform.user(userId)),
    ...(names.has(channel, 'invite') ? { inviteLink: String(names.get(channel, 'invite')) } : {}),
  });
}

async function changeRights(stage: Stage, chat: number, rights: 'given' | 'taken'): Promise<void> {
  const status = rights === 'given' ? 'administrator' : 'left';
  await stage.platform.members({ chat, user: `@${operatorBot.username}`, status });
  await stage.service.membership.rights(chat, rights === 'given');
}

async function visit(
  stage: Stage,
  names: Names,
  userId: number,
  { opens, fills_in: form, signed_by: signer, in: bot = '' }: EndUserHappening,
): Promise<void> {
  const user = await stage.platform.user(userId);
  const botId = signer === undefined ? 0 : Number(names.get(bot, 'id'));
  const initData =
    signer === undefined
      ? ''
      : signer === 'platform'
        ? signedDataOf(user, botId)
        : initDataOf(user, String(names.get(bot, 'token')));
  if (opens !== undefined) await open(opens, initData);
  else await fillIn(form ?? '', initData);
}

async function open(link: string, initData: string): Promise<void> {
  const headers = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile', Accept: 'text/html' };
  const response = await fetch(link, { headers, redirect: 'manual' });
  if (response.status >= 400) throw new Error(`${link} answered ${String(response.status)}.`);
  // A page of ours tells that its script ran.
  const pass = /data-pass="([^"]*)"/.exec(await response.text())?.[1] ?? '';
  if (pass === '') return;
  const body = JSON.stringify({ pass, init_data: initData });
  const told = await fetch(link, { method: 'POST', headers, body });
  if (told.status >= 400) throw new Error(`${link} answered ${String(told.status)} to its script.`);
}

async function fillIn(link: string, initData: string): Promise<void> {
  const body = new URLSearchParams({ gender: 'male', init_data: initData });
  const answered = await fetch(link, { method: 'POST', body, redirect: 'manual' });
  if (answered.status !== 303) throw new Error(`${link} answered ${String(answered.status)}.`);
}
