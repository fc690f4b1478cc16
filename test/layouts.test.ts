/** The files of `docs/layouts` start what there is, with settings that there are, and no more connections than the server takes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { alive } from '../api/routes/health.js';
import { parseSettings, settingsSchema } from '../core/config.js';
import { layoutAt, MACHINES } from '../tools/failover/layout.js';
import { faultsIn, type Manifest } from './support/kubernetes.js';

const repository = path.resolve(import.meta.dirname, '..');
const folder = path.join(repository, 'docs/layouts');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
/** That of one machine is where `docker compose up` finds it. */
const ONE_MACHINE = '../../compose.yaml';
const composeFiles = [ONE_MACHINE, ...files.filter((file) => file.endsWith('compose.yml'))];
const units = files.filter((file) => file.endsWith('.service'));
const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

type Environment = Record<string, string>;

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  env_file?: string;
  environment?: Environment;
}

const servicesOf = (file: string) =>
  Object.entries((parseYaml(read(file)) as { services: Record<string, Service> }).services);
const ours = composeFiles.flatMap((file) =>
  servicesOf(file)
    .filter(([, { build }]) => build !== undefined)
    .map(([name, service]): [string, Service] => [`${file} ${name}`, service]),
);

/** What people fill in, filled in; Compose puts the shell's own in the place of `${NAME:?}`. */
const secrets: Environment = {
  BOT_TOKEN: '123456:token-of-a-test-which-nobody-asks',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  METRICS_TOKEN: 'a-token-of-the-figures',
  PUBLIC_URL: 'https://sponsors.example.org',
};
const written = (text: string): Environment =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
const filled = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]*\}/g, (_, asked: string) => secrets[asked] ?? 'secret'),
    ]),
  );
/** What the image starts of itself. */
const [, started = '[]'] =
  /^CMD (\[.*\])$/m.exec(readFileSync(path.join(repository, 'Dockerfile'), 'utf8')) ?? [];
const ofImage = JSON.parse(started) as string[];
const known = new Set(Object.keys(settingsSchema.shape));

const environmentOf = (unit: string): Environment =>
  written(
    read(unit)
      .split('\n')
      .filter((line) => line.startsWith('Environment='))
      .map((line) => line.slice('Environment='.length))
      .join('\n'),
  );

it('there are files for one, three and thirty machines', () => {
  for (const machines of ['1-machine', '3-machines', '30-machines']) {
    if (machines !== '1-machine')
      expect(composeFiles.filter((file) => file.startsWith(`${machines}/`)).length).toBeGreaterThan(0);
    expect(units.filter((file) => file.startsWith(`${machines}/`)).length).toBeGreaterThan(0);
  }
});

describe.each(ours)('Compose: %s', (file, service) => {
  it('has settings that there are, with values that they take', () => {
    const environment = service.environment ?? {};
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(service.env_file).toBe(file.startsWith(ONE_MACHINE) ? undefined : '../secrets.env');
    const all = { ...filled(written(read('secrets.env.example'))), ...secrets, ...filled(environment) };
    expect(() => parseSettings(all)).not.toThrow();
  });

  it('starts a script that there is, of an image that can be made', () => {
    const [node, script = '', only, ...more] = service.command ?? ofImage;
    expect([node, more]).toEqual(['node', []]);
    const source = script.replace(/^dist\//, '').replace(/\.js$/, '.ts');
    expect(existsSync(path.join(repository, source)), source).toBe(true);
    if (only !== undefined) expect(scripts[`start:${only}`]).toContain(`start.mjs ${only}`);
    const place = path.dirname(path.join(folder, file.split(' ')[0] ?? ''));
    expect(path.resolve(place, service.build ?? '')).toBe(repository);
  });
});

describe.each(units)('systemd: %s', (unit) => {
  it('has settings that there are, and starts what there is', () => {
    const environment = environmentOf(unit);
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    const rest = { ...filled(written(read('secrets.env.example'))), ...secrets };
    expect(() => parseSettings({ ...rest, ...environment })).not.toThrow();
    const [, command = ''] = /^ExecStart=\/usr\/bin\/env npm run --silent ([\w:]+)$/m.exec(read(unit)) ?? [];
    expect(scripts).toHaveProperty(command);
  });

  // Not of one machine, because its unit and compose.yaml have no setting in common.
  it.runIf(!unit.startsWith('1-machine'))('says the same as the Compose file for such a machine', () => {
    const [machines = '', name = ''] = unit.split('/');
    const kind = name.replace('.service', '');
    const [, twin] = ours.find(([file]) => file.startsWith(machines) && file.endsWith(` ${kind}`)) ?? [];
    // Where files are differs inside a container.
    const apart = ['DATABASE_URL', 'DATABASE_READ_URL', 'DATA_DIR', 'API_HOST', 'API_PORT'];
    const shared = (environment: Environment = {}) =>
      Object.fromEntries(Object.entries(environment).filter(([key]) => !apart.includes(key)));
    expect(shared(environmentOf(unit))).toMatchObject(shared(twin?.environment));
  });
});

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
// Skipped where there is no systemd: it needs its verifier.
it.runIf(systemd)('systemd finds no fault in any unit', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'units-'));
  for (const unit of units) {
    const copy = path.join(place, `sponsorgate-${unit.replaceAll('/', '-')}`);
    writeFileSync(copy, read(unit));
    expect(execFileSync('systemd-analyze', ['verify', copy], { encoding: 'utf8', stdio: 'pipe' }), unit).toBe(
      '',
    );
  }
  rmSync(place, { recursive: true });
});

