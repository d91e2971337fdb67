import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  authenticationDisabled,
  ConfigError,
  describeConfig,
  listenHost,
  readConfig,
  readVariables,
  VARIABLES,
} from './config.ts';
import { startWarnings } from './start-warnings.ts';

const DEV = { SERVICE_ENV: 'dev' };
const KEY = 'a-bootstrap-key-of-some-length';

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('reading the configuration', () => {
  it('has the documented defaults', () => {
    const config = readConfig({ SERVICE_BOOTSTRAP_ADMIN_KEY: KEY });
    expect(config.server).toMatchObject({ env: 'prod', port: 8080, maxRequestBytes: 4_000_000 });
    expect(config.recall).toMatchObject({ minScore: 0.12, maxSkills: 3, maxMemories: 8, holdoutRate: 0.05 });
    expect(config.limits).toEqual({ perMinute: 600, perMinutePerIp: 3000, dailyTokenBudget: 5_000_000 });
    expect(config.canary).toMatchObject({ floor: 0.1, minSamples: 20, threshold: 0.95, maxSamples: 300 });
    expect(config.server.mcpAllowedHosts).toEqual(['localhost:*', '127.0.0.1:*']);
  });

  it('reads numbers, flags and lists, and takes empty text for unset', () => {
    const config = readConfig({
      ...DEV,
      SERVICE_PORT: ' 9090 ',
      SERVICE_REDACT_PII: 'FALSE',
      SERVICE_CORS_ORIGINS: '["https://a.example"]',
      SERVICE_HOLDOUT_RATE: '0.5',
      SERVICE_RECALL_MIN_SCORE: '',
    });
    expect(config.server).toMatchObject({ port: 9090, corsOrigins: ['https://a.example'] });
    expect(config.recall).toMatchObject({ redactPii: false, holdoutRate: 0.5, minScore: 0.12 });
  });

  it.each([
    ['SERVICE_PORT', 'eighty', 'a whole number from 0 to 65535'],
    ['SERVICE_HOLDOUT_RATE', '2', 'a number from 0 to 1'],
    ['SERVICE_CORS_ORIGINS', 'https://a.example', 'a JSON array of strings'],
    ['SERVICE_DATABASE_URL', 'mysql://x', 'a file: or postgresql: URL'],
    ['FORWARDED_ALLOW_IPS', 'my-proxy', 'CIDR'],
  ])('refuses %s=%s in one line that names the variable and what is allowed', (name, value, allowed) => {
    const line = refusal({ ...DEV, [name]: value });
    expect(line).toContain(name);
    expect(line).toContain(allowed);
    expect(line).not.toContain('\n');
  });

  it('never repeats the value of a secret', () => {
    const line = refusal({ ...DEV, SERVICE_BOOTSTRAP_ADMIN_KEY: 'hunter 2' });
    expect(line).toContain('SERVICE_BOOTSTRAP_ADMIN_KEY');
    expect(line).not.toContain('hunter');
  });

  it('refuses a bootstrap key under 8 characters in prod only', () => {
    const short = { SERVICE_BOOTSTRAP_ADMIN_KEY: 'hunter2' };
    expect(refusal(short)).toMatch(/^SERVICE_BOOTSTRAP_ADMIN_KEY: .*8 characters/);
    expect(refusal(short)).not.toContain('hunter2');
    for (const SERVICE_ENV of ['dev', 'staging']) {
      expect(readConfig({ ...short, SERVICE_ENV }).credentials.bootstrapAdminKey).toBe('hunter2');
    }
    expect(readConfig({ SERVICE_BOOTSTRAP_ADMIN_KEY: 'hunter22' }).server.env).toBe('prod');
  });

  it('refuses prod without any credential, and OIDC without issuer and audience outside dev', () => {
    expect(refusal({})).toContain('SERVICE_BOOTSTRAP_ADMIN_KEY');
    const jwks = { SERVICE_OIDC_JWKS_URL: 'https://id.example/keys' };
    expect(refusal(jwks)).toContain('SERVICE_OIDC_ISSUER');
    expect(refusal({ ...jwks, SERVICE_ENV: 'staging', SERVICE_OIDC_ISSUER: 'https://id.example' })).toContain(
      'SERVICE_OIDC_AUDIENCE',
    );
    expect(readConfig({ ...DEV, ...jwks }).server.env).toBe('dev');
    expect(readConfig({ SERVICE_ENV: 'staging' }).server.env).toBe('staging');
  });

  it('refuses settings that contradict each other', () => {
    expect(refusal({ ...DEV, SERVICE_LLM_PROVIDER: 'openai' })).toContain('SERVICE_LLM_MODEL');
    expect(refusal({ ...DEV, SERVICE_ARCHIVE_AFTER_DAYS: '10' })).toContain('SERVICE_STALE_AFTER_DAYS');
    expect(refusal({ ...DEV, SERVICE_CANARY_MAX_SAMPLES: '5' })).toContain('SERVICE_CANARY_MIN_SAMPLES');
    const alone = { SERVICE_USER_RULES_NEED_REVIEW: 'true', SERVICE_UNTRUSTED_NEEDS_REVIEW: 'false' };
    expect(refusal({ ...DEV, ...alone })).toContain('needs SERVICE_UNTRUSTED_NEEDS_REVIEW');
  });

  describe('a secret in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'whetstone-config-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const SECRETS = VARIABLES.flatMap(({ name, secret, group, key }) =>
      secret === undefined ? [] : [[name, group, key] as const],
    );
    const VALUES: Readonly<Record<string, string>> = {
      SERVICE_DATABASE_URL: 'postgresql://me:pa55@db/x',
      SERVICE_DATABASE_READ_URL: 'postgresql://me:pa55@db/x',
      SERVICE_LLM_HEADERS: '{"x-key":"a secret"}',
    };
    const value = (name: string) => VALUES[name] ?? 'a-secret-that-is-long-enough-0123456789';

    it.each(SECRETS)('is read for %s, without the newline at its end', (name, group, key) => {
      const config = readVariables({ ...DEV, [`${name}_FILE`]: file(name, `${value(name)}\n`) });
      const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = config;
      const read = settings[group]?.[key];
      expect(typeof read === 'string' ? read : JSON.stringify(read)).toBe(value(name));
    });

    it('is refused beside the variable itself', () => {
      const both = { SERVICE_LLM_API_KEY: 'x', SERVICE_LLM_API_KEY_FILE: file('both', 'y') };
      expect(refusal({ ...DEV, ...both })).toBe(
        'SERVICE_LLM_API_KEY: set beside SERVICE_LLM_API_KEY_FILE; allowed: one of the two',
      );
    });

    it('is refused where it cannot be read or holds nothing', () => {
      const gone = join(folder, 'gone');
      expect(refusal({ ...DEV, SERVICE_LLM_API_KEY_FILE: gone })).toBe(
        `SERVICE_LLM_API_KEY_FILE: "${gone}" cannot be read (ENOENT); allowed: a file that this process may read`,
      );
      expect(refusal({ ...DEV, SERVICE_LLM_API_KEY_FILE: folder })).toContain('cannot be read (EISDIR)');
      expect(refusal({ ...DEV, SERVICE_LLM_API_KEY_FILE: file('empty', ' \n') })).toContain('is empty');
    });

    it('is never repeated where it is not allowed', () => {
      const line = refusal({ ...DEV, SERVICE_LLM_API_KEY_FILE: file('spaces', 'hunter 2\n') });
      expect(line).toMatch(/^SERVICE_LLM_API_KEY: its value is not allowed/);
      expect(line).not.toContain('hunter');
    });
  });
});

