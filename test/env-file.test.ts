/** A name in `.env` that is no setting keeps the service from starting: the default in its place would handle money. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SettingsError } from '../core/config.js';
import { settings } from '../scripts/admin/admin.js';
import { loadEnvFile } from '../scripts/env-file.js';

describe('the file .env', () => {
  const home = process.cwd();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sponsorgate-env-'));
    process.chdir(folder);
    vi.stubEnv('HOLD_HOURS', undefined);
    vi.stubEnv('API_PORT', '1234');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    process.chdir(home);
    rmSync(folder, { recursive: true });
  });
  const load = (text: string) => {
    writeFileSync('.env', text);
    loadEnvFile();
  };

  it('need not be there', () => {
    expect(loadEnvFile).not.toThrow();
  });

  it('sets what the environment leaves open', () => {
    load('HOLD_HOURS=24\nAPI_PORT=8080\n');
    expect([process.env['HOLD_HOURS'], process.env['API_PORT']]).toEqual(['24', '1234']);
  });

  it.each([
    ['HOLD_HOUR', 'HOLD_HOURS'],
    ['hold_hours', 'HOLD_HOURS'],
    ['PUBLISHERS_SHARE', 'PUBLISHER_SHARE'],
    ['MODERATORS_ID', 'MODERATOR_IDS'],
    ['SECRET_KEY', 'SECRETS_KEY'],
  ])('with %s in it is refused, and names %s', (wrong, right) => {
    expect(() => load(`${wrong}=24`)).toThrow(SettingsError);
    expect(() => load(`${wrong}=24`)).toThrow(`${wrong}: did you mean ${right}?`);
    expect(process.env[wrong]).toBeUndefined();
  });

  it('is refused for every wrong name at once, without its values', () => {
    const wrong = () => load('export HOLD_HOUR=24\nNEW_DATABASE_URL=postgres://secret\nAPI_PORT=1\n');
    expect(wrong).toThrow(/HOLD_HOUR: did you mean HOLD_HOURS\?\n.*NEW_DATABASE_URL: /);
    expect(wrong).not.toThrow(/secret|API_PORT/);
  });

  it('that cannot be read is refused in words that say who has to', () => {
    mkdirSync('.env');
    expect(loadEnvFile).toThrow(SettingsError);
    expect(loadEnvFile).toThrow(/cannot be read \(EISDIR\): let the user read it who runs the service/);
  });

  it('may begin with the mark that some editors put in front', () => {
    load('\uFEFFHOLD_HOURS=24\n');
    expect(process.env['HOLD_HOURS']).toBe('24');
  });

  it.each([
    ['a colon', 'SECRETS_KEY: c2VjcmV0=\nHOLD_HOURS=1'],
    ['a colon, in a line after another', 'BOT_TOKEN: secret\nSECRETS_KEY=x'],
    ['nothing between name and value', 'HOLD_HOURS=1\nBOT_TOKEN secret'],
    ['nothing but a name', 'BOT_TOKEN\n\n# the end\n'],
    ['UTF-16', Buffer.from('BOT_TOKEN=secret\n', 'utf16le').toString('latin1')],
  ])('with %s is refused in words that hold no value', (_name, text) => {
    expect(() => load(text)).toThrow(/write each line as NAME=value, in UTF-8/);
    expect(() => load(text)).not.toThrow(/secret|c2VjcmV0/);
  });

  it('suggests nothing for a name unlike all settings', () => {
    expect(() => load('SOMETHING_ELSE_ENTIRELY=1')).toThrow(/belongs in the environment/);
  });

  it('is asked for by a command where neither a token nor a demo is there', () => {
    vi.stubEnv('BOT_TOKEN', undefined);
    vi.stubEnv('DATABASE_URL', undefined);
    expect(settings).toThrow(SettingsError);
    expect(settings).toThrow(
      /BOT_TOKEN is not set, and no demo was started here: give the command the settings/,
    );
    expect(existsSync('data'), 'and makes nothing').toBe(false);
    mkdirSync('data/demo', { recursive: true });
    expect(settings().DEMO).toBe(true);
    expect(process.env['DEMO'], 'and leaves the environment as it is').toBeUndefined();
  });
});
