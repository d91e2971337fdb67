/** Secrets of webhooks at rest. */
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createRuntime } from '../platform/runtime.ts';
import { openTestRuntime } from '../testing/test-runtime.ts';
import { openSecret, sealSecret } from './seal-secret.ts';

it('are opened with the key that sealed them, also by who configures one later, and for their owner alone', async () => {
  const base = await openTestRuntime('sqlite');
  onTestFinished(() => base.dispose());
  const withKey = (key: string) => {
    const config = readConfig({ SERVICE_ENV: 'dev', SERVICE_WEBHOOK_ENCRYPTION_KEY: key });
    return createRuntime({ ...base, config });
  };
  const [configured, another] = [withKey('a'.repeat(40)), withKey('b'.repeat(40))];
  const owner = { tenant: 'acme', id: 'wh_1' };
  const [kept, sealed] = [
    await sealSecret(base, owner, 'whsec_0'),
    await sealSecret(configured, owner, 'whsec_1'),
  ];
  expect(await openSecret(configured, owner, kept)).toBe('whsec_0');
  expect(await openSecret(configured, owner, sealed)).toBe('whsec_1');
  expect(await openSecret(another, owner, sealed)).toBeNull();
  expect(await openSecret(configured, { ...owner, id: 'wh_2' }, sealed)).toBeNull();
});
