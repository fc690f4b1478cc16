/**
 * Sends requests over keep-alive connections, one after the other on each, as fast as they are answered or at a given rate.
 * Written out by hand because it has to cost far less than what it measures: the usual tools for Node take several times
 * as long for a request as the server does, and so measure themselves. Reads answers with a content length.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Reply {
  status: number;
  /** The body as text, decoded on demand: most bodies stay unread. */
  body(): string;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** One connection. */
class Line {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes of the whole answer; null until its head is there. */
  #wanted: number | null = null;
  #bodyFrom = 0;
  #done: ((reply: Reply) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => this.#fail?.(new Error('The server closed a connection.')));
  }

  static async open(port: number, host: string): Promise<Line> {
    const socket = connect(port, host).setNoDelay();
    await once(socket, 'connect');
    return new Line(socket);
  }

  ask(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      [this.#done, this.#fail] = [resolve, reject];
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#fail = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#wanted === null) this.#readHead();
    if (this.#wanted === null || this.#length < this.#wanted) return;
    const whole = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const from = this.#bodyFrom;
    const reply = {
      status: Number(whole.toString('latin1', 9, 12)),
      body: () => whole.toString('utf8', from),
    };
    [this.#chunks, this.#length, this.#wanted] = [[], 0, null];
    this.#done?.(reply);
  }

  #readHead(): void {
    const start = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const end = start?.indexOf(HEAD_END) ?? -1;
    if (start === undefined || end < 0) return;
    const length = /content-length: (\d+)/i.exec(start.toString('latin1', 0, end))?.[1];
    this.#bodyFrom = end + HEAD_END.length;
    this.#wanted = this.#bodyFrom + Number(length ?? 0);
  }
}

export interface Sent {
  /** From the first request to the last answer. */
  tookMs: number;
  /** Of each request, sorted. */
  latenciesMs: Float64Array;
}

/**
 * @param write the text of request number `index`
 * @param onReply called with each answer
 * @param perSecond at most so many; by default as many as are answered
 */
export async function send(
  url: string,
  {
    amount,
    connections,
    perSecond,
    write,
    onReply,
  }: {
    amount: number;
    connections: number;
    perSecond?: number | undefined;
    write: (index: number) => string;
    onReply: (reply: Reply) => void;
  },
): Promise<Sent> {
  const { hostname, port } = new URL(url);
  const lines = await Promise.all(
    Array.from({ length: Math.min(connections, amount) }, () => Line.open(Number(port), hostname)),
  );
  const latenciesMs = new Float64Array(amount);
  let next = 0;
  const startedAtMs = performance.now();
  const work = async (line: Line): Promise<void> => {
    for (let index = next++; index < amount; index = next++) {
      if (perSecond !== undefined) {
        const earlyMs = startedAtMs + (index / perSecond) * 1_000 - performance.now();
        if (earlyMs > 1) await pause(earlyMs);
      }
      const request = write(index);
      const askedAtMs = performance.now();
      const reply = await line.ask(request);
      latenciesMs[index] = performance.now() - askedAtMs;
      onReply(reply);
    }
  };
  try {
    await Promise.all(lines.map(work));
    return { tookMs: performance.now() - startedAtMs, latenciesMs: latenciesMs.sort() };
  } finally {
    for (const line of lines) line.close();
  }
}
