/** Secrets of webhooks at rest, while the key that encrypts them is rotated. */
import { expect, it, onTestFinished } from 'vitest';
import { type Environment, readConfig } from '../platform/config/config.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { createRuntime, type Runtime } from '../platform/runtime.ts';
import { openTestRuntime } from '../testing/test-runtime.ts';
import { openSecret, resealSecrets, sealSecret } from './seal-secret.ts';

const [OLD_SECRET, NEW_SECRET] = ['a'.repeat(40), 'b'.repeat(40)];

/** The same process with other settings. */
function withSettings(runtime: Runtime, settings: Environment): Runtime {
  return createRuntime({ ...runtime, config: readConfig({ SERVICE_ENV: 'dev', ...settings }) });
}

it('secrets of webhooks are sealed anew, so that the key before can be taken away', async () => {
  const base = await openTestRuntime('sqlite');
  onTestFinished(() => base.dispose());
  const old = withSettings(base, { SERVICE_WEBHOOK_ENCRYPTION_KEY: OLD_SECRET });
  const both = {
    SERVICE_WEBHOOK_ENCRYPTION_KEY: NEW_SECRET,
    SERVICE_WEBHOOK_ENCRYPTION_KEY_PREVIOUS: OLD_SECRET,
  };
  const rotating = withSettings(base, both);
  const done = withSettings(base, { SERVICE_WEBHOOK_ENCRYPTION_KEY: NEW_SECRET });
  const owner = { tenant: 'acme', id: 'wh_1' };
  const [secret, oldSecret] = [
    await sealSecret(old, owner, 'whsec_1'),
    await sealSecret(old, owner, 'whsec_0'),
  ];
  const rest = { url: 'https://hooks.example', form: 'json', events: '[]', status: 'on', createdBy: 'x' };
  const { webhook } = clientOf(base.db.read);
  await webhook.create({ data: { ...owner, ...rest, secret, oldSecret, createdAt: base.clock() } });
  expect(await openSecret(rotating, owner, secret)).toBe('whsec_1');
  expect(await openSecret(done, owner, secret)).toBeNull();
  expect([await resealSecrets(done), await resealSecrets(rotating), await resealSecrets(rotating)]).toEqual([
    0, 2, 0,
  ]);
  const row = await webhook.findFirstOrThrow({ where: owner });
  expect(await openSecret(done, owner, row.secret)).toBe('whsec_1');
  expect(await openSecret(done, owner, row.oldSecret ?? '')).toBe('whsec_0');
});
