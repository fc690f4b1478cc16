/**
 * Reports that are being made, until they are in the chat. Which those are is kept in the store: a bot that is started
 * again goes on watching. By itself a report is sent once at most; its button sends it again.
 */
import { type Api, InputFile } from 'grammy';
import { anySignal } from '../../../core/any-signal.js';
import type { Service } from '../../../core/service.js';
import { type Words, wordsIn } from '../../words.js';
import type { OperatorContext, OperatorParts } from '../context.js';
import { explain } from '../failures.js';
import { button, changeScreen, type Screen, sendScreen } from '../screen.js';

/** Longer than a report may take to be made three times. */
const WATCH_MS = 20 * 60_000;
/** The platform takes no larger files from bots. */
export const FILE_MAX_BYTES = 49_000_000;
/** So many are gone on with after a restart; who waits for another has its button. */
const RESUMED_MAX = 200;
const PREFIX = 'report:';

interface Awaited {
  accountId: number;
  orderId: number;
  taskId: string;
  /** Where it is said that the report is being made; null: its person reads something else there by now. */
  messageId: number | null;
}

const keyOf = (taskId: string): string => PREFIX + taskId;

/** Writes down that this report is waited for, and watches over it. */
export async function watchReport(api: Api, parts: OperatorParts, awaited: Awaited): Promise<void> {
  await parts.service.sessions.write(keyOf(awaited.taskId), JSON.stringify(awaited), parts.nowMs());
  follow(api, parts, awaited);
}

/** The message says something else from now on: the report comes with one of its own. */
export async function leaveReport(ctx: OperatorContext, taskId: string): Promise<void> {
  const { service, accountId, nowMs } = ctx;
  const awaited = await readAwaited(service, taskId);
  if (awaited?.accountId !== accountId) return;
  await service.sessions.write(keyOf(taskId), JSON.stringify({ ...awaited, messageId: null }), nowMs());
}

/** Null once it has come. */
async function readAwaited({ sessions }: Service, taskId: string): Promise<Awaited | null> {
  const stored = await sessions.read(keyOf(taskId));
  // Written above alone.
  return stored === null ? null : (JSON.parse(stored) as Awaited);
}

/** Goes on watching over what was waited for when the bot stopped. */
export async function resumeReports(api: Api, parts: OperatorParts): Promise<void> {
  const { sessions } = parts.service;
  for (const key of await sessions.keys(PREFIX, RESUMED_MAX)) {
    const awaited = await readAwaited(parts.service, key.slice(PREFIX.length));
    if (awaited !== null) follow(api, parts, awaited);
  }
}

function follow(api: Api, parts: OperatorParts, { accountId, orderId, taskId }: Awaited): void {
  const { service, stopping, log } = parts;
  const until = anySignal([stopping, AbortSignal.timeout(WATCH_MS)]);
  const wait = async (): Promise<void> => {
    await service.reports.settled(taskId, until);
    if (stopping.aborted) return;
    const messageId = (await readAwaited(service, taskId))?.messageId ?? null;
    // Before it is sent: a crash in between leaves the button, and no second file.
    await service.sessions.delete(keyOf(taskId));
    const { account } = await service.accounts.profile(accountId);
    const words = wordsIn(account.language);
    const screen = await deliverReport(api, parts, { accountId, orderId, taskId, words });
    if (screen === null) return;
    if (messageId === null) await sendScreen(api, accountId, screen);
    else await changeScreen(api, accountId, messageId, screen);
  };
  wait().catch((error: unknown) => {
    explain(error, wordsIn('en'), log);
  });
}

/** Which reports are on their way into a chat, so that a press and the watch do not both send one. */
const sending = new Set<string>();

/** Sends the report when it is there, and answers the screen that follows; null while it is not. */
export async function deliverReport(
  api: Api,
  { service }: OperatorParts,
  { accountId, orderId, taskId, words }: Omit<Awaited, 'messageId'> & { words: Words },
): Promise<Screen | null> {
  const { reports } = service;
  const { status, fileUrl, fileName } = await reports.check(accountId, taskId);
  if (status === 'pending' || sending.has(taskId)) return null;
  const back = [button(words.text('button-order'), 'order', { orderId })];
  if (status === 'failed') return { html: words.html('report-failed'), rows: [back] };
  sending.add(taskId);
  try {
    // Only a sign that something comes.
    await api.sendChatAction(accountId, 'upload_document').catch(() => undefined);
    const file = await reports.file(fileUrl.split('/').at(-2) ?? '');
    const isSmall = file.sizeBytes <= FILE_MAX_BYTES;
    if (isSmall) await api.sendDocument(accountId, new InputFile(() => file.read(), fileName));
    return {
      html: words.html(isSmall ? 'report-sent' : 'report-large', { id: String(orderId), url: fileUrl }),
      rows: [back],
    };
  } finally {
    sending.delete(taskId);
  }
}
