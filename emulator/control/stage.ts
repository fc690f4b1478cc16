/** The control interface's stage machinery: faults, limits, any and repeated updates, the guide of the demo, a clean slate. */
import type { Update } from 'grammy/types';
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { faultKinds } from '../faults.js';
import { bucketKinds } from '../limits.js';
import type { Parts } from '../parts.js';
import { botOf, count, flag, id, maybe, reference, route, words } from './input.js';

const faultUsage =
  '{token?, method?, kind: "429"|"403"|"400"|"500"|"timeout"|"drop" (also "401", "502", "latency"), times?, retry_after? (seconds), latency_ms?, description?}';
const faultSchema = z.object({
  token: maybe(z.string()),
  method: maybe(z.string()),
  kind: z.preprocess(
    (kind) => (kind === undefined || kind === null ? undefined : String(kind as string | number)),
    z.enum(faultKinds, { error: `must be one of ${faultKinds.join(', ')}` }).optional(),
  ),
  times: maybe(z.int('must be a whole number').min(1, 'must be at least 1')),
  retry_after: maybe(count),
  latency_ms: maybe(count),
  description: maybe(z.string()),
});

const guideSchema = z.object({
  title: words,
  text: maybe(z.string()),
  steps: z.array(
    z.looseObject({
      key: maybe(words),
      title: words,
      text: z.string(),
      user_id: maybe(id),
      bot: maybe(reference),
      chat: maybe(reference),
    }),
  ),
});

const bucketSchema = z.object({
  per_second: z.number().positive(),
  burst: z.number().positive(),
  retry_after: z.number().positive(),
});

export const stageRoutes = [
  route('POST /emulator/faults', faultUsage, faultSchema, addFault),
  route('GET /emulator/faults', 'nothing', z.object({}), (parts) => ({
    faults: parts.faults.list().map(({ token, ...fault }) => ({ ...fault, bot_id: botIdOf(token) })),
  })),
  route('DELETE /emulator/faults', 'nothing', z.object({}), (parts) => {
    parts.faults.clear();
    return { ok: true };
  }),
  route(
    'POST /emulator/limits',
    '{buckets?: {members?: {per_second, burst, retry_after}, messages?, others?, person?}, group_per_minute?}; absent switches the limit off',
    z.object({
      buckets: maybe(z.partialRecord(z.enum(bucketKinds), bucketSchema)),
      group_per_minute: maybe(count),
    }),
    (parts, input) => {
      parts.limits.set({ buckets: input.buckets ?? {}, group_per_minute: input.group_per_minute ?? null });
      return { ok: true };
    },
  ),
  route(
    'POST /emulator/updates',
    '{bot: "@bot", update: its kind and content, e.g. {message: {…}}}: answers its id, null where the bot does not take this kind',
    z.object({ bot: reference, update: z.looseObject({}) }),
    (parts, { bot, update }) => ({
      // A test may send what the platform will only send next year.
      update_id: parts.updates.give(botOf(parts, bot), update as Omit<Update, 'update_id'>),
    }),
  ),
  route(
    'POST /emulator/redeliver',
    '{bot: "@bot", update_id}: the bot gets this update once more',
    z.object({ bot: reference, update_id: id }),
    (parts, input) => {
      if (parts.updates.repeat(botOf(parts, input.bot), input.update_id)) return { ok: true };
      throw new ControlFailure(
        404,
        `update_id: ${input.update_id} is not kept; only the newest 500 of a bot are`,
      );
    },
  ),
  route(
    'POST /emulator/hold',
    '{bot: "@bot", held: true|false}: its updates wait, and come in one batch once released',
    z.object({ bot: reference, held: flag }),
    (parts, input) => {
      const bot = botOf(parts, input.bot);
      if (input.held) parts.updates.hold(bot);
      const waiting = input.held ? parts.updates.pendingCount(bot) : parts.updates.release(bot);
      return { ok: true, held: input.held, waiting };
    },
  ),
  route(
    'POST /emulator/guide',
    '{title, text?, steps: [{key?, title, text, user_id?, bot?, chat?}]}',
    guideSchema,
    (parts, input) => {
      parts.world.notes.set('guide', input);
      parts.events.emit({ type: 'guide' });
      return { ok: true };
    },
  ),
  route('GET /emulator/guide', 'nothing', z.object({}), (parts) => {
    const { steps, ...guide } = guideOf(parts);
    const done = doneSteps(parts);
    return { ...guide, steps: steps.map((step) => ({ ...step, done: done.includes(step.key ?? '') })) };
  }),
  route(
    'POST /emulator/guide/done',
    '{key: of a step}: the step is ticked off, also after a restart',
    z.object({ key: words }),
    tickOff,
  ),
  route('POST /emulator/reset', 'nothing', z.object({}), (parts) => {
    reset(parts);
    return { ok: true };
  }),
  route('GET /emulator/health', 'nothing', z.object({}), (parts) => ({
    ok: true,
    users: parts.world.users.size,
    bots: parts.world.bots.size,
    chats: parts.world.chats.size,
  })),
];

type Guide = z.output<typeof guideSchema>;

const guideOf = (parts: Parts): Guide =>
  (parts.world.notes.get('guide') as Guide | undefined) ?? { title: '', text: undefined, steps: [] };
const doneSteps = (parts: Parts): string[] =>
  (parts.world.notes.get('guide_done') as string[] | undefined) ?? [];

function tickOff(parts: Parts, { key }: { key: string }): object {
  const known = guideOf(parts).steps.flatMap((step) => step.key ?? []);
  if (!known.includes(key))
    throw new ControlFailure(404, `key: no step is called "${key}"; there are ${known.join(', ')}`);
  const done = doneSteps(parts);
  if (done.includes(key)) return { ok: true, changed: false };
  parts.world.notes.set('guide_done', [...done, key]);
  parts.events.emit({ type: 'guide' });
  return { ok: true, changed: true };
}

function addFault(parts: Parts, input: z.output<typeof faultSchema>): object {
  if (input.kind === undefined && input.latency_ms === undefined) {
    throw new ControlFailure(400, `kind: must be given, or latency_ms. Send ${faultUsage}`);
  }
  const fault = parts.faults.add({
    token: input.token ?? null,
    method: input.method ?? null,
    kind: input.kind ?? 'latency',
    times: input.times ?? 1,
    retryAfterSeconds: input.retry_after ?? 1,
    latencyMs: input.latency_ms ?? 0,
    description: input.description ?? null,
  });
  return { ok: true, id: fault.id };
}

/** Everything is gone: people, chats, messages, files, faults, calls. */
function reset(parts: Parts): void {
  parts.updates.stopAll();
  parts.payments.close();
  parts.world.clear();
  parts.files.clear();
  parts.faults.clear();
  parts.calls.clear();
  parts.limits.set(parts.behaviour.limits);
  parts.events.emit({ type: 'reset' });
}

const botIdOf = (token: string | null): number | null =>
  token === null ? null : Number(token.split(':')[0]);
