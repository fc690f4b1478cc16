/** The payload of a handler is as its answer says: what lacks a documented field, or has one more, does not compile. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { handler, resultHandler } from '../../api/route.js';

const row = z.strictObject({ id: z.int(), kind: z.enum(['a', 'b']), note: z.string().nullable() });
const spec = {
  summary: 'A row.',
  fields: z.object({ id: z.int() }),
  payload: { result: row, rows: z.array(row) },
  answered: { message: '' },
};
const right = { id: 1, kind: 'a' as const, note: null };
const made = (result: object) => ({ message: '', payload: { result: right, rows: [right], ...result } });

it('takes what is documented', async () => {
  const rows: readonly (typeof right)[] = [right];
  const taken = handler({
    ...spec,
    handle: async (_, { id }) => ({ message: '', payload: { result: { ...right, id }, rows } }),
  });
  const caller = { kind: 'access', accountId: 1, botId: null } as const;
  const from = { address: '', agent: '' };
  const answer = await taken.run({} as never, { id: 7 }, caller, undefined, from, () => undefined);
  expect(answer).toEqual(made({ result: { ...right, id: 7 } }));
});

it('does not compile otherwise: `npm run typecheck` holds each of these', () => {
  const ofOne = { summary: 'A row.', fields: z.object({}), result: row, answered: { message: '' } };
  const refused = [
    handler({
      ...spec,
      // @ts-expect-error A key is missing.
      handle: async () => ({ message: '', payload: { result: right } }),
    }),
    handler({
      ...spec,
      // @ts-expect-error There is one key more.
      handle: async () => ({ message: '', payload: { result: right, rows: [], more: 1 } }),
    }),
    handler({
      ...spec,
      // @ts-expect-error A field is missing.
      handle: async () => ({ message: '', payload: { result: { id: 1 }, rows: [] } }),
    }),
    handler({
      ...spec,
      // @ts-expect-error There is one field more.
      handle: async () => ({ message: '', payload: { result: { ...right, more: 1 }, rows: [] } }),
    }),
    handler({
      ...spec,
      // @ts-expect-error So in a list.
      handle: async () => ({ message: '', payload: { result: right, rows: [{ ...right, more: 1 }] } }),
    }),
    handler({
      ...spec,
      // @ts-expect-error Of another type.
      handle: async () => ({ message: '', payload: { result: { ...right, note: 1 }, rows: [] } }),
    }),
    resultHandler({
      ...ofOne,
      // @ts-expect-error A result lacks a field.
      handle: async () => ({ id: 1 }),
    }),
  ];
  expect(refused).toHaveLength(7);
});
