/**
 * The emulated platform as a process of its own. Environment: PLATFORM_PORT (8081; 0 picks a free one), PLATFORM_HOST
 * (127.0.0.1), PLATFORM_STATE (a file; absent: nothing is kept), PLATFORM_LATENCY_MS (how long each call is on its way;
 * absent: 40 to 150 at random). Says `{"platform": url}` on stdout when it listens.
 */
import { createPlatform } from './platform.js';

const port = Number(process.env['PLATFORM_PORT'] ?? '8081');
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write('PLATFORM_PORT must be a port number\n');
  process.exit(2);
}
const latency = process.env['PLATFORM_LATENCY_MS'] ?? '';
if (!/^\d*$/.test(latency)) {
  process.stderr.write('PLATFORM_LATENCY_MS must be a number of milliseconds\n');
  process.exit(2);
}
const state = process.env['PLATFORM_STATE'] ?? '';
const platform = await createPlatform({
  port,
  host: process.env['PLATFORM_HOST'] ?? '127.0.0.1',
  ...(state === '' ? {} : { stateFile: state }),
  ...(latency === '' ? {} : { behaviour: { latencyMs: [Number(latency), Number(latency)] } }),
}).catch((error: unknown) => {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const words = `port ${String(port)} is taken by another program. Stop that one, or set PLATFORM_PORT to another port.`;
  process.stderr.write(`The emulated platform could not start: ${isTaken ? words : String(error)}\n`);
  process.exit(1);
});
process.stdout.write(`${JSON.stringify({ platform: platform.url })}\n`);

const stop = (): void => {
  void platform.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The process that started us is gone.
process.once('disconnect', stop);
