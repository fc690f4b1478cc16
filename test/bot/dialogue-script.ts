/** What a scripted dialogue of the operator bot is, and what scripts begin with. */
import type { OrderInput } from '../../core/terms/index.js';
import type { ServiceStage } from './service-stage.js';

export interface Actor {
  stage: ServiceStage;
  accountId: number;
  /** Differs for each script that is played on one stage: names and ids are made of it. */
  number: number;
}

type Answer =
  | { say: string }
  /** The data of an offered answer. */
  | { press: string }
  /** Chooses a chat with the keyboard that has been asked for. */
  | { share: number };

export interface Step {
  /** Key of the words of the question. */
  asks: string;
  /** What is not taken, and the key of what is said about it; then the question comes again. */
  wrong?: { say: string; complains: string };
  answer: Answer;
}

export interface Play {
  /** Data of the button that begins the dialogue. */
  begin: string;
  steps: Step[];
  /** Key of words on the screen that it ends with. */
  ends: string;
  /** What must be true then. */
  holds?: () => Promise<void>;
}

export interface Script {
  name: string;
  form: string;
  prepare(actor: Actor): Promise<Play> | Play;
}

export const link = (number: number) => `https://t.me/garden_${String(number)}`;

export async function addBot({ stage, accountId, number }: Actor): Promise<number> {
  const botId = 600_000 + number;
  const nickname = `plain_${String(number)}_bot`;
  await stage.service.bots.add(accountId, { botId, name: 'Plain', nickname, settings: {} });
  return botId;
}

export async function waitingOrder(actor: Actor, input: Partial<OrderInput> = {}): Promise<number> {
  const { stage, accountId, number } = actor;
  const wanted = { link: link(number), adsType: 'channel', quantityAll: 50, ...input } as const;
  return (await stage.service.orders.create(accountId, wanted)).orderId;
}

export async function newToken({
  stage,
  number,
}: Actor): Promise<{ token: string; botId: number; username: string }> {
  const botId = 700_000 + number;
  const token = `${String(botId)}:dialogue-token-dialogue-token`;
  const username = `fresh_${String(number)}_bot`;
  await stage.client.bots({ token, username, first_name: 'Fresh' });
  return { token, botId, username };
}