describe('what follows from the configuration', () => {
  it('listens on loopback in dev and on every interface otherwise', () => {
    expect(listenHost(readConfig(DEV))).toBe('127.0.0.1');
    expect(listenHost(readConfig({ SERVICE_ENV: 'staging' }))).toBe('0.0.0.0');
    expect(listenHost(readConfig({ ...DEV, SERVICE_HOST: '::1' }))).toBe('::1');
  });

  it('disables authentication in dev only, and only without credentials', () => {
    expect(authenticationDisabled(readConfig(DEV))).toBe(true);
    expect(authenticationDisabled(readConfig({ ...DEV, SERVICE_BOOTSTRAP_ADMIN_KEY: KEY }))).toBe(false);
    expect(authenticationDisabled(readConfig({ SERVICE_ENV: 'staging' }))).toBe(false);
  });
});

describe('what the operator is warned of', () => {
  const warnings = (env: Record<string, string>) => startWarnings(readConfig(env), env);

  it('is a name that no variable has, with the nearest one, and nothing of its value', () => {
    const env = {
      SERVICE_BOOTSTRAP_ADMIN_KEY: KEY,
      SERVICE_LLM_APIKEY: 'hunter2',
      SERVICE_RECALL_MAX_MEMORY: '3',
      SERVICE_PORT_FILE: '/port',
      SERVICE_SESSION_SECRET_FILE: '',
      PATH: '/bin',
    };
    const found = warnings(env);
    expect(found.map(({ event }) => event)).toEqual(Array(3).fill('config.unknown_variable'));
    expect(found.map(({ fields }) => fields)).toEqual([
      { variable: 'SERVICE_LLM_APIKEY', nearest: 'SERVICE_LLM_API_KEY' },
      { variable: 'SERVICE_RECALL_MAX_MEMORY', nearest: 'SERVICE_RECALL_MAX_MEMORIES' },
      { variable: 'SERVICE_PORT_FILE', nearest: 'SERVICE_PORT' },
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('is a variable of an earlier version, with nothing of its value', () => {
    const env = {
      SERVICE_BOOTSTRAP_ADMIN_KEY: KEY,
      SERVICE_OIDC_SCOPES: 'hunter2',
      SERVICE_SESSION_SECRET_PREVIOUS_FILE: '/secret',
    };
    expect(warnings(env).map(({ fields }) => fields)).toEqual([
      { variable: 'SERVICE_OIDC_SCOPES', note: 'SERVICE_OIDC_SCOPES is no longer used' },
      {
        variable: 'SERVICE_SESSION_SECRET_PREVIOUS_FILE',
        note: 'SERVICE_SESSION_SECRET_PREVIOUS_FILE is no longer used',
      },
    ]);
  });

  it('is a bootstrap key under 16 characters, which is not repeated', () => {
    const [warning, ...others] = warnings({ SERVICE_BOOTSTRAP_ADMIN_KEY: 'hunter2-hunter2' });
    expect(warning?.event).toBe('auth.short_key');
    expect(others).toEqual([]);
    expect(JSON.stringify(warning)).toContain('SERVICE_BOOTSTRAP_ADMIN_KEY');
    expect(JSON.stringify(warning)).not.toContain('hunter2');
    expect(warnings({ SERVICE_BOOTSTRAP_ADMIN_KEY: 'hunter2-hunter22' })).toEqual([]);
  });
});

describe('showing the configuration', () => {
  it('has every variable once and masks secrets, the database password included', () => {
    const rows = describeConfig(
      readConfig({
        ...DEV,
        SERVICE_BOOTSTRAP_ADMIN_KEY: KEY,
        SERVICE_DATABASE_URL: 'postgresql://app:hunter2@db.example/service',
      }),
    );
    const text = rows.map(({ name, value }) => `${name}=${value}`).join('\n');
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(text).toContain('SERVICE_BOOTSTRAP_ADMIN_KEY=********');
    expect(text).toContain('SERVICE_DATABASE_URL=postgresql://app:********@db.example/service');
    expect(text).not.toContain('hunter2');
    expect(text).toContain('SERVICE_OIDC_ISSUER=(unset)');
    for (const { name, about } of rows) expect(about, name).not.toBe('');
  });

  it('masks a secret that happens to look like a URL, and every password in one', () => {
    const rows = describeConfig(
      readConfig({
        ...DEV,
        SERVICE_BOOTSTRAP_ADMIN_KEY: 'admin:hunter2-hunter2',
        SERVICE_LLM_API_KEY: 'file:hunter2',
        SERVICE_LLM_BASE_URL: 'https://me:hunter2@llm.example/v1',
        SERVICE_DATABASE_URL: 'postgresql://db.example/service?user=app&password=hunter2',
      }),
    );
    const text = rows.map(({ name, value }) => `${name}=${value}`).join('\n');
    expect(text).not.toContain('hunter2');
    expect(text).toContain('SERVICE_LLM_BASE_URL=https://me:********@llm.example/v1');
    expect(text).toContain('postgresql://db.example/service?user=app&password=********');
  });
});