/** How many of each there are, and what it opens beside its pool: notifications and signs of life, and a bot process's report two and one for those. */
const machines = { '3-machines': { api: 2, bot: 2 }, '30-machines': { api: 21, bot: 2 } } as const;
const BESIDE = { api: 2, bot: 5 } as const;

it.each(['3-machines', '30-machines'] as const)(
  '%s open no more connections than the database takes',
  (layout) => {
    const opened = (['api', 'bot'] as const).map((kind) => {
      const [, service] =
        ours.find(([file]) => file.startsWith(`${layout}/`) && file.endsWith(` ${kind}`)) ?? [];
      const { API_WORKERS: workers = '1', DATABASE_POOL_MAX: pool = '10' } = service?.environment ?? {};
      return machines[layout][kind] * Number(workers) * (Number(pool) + BESIDE[kind]);
    });
    const [, database] = servicesOf(`${layout}/database.compose.yml`)[0] ?? [];
    const [, most] = /-cmax_connections=(\d+)/.exec((database?.command ?? []).join(' ')) ?? [];
    const wanted = opened.reduce((sum, count) => sum + count, 0);
    expect(wanted).toBeGreaterThan(100);
    // Some are kept for an operator who looks after it.
    expect(wanted).toBeLessThan(Number(most) - 10);
  },
);

describe('Kubernetes', () => {
  const manifests = read('kubernetes.yaml')
    .split(/^---$/m)
    .map((text) => parseYaml(text) as Manifest);
  type OfKind<Kind> = Extract<Manifest, { kind?: Kind }>;
  const ofKind = <Kind extends Manifest['kind']>(kind: Kind): OfKind<Kind>[] =>
    manifests.filter((each): each is OfKind<Kind> => each.kind === kind);
  const parts = ofKind('Deployment').map(({ spec }) => {
    const [container] = spec?.template.spec?.containers ?? [];
    if (spec === undefined || container === undefined) throw new Error('a Deployment starts a container');
    const environment = (container.env ?? []).map(({ name, value = '' }): [string, string] => [name, value]);
    return { spec, container, environment: Object.fromEntries(environment) };
  });

  it.each(manifests)('knows every field of this $kind', { timeout: 60_000 }, (manifest) => {
    expect(faultsIn(manifest)).toEqual([]);
  });

  it.each<[string, object]>([
    [`'"replica"' does not exist`, { replica: 2 }],
    ["'string' is not assignable to type 'number'", { replicas: '2' }],
    ["'template' is missing", { template: undefined }],
    [
      `'"readOnlyRoot"' does not exist`,
      { template: { spec: { containers: [{ name: 'a', readOnlyRoot: true }] } } },
    ],
  ])('a fault would be found: %s', { timeout: 60_000 }, (words, more) => {
    const [deployment] = ofKind('Deployment');
    const faults = faultsIn({ ...deployment, spec: { ...deployment?.spec, ...more } } as Manifest);
    expect(faults.join()).toContain(words);
  });

  it.each(parts)('starts $container.name as Compose does, of settings that there are', (part) => {
    const { container, environment } = part;
    const [, twin] = ours.find(([name]) => name === `3-machines/app.compose.yml ${container.name}`) ?? [];
    expect(container.command).toEqual(twin?.command);
    const ofPlace = ['DATABASE_URL', 'TRUSTED_PROXIES'];
    const same = (all: Environment = {}) =>
      Object.entries(all)
        .filter(([name]) => !ofPlace.includes(name))
        .sort();
    expect(same(environment)).toEqual(same(twin?.environment));
    const rest = { ...filled(written(read('secrets.env.example'))), ...secrets };
    expect(() => parseSettings({ ...rest, ...environment })).not.toThrow();
  });

  it.each(parts)('gives $container.name nothing to write to but its folders', ({ spec, container }) => {
    const { metadata, spec: pod } = spec.template;
    expect(spec.selector.matchLabels).toEqual(metadata?.labels);
    expect(pod).toMatchObject({ enableServiceLinks: false, securityContext: { runAsNonRoot: true } });
    const none = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    expect(container.securityContext).toEqual({ readOnlyRootFilesystem: true, ...none });
    const mounted = (container.volumeMounts ?? []).map(({ name, mountPath }) => [name, mountPath]);
    expect(mounted).toEqual([
      ['data', '/app/data'],
      ['tmp', '/tmp'],
    ]);
    expect(pod?.volumes?.map(({ name }) => name)).toEqual(['data', 'tmp']);
    const [claim] = ofKind('PersistentVolumeClaim');
    expect(pod?.volumes?.[0]?.persistentVolumeClaim?.claimName).toBe(claim?.metadata?.name);
  });

  it('leads from the Ingress to the api, at paths that it answers while it lives', () => {
    const [ingress] = ofKind('Ingress');
    const [service] = ofKind('Service');
    const backend = ingress?.spec?.rules?.[0]?.http?.paths[0]?.backend.service;
    const [port] = service?.spec?.ports ?? [];
    expect([backend?.name, backend?.port?.name]).toEqual([service?.metadata?.name, port?.name]);
    const api = parts.find(({ spec }) =>
      isDeepStrictEqual(spec.selector.matchLabels, service?.spec?.selector),
    )?.container;
    expect(api?.ports).toEqual([{ name: port?.targetPort, containerPort: 8080 }]);
    for (const probe of [api?.startupProbe, api?.livenessProbe, api?.readinessProbe])
      expect(probe?.httpGet).toEqual({ path: alive.path, port: port?.targetPort });
  });
});

