/** The programs of other makers that the cluster is made of, and what to install where they are missing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from '../../test/support/postgres-server.js';

export interface Engines {
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  patroni: string;
  etcd: string;
  haproxy: string;
}

/** Of a program, its package in Debian. */
const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' } as const;

/** Where Debian puts what a user other than root may not have on the path. */
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin'];

function find(program: string): string | undefined {
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}

/** @returns the programs; or, in words, what to install */
export function findEngines(): Engines | string {
  const postgres = findBinaries();
  const [patroni, etcd, haproxy] = [find('patroni'), find('etcd'), find('haproxy')];
  if (postgres !== undefined && patroni !== undefined && etcd !== undefined && haproxy !== undefined)
    return { postgres, patroni, etcd, haproxy };
  const missing = [
    ...(postgres === undefined ? ['postgresql'] : []),
    ...(patroni === undefined ? [packages.patroni] : []),
    ...(etcd === undefined ? [packages.etcd] : []),
    ...(haproxy === undefined ? [packages.haproxy] : []),
  ];
  return `Nothing was tried: install what is missing (Debian: apt-get install ${missing.join(' ')}).`;
}
