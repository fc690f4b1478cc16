/** What every part of the operator bot works with. */
import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { Profile } from '../../core/accounts/index.js';
import type { Platform } from '../../core/platform.js';
import type { Log, Pictures } from '../../core/ports.js';
import type { Service } from '../../core/service.js';
import type { Vault } from '../../core/vault.js';
import type { Words } from '../words.js';
import type { CallbackData } from './callback-data.js';
import type { Answers } from './dialogue/form.js';
import type { Held } from './dialogue/stored.js';

/** What the operator bot is made of. */
export interface OperatorParts {
  service: Service;
  /** For messages that are more than a screen, such as the preview of a block, and for what people send. */
  platform: Pick<Platform, 'send' | 'file'>;
  /** For charts. */
  pictures: Pictures;
  /** Seals what dialogues keep: people write tokens in them. */
  vault: Pick<Vault, 'seal' | 'open'>;
  log: Log;
  /** Aborted when the process stops, or another works in its place: what waits for something lets go. */
  stopping: AbortSignal;
  nowMs(): number;
}

/** Whose eyes a screen is for, in the chat or in a notification. */
export interface Reader {
  service: Service;
  accountId: number;
  /** In the language we speak with them. */
  words: Words;
}

/** Who is here. */
export interface Visitor extends Reader {
  profile: Profile;
}

interface Here extends Context, OperatorParts, Visitor {
  /** Begins a dialogue by the name of its form; see `begin` in `dialogue/index.ts`. */
  begin(form: string, back: CallbackData, answers: Answers): Promise<void>;
  /** The dialogue that the visitor is in. */
  held?: Held;
  /** One that an older version of the service began, and that ended with it. */
  dropped?: Held;
}

export type OperatorContext = ConversationFlavor<Here>;
