/** What a process says that cannot listen: the address, and which setting to change. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { listenFault } from '../../core/listening.js';

const names = { hostSetting: 'API_HOST', portSetting: 'API_PORT' };

async function faultOf(host: string, port: number): Promise<Error> {
  const server = createServer();
  server.listen(port, host);
  const [error] = (await once(server, 'error').catch((thrown: unknown) => [thrown])) as [unknown];
  return listenFault(error, { host, port, ...names });
}

it('names the setting of a port that is taken', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const fault = await faultOf('127.0.0.1', port);
  other.close();
  expect(fault.message).toBe(
    `port ${String(port)} of 127.0.0.1 is taken by another program. Stop that one, or set API_PORT to another port.`,
  );
});

it('names the setting of an address that this machine has not', async () => {
  // Of the range that is kept for examples.
  const fault = await faultOf('192.0.2.1', 0);
  expect(fault.message).toContain('this machine has no address 192.0.2.1. Set API_HOST');
});

it('says which ports a user without rights may take', () => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  const fault = listenFault(refused, { host: '127.0.0.1', port: 80, ...names });
  expect(fault.message).toBe('this user may not listen on port 80. Set API_PORT to a port above 1023.');
});

it('leaves every other error as it is', () => {
  const error = new Error('something else');
  expect(listenFault(error, { host: '127.0.0.1', port: 1, ...names })).toBe(error);
});