describe('three machines of which the database fails over', () => {
  const layout = layoutAt('127.64.1.', []);
  const patroni = parseYaml(layout.patroni) as {
    bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown> } } & Record<string, unknown> };
    postgresql: { parameters: Record<string, unknown> };
  };

  it('take the same settings as the one that does not', () => {
    const [, database] = servicesOf('3-machines/database.compose.yml')[0] ?? [];
    const { dcs } = patroni.bootstrap;
    const own: Record<string, unknown> = { ...dcs.postgresql.parameters, ...patroni.postgresql.parameters };
    const words = (database?.command ?? []).filter((word) => word.startsWith('-c'));
    expect(words.length).toBeGreaterThan(4);
    for (const word of words) {
      const [name = '', value] = word.slice(2).split('=');
      expect(String(own[name]), name).toBe(value);
    }
  });

  it('lose nothing that was acknowledged, and leave a leader that is cut off no time to go on', () => {
    const { dcs } = patroni.bootstrap;
    expect(dcs['synchronous_mode']).toBe(true);
    const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) => Number(dcs[name]));
    expect(ttl).toBeGreaterThanOrEqual((loop ?? NaN) + 2 * (retry ?? NaN));
  });

  it('have each an address of its own, and all three in what they are told of each other', () => {
    for (const file of ['etcd.env.example', 'patroni.env.example'] as const) {
      const [name, all] = file.startsWith('etcd')
        ? ['ETCD_NAME', 'ETCD_INITIAL_CLUSTER']
        : ['PATRONI_NAME', 'PATRONI_ETCD3_HOSTS'];
      const environments = MACHINES.map((machine) => layout.environmentOf(file, machine));
      expect(new Set(environments.map((each) => each[name])).size).toBe(MACHINES.length);
      for (const environment of environments)
        for (const machine of MACHINES) expect(environment[all]).toContain(layout.addressOf(machine));
    }
    for (const machine of MACHINES) expect(layout.haproxy).toContain(`${layout.addressOf(machine)}:5432`);
  });

  const isHere = spawnSync('haproxy', ['-v']).status === 0;
  // Skipped where there is no HAProxy: it needs its verifier.
  it.runIf(isHere)('have a proxy that HAProxy finds no fault with', () => {
    const place = mkdtempSync(path.join(tmpdir(), 'haproxy-'));
    const file = path.join(place, 'haproxy.cfg');
    writeFileSync(file, layout.haproxy);
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    rmSync(place, { recursive: true });
  });
});

describe('the example of nginx', () => {
  const conf = read('nginx.conf')
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'))
    .join('\n');

  it('tells what it refuses itself in the envelope of the api, and 429 beyond the limit', () => {
    expect(conf).toContain('limit_req_status 429;');
    const pages = [...conf.matchAll(/error_page ([\d ]+?)(?: =(\d+))? (@\w+);/g)];
    expect(pages.flatMap(([, codes = '']) => codes.split(' ')).sort()).toEqual([
      '413',
      '429',
      '500',
      '502',
      '503',
      '504',
    ]);
    for (const [, codes = '', becomes, name = ''] of pages) {
      const place = new RegExp(`location ${name} \\{([^]*?)\\n  \\}`).exec(conf)?.[1] ?? '';
      expect(place, name).toContain('default_type application/json;');
      const [, status, body = ''] = /return (\d+) '(.*)';/.exec(place) ?? [];
      expect(status, name).toBe(becomes ?? codes);
      expect(JSON.parse(body)).toMatchObject({ status: 'error', code: Number(status) });
      if (status !== '413') expect(place, name).toMatch(/add_header Retry-After \d+ always;/);
    }
  });

  it('writes down no query and no path, in which tokens stand', () => {
    expect(/error_log \S+ (\w+);/.exec(conf)?.[1]).toBe('emerg');
    const [, format = ''] = /log_format \w+ ([^;]*);/.exec(conf) ?? [];
    expect(format).toContain('$status');
    expect(format).not.toMatch(
      /\$(request|request_uri|uri|document_uri|args|query_string|http_\w+|arg_\w+)\b/,
    );
    const logs = [...conf.matchAll(/access_log (.*);/g)].map(([, what]) => what);
    expect(logs).toEqual(['/var/log/nginx/sponsorgate.log failures if=$is_failure']);
  });
});
