/** `npm run admin -- trial` and `networks`: two rankings side by side, and the operator's own networks, at the terminal. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { openServiceStage, type ServiceStage } from './service-stage.js';

let stage: ServiceStage;

beforeAll(async () => {
  stage = await openServiceStage();
  stubAdminEnvironment(stage);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

describe('a trial, at the terminal', () => {
  it('says which ranking each side has, and that there is nothing to compare yet', async () => {
    vi.stubEnv('RANKING', 'smoothed');
    const said = await admin('trial', '--days', '7');
    expect(said).toContain('trial: learned');
    expect(said).toContain('others: smoothed');
    expect(said).toContain('next to the others: nothing to compare yet.');
  });

  it('answers one line of JSON', async () => {
    const { rows, said } = JSON.parse(await admin('trial', '--json')) as { rows: unknown[]; said: string[] };
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ bots: 0, impressions: 0, subscribers: 0 });
    expect(said).toHaveLength(2);
  });

  it.each(['0', '367', 'many'])('takes a number of days: %s', async (days) => {
    expect(await failing('trial', '--days', days)).toContain('--days');
  });
});

it('the networks of the operator are listed, and no key is', async () => {
  vi.stubEnv('HOUSE_NETWORKS', 'flyer a-secret-key');
  const said = await admin('networks', '--json');
  expect(JSON.parse(said)).toMatchObject({ rows: [{ network: 'flyer', listed: 0, done: 0, claimed: 0 }] });
  expect(said).not.toContain('secret');
});

it('an operator without networks reads which setting names them', async () => {
  vi.stubEnv('HOUSE_NETWORKS', '');
  expect(await admin('networks')).toContain('HOUSE_NETWORKS is not set');
});
