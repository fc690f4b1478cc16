/** The outside service that knows who is a member of a bot: what it may answer, and what that is taken for. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMembershipService } from '../../core/adapters/membership-service.js';
import { whileCollecting } from '../support/collecting.js';

let server: Server;
let answer: { code: number; body: string; isHalf?: true } | null = null;
let asked = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.url ?? '';
    if (answer === null) return;
    response.writeHead(answer.code).write(answer.body);
    if (answer.isHalf !== true) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const service = () =>
  createMembershipService(
    `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/check?code={code}&user={user_id}`,
  );

const cases: [what: string, code: number, body: string, verdict: true | false | string][] = [
  ['{"member": true}', 200, '{"member": true}', true],
  ['{"member": false}', 200, '{"member": false}', false],
  ['{"is_member": 1}', 200, '{"is_member": 1}', true],
  ['{"ok": true, "result": true}', 200, '{"ok":true,"result":true}', true],
  ['{"ok": true, "result": false}', 200, '{"ok":true,"result":false}', false],
  ['{"status": "member"}', 200, '{"status":"member"}', true],
  ['{"status": "left"}', 200, '{"status":"left"}', false],
  ['true', 200, 'true', true],
  ['False, a line', 200, 'False\n', false],
  ['1', 200, '1', true],
  ['404', 404, 'not found', false],
  ['an empty body', 200, '', 'unavailable'],
  ['{"ok": true} alone', 200, '{"ok":true}', 'unavailable'],
  ['a page', 200, '<html>', 'unavailable'],
  ['500', 500, '{"member":true}', 'unavailable'],
  ['403', 403, '', 'token_refused'],
  ['429', 429, '', 'limited'],
];

describe('the membership service answers', () => {
  it.each(cases)('%s', async (_, code, body, verdict) => {
    answer = { code, body };
    const told = await service().isMember('a code/&', 42);
    expect(told.ok ? told.value : told.failure.kind).toBe(verdict);
    expect(asked).toBe('/check?code=a%20code%2F%26&user=42');
  });

  it.each(['.', '..'])('is not asked about a code that is a way up: %s', async (code) => {
    answer = { code: 200, body: 'true' };
    asked = '';
    const { port } = server.address() as AddressInfo;
    const inPath = createMembershipService(`http://127.0.0.1:${String(port)}/check/{code}/{user_id}`);
    expect(await inPath.isMember(code, 42)).toMatchObject({ ok: false, failure: { kind: 'token_refused' } });
    expect(asked).toBe('');
  });

  it('is not followed elsewhere, where the code would be told', async () => {
    const seen: string[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('true');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const moved = createServer((request, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${String(port)}${request.url ?? ''}` }).end();
    });
    await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
    const template = `http://127.0.0.1:${String((moved.address() as AddressInfo).port)}/{code}/{user_id}`;
    const told = await createMembershipService(template).isMember('secret-code', 42);
    expect(told).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(seen).toEqual([]);
    for (const each of [elsewhere, moved]) {
      each.closeAllConnections();
      each.close();
    }
  });

  it('nothing in time, or not at all', async () => {
    answer = null;
    const late = await service().isMember('code', 42, { deadlineMs: Date.now() + 100 });
    expect(late).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    const gone = await createMembershipService('http://127.0.0.1:9/{code}/{user_id}').isMember(
      'secret-code',
      42,
    );
    expect(gone).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(JSON.stringify(gone)).not.toContain('secret-code');
  });

  it('half in time, whatever is collected as garbage before', { timeout: 5_000 }, async () => {
    answer = { code: 200, body: 'tr', isHalf: true };
    const halting = service();
    const half = await whileCollecting(() => halting.isMember('code', 42, { deadlineMs: Date.now() + 200 }));
    expect(half).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });

  it('only where there is one', async () => {
    const none = createMembershipService(undefined);
    expect(none.isConfigured).toBe(false);
    expect((await none.isMember('code', 42)).ok).toBe(false);
  });
});
