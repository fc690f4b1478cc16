/** A small TCP proxy before a server of tests, which can stop forwarding: as a network does that drops what is sent. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The address of what stands behind, as it is seen through the proxy. */
  through(url: string): string;
  /** From now on nothing is forwarded, neither way; connections stay open, and new ones are taken and not answered. */
  hold(): void;
  /** Forwards again, what was held back first. */
  letGo(): void;
  close(): Promise<void>;
}

/**
 * @param behind where connections are forwarded to
 * @param change what is made of each piece of an answer; as many bytes as it had
 * @param passes whether a piece of a question is forwarded; else it is lost
 */
export async function startTcpProxy(
  behind: { host: string; port: number },
  change: (answer: Buffer) => Buffer = (answer) => answer,
  passes: (asked: Buffer) => boolean = () => true,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    if (isHeld) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(behind);
    for (const [one, other, made] of [
      [near, far, (asked: Buffer) => (passes(asked) ? asked : null)],
      [far, near, change],
    ] as const) {
      one.on('data', (data) => {
        const piece = made(data);
        if (piece !== null) other.write(piece);
      });
      one.once('close', () => other.end());
      keep(one);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('no port');
  return {
    through: (url) => {
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(own.port);
      return address.href;
    },
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    letGo: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
