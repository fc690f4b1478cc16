/**
 * The files of `docs/layouts/3-machines`, as three machines on this one have them: each with an address of its own on the
 * loopback, so that ports stay as they are written.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../docs/layouts/3-machines');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** What the files call the machines' network, and who may come from there; on the loopback all come from 127.0.0.1. */
const [NETWORK, SOURCES, LOOPBACK] = ['10.0.0.', '10.0.0.0/24', '127.0.0.0/8'];
export const MACHINES = [10, 11, 12] as const;
export type Machine = (typeof MACHINES)[number];

export interface Layout {
  /** Address of a machine, without a port. */
  addressOf(machine: Machine): string;
  /** Where HAProxy listens for those who want the leader. */
  leader: { host: string; port: number };
  /** Settings of a program by environment, as its file has them for this machine. */
  environmentOf(file: 'etcd.env.example' | 'patroni.env.example', machine: Machine): Record<string, string>;
  patroni: string;
  haproxy: string;
}

/**
 * @param prefix of this run's addresses: `127.83.12.`
 * @param changes of the lines of Patroni's file, in the order in which they are made: each must be found
 */
export function layoutAt(prefix: string, changes: readonly (readonly [from: string, to: string])[]): Layout {
  const [proxyOf, proxy] = ['127.0.0.1:5000', `${prefix}1:5000`];
  const here = (text: string) =>
    text.replaceAll(SOURCES, LOOPBACK).replaceAll(NETWORK, prefix).replaceAll(proxyOf, proxy);
  return {
    addressOf: (machine) => `${prefix}${String(machine)}`,
    leader: { host: `${prefix}1`, port: 5_000 },
    environmentOf: (file, machine) =>
      Object.fromEntries(
        read(file)
          .split('\n')
          .filter((line) => /^\w+=/.test(line))
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
          .map(([name = '', value = '']) => [name, here(ofMachine(name, value, machine))]),
      ),
    patroni: changes.reduce(change, here(read('patroni.yml'))),
    haproxy: here(read('haproxy-database.cfg')),
  };
}

/** The files are those of the first machine; what names all three of them is the same on each. */
function ofMachine(name: string, value: string, machine: Machine): string {
  if (/_HOSTS$|_CLUSTER$/.test(name)) return value;
  return value.replaceAll(`${NETWORK}${String(MACHINES[0])}`, `${NETWORK}${String(machine)}`);
}

function change(text: string, [from, to]: readonly [string, string]): string {
  if (!text.includes(from)) throw new Error(`docs/layouts/3-machines/patroni.yml has no "${from}"`);
  return text.replace(from, () => to);
}
