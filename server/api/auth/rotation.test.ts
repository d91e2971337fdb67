/** Rotation: the secret before goes on beside the one in force, and no longer once it is taken away. */
import { expect, it, onTestFinished } from 'vitest';
import { type Environment, readConfig } from '../../platform/config/config.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import { openTestRuntime } from '../../testing/test-runtime.ts';
import { authenticate, authenticateBrowser } from './authenticate.ts';
import { openAsOperator, type SessionResult } from './open-session.ts';
import { sessionCookieName } from './session.ts';

const [OLD, NEW] = ['the-key-before-0123456789', 'the-key-in-force-0123456789'];
const [OLD_SECRET, NEW_SECRET] = ['a'.repeat(40), 'b'.repeat(40)];

/** The same process with other settings. */
function withSettings(runtime: Runtime, settings: Environment): Runtime {
  const config = readConfig({ SERVICE_ENV: 'staging', ...settings });
  return createRuntime({ ...runtime, config });
}

async function opened(): Promise<Runtime> {
  const runtime = await openTestRuntime('sqlite');
  onTestFinished(() => runtime.dispose());
  return runtime;
}

it('the operator’s key before is accepted beside the one in force, and no longer without it', async () => {
  const base = await opened();
  const rotating = withSettings(base, {
    SERVICE_BOOTSTRAP_ADMIN_KEY: NEW,
    SERVICE_BOOTSTRAP_ADMIN_KEY_PREVIOUS: OLD,
  });
  const done = withSettings(base, { SERVICE_BOOTSTRAP_ADMIN_KEY: NEW });
  const by = (runtime: Runtime, key: string) =>
    authenticate(runtime, { authorization: `Bearer ${key}`, tenant: 'acme' });
  expect(await by(rotating, OLD)).toMatchObject({ actor: 'bootstrap-admin', tenant: 'acme' });
  expect(await by(rotating, NEW)).toMatchObject({ actor: 'bootstrap-admin', tenant: 'acme' });
  await expect(by(done, OLD)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(openAsOperator(rotating, { key: OLD, tenant: 'acme' })).toMatchObject({
    session: { kind: 'bootstrap' },
  });
});

it('a session goes on that the secret before sealed, and its key before opened', async () => {
  const base = await opened();
  const before = { SERVICE_BOOTSTRAP_ADMIN_KEY: OLD, SERVICE_SESSION_SECRET: OLD_SECRET };
  const after = { SERVICE_BOOTSTRAP_ADMIN_KEY: NEW, SERVICE_SESSION_SECRET: NEW_SECRET };
  const result: SessionResult = openAsOperator(withSettings(base, before), { key: OLD, tenant: 'acme' });
  const { encode } = await import('next-auth/jwt');
  const token = await encode({ token: { ...result }, secret: OLD_SECRET });
  const cookies = `${sessionCookieName(withSettings(base, before))}=${token}`;
  const who = (settings: Environment) => authenticateBrowser(withSettings(base, settings), { cookies });
  const keyBefore = { SERVICE_BOOTSTRAP_ADMIN_KEY_PREVIOUS: OLD };
  const secretBefore = { SERVICE_SESSION_SECRET_PREVIOUS: OLD_SECRET };
  expect(await who({ ...after, ...keyBefore, ...secretBefore })).toMatchObject({ actor: 'bootstrap-admin' });
  for (const settings of [after, { ...after, ...keyBefore }, { ...after, ...secretBefore }]) {
    await expect(who(settings)).rejects.toMatchObject({ kind: 'unauthenticated' });
  }
});

it.each(['SERVICE_BOOTSTRAP_ADMIN_KEY', 'SERVICE_SESSION_SECRET'])(
  '%s must be set where one before is',
  (name) => {
    expect(() => readConfig({ SERVICE_ENV: 'dev', [`${name}_PREVIOUS`]: 'x'.repeat(40) })).toThrow(
      `${name}_PREVIOUS: needs ${name}, which takes its place`,
    );
  },
);
