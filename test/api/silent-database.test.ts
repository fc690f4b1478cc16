/** What callers are answered while the database is silent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKind } from '../support/database.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { type ApiStage, openApiStage } from './stage.js';

// Over SQLite it is skipped: a file does not fall silent.
describe.runIf(storeKind === 'postgres')('while the database is silent', () => {
  let stage: ApiStage;
  let proxy: TcpProxy;
  beforeAll(async () => {
    const { hostname, port } = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    stage = await openApiStage({}, proxy.through);
  });
  afterAll(async () => {
    await stage.close();
    await proxy.close();
  });

  it('a request is answered 503 with Retry-After within a second, and 200 once it is back', async () => {
    const ask = () => stage.post('/orders', stage.keys.access, { action: 'list' });
    expect((await ask()).http).toBe(200);
    proxy.hold();
    const startMs = performance.now();
    const first = await ask();
    expect(performance.now() - startMs).toBeLessThan(1_000);
    const next = await ask();
    proxy.letGo();
    for (const { http, headers, body } of [first, next]) {
      expect(http).toBe(503);
      expect(headers.get('Retry-After')).toBe('5');
      expect(body['message']).toBe('The database cannot be used: it does not answer.');
    }
    await expect.poll(async () => (await ask()).http).toBe(200);
  });
});
