/** The Caddyfile of one machine as JSON, without the ports 80 and 2019 and without a change of this machine's trust store. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../docs/layouts/1-machine/Caddyfile');

interface CaddyConfig {
  apps: { http: { servers: { srv0: Record<string, unknown> } } };
}

/** Where Caddy keeps the certificate of its own authority, below `XDG_DATA_HOME`. */
export const CADDY_ROOT = 'caddy/pki/authorities/local/root.crt';

/** @throws where there is no Caddy */
export function caddyConfig(PUBLIC_URL: string, UPSTREAM: string): CaddyConfig {
  const env = { ...process.env, PUBLIC_URL, UPSTREAM };
  const words = ['adapt', '--config', file, '--adapter', 'caddyfile'];
  const adapted = JSON.parse(
    execFileSync('caddy', words, { env, encoding: 'utf8', stdio: 'pipe' }),
  ) as CaddyConfig;
  const { http } = adapted.apps;
  const srv0 = { ...http.servers.srv0, automatic_https: { disable_redirects: true } };
  const pki = { certificate_authorities: { local: { install_trust: false } } };
  const apps = { ...adapted.apps, http: { ...http, servers: { srv0 } }, pki };
  return { ...adapted, apps, admin: { disabled: true } } as CaddyConfig;
}
