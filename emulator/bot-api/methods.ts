/** All methods that the emulated Bot API knows, by name. Their answers are held to grammY's types. */
import type { ApiMethods } from 'grammy/types';
import type { BotCall } from './call.js';
import { callbackMethods } from './callbacks.js';
import { chatMethods } from './chats.js';
import { editingMethods } from './editing.js';
import { inviteMethods } from './invites.js';
import { paymentMethods } from './payments.js';
import { profileMethods } from './profile.js';
import { sendingMethods } from './sending.js';
import { updateMethods } from './updates.js';
import { userMethods } from './users.js';

type Answer<M extends keyof ApiMethods> = ReturnType<ApiMethods[M]>;

/** Some methods, each as a function of a call. */
export type MethodTable = { [M in keyof ApiMethods]?: (call: BotCall) => Answer<M> | Promise<Answer<M>> };

type Method = (call: BotCall) => unknown;

const byName = new Map<string, { name: string; run: Method }>();
const tables: MethodTable[] = [
  updateMethods,
  profileMethods,
  sendingMethods,
  editingMethods,
  callbackMethods,
  chatMethods,
  inviteMethods,
  userMethods,
  paymentMethods,
];
for (const table of tables) {
  for (const [name, run] of Object.entries(table)) byName.set(name.toLowerCase(), { name, run });
}

/** The method of that name, in any case, as on the platform. */
export function findMethod(name: string): { name: string; run: Method } | undefined {
  return byName.get(name.toLowerCase());
}
