/** A server of this machine alone, on a port that is free. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param answer a call that it fails at is dropped; @param port default any that is free */
export async function openLocalServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
