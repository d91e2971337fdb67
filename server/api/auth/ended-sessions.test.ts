/** How long the id of a session that was signed out is kept: until its cookie is worth nothing by itself. */
import { expect, it } from 'vitest';
import { purgeExpired } from '../../admin/retention/index.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { hasSignedOut, signOutSession } from './ended-sessions.ts';

const HOUR_MS = 3_600_000;

describeOnOne('a session that was signed out', (runtime) => {
  it('is purged a day after it would have ended, and not before', async () => {
    const { tenant } = freshPrincipal();
    const until = runtime().clock().getTime() + HOUR_MS;
    const session = { id: 'ses_1', tenant, until };
    await signOutSession(runtime(), session);
    await signOutSession(runtime(), session);
    const purged = async () => (await purgeExpired(runtime())).find(({ kind }) => kind === 'sessions')?.rows;
    runtime().advance(25 * HOUR_MS);
    expect(await purged()).toBe(0);
    expect(await hasSignedOut({ ...runtime(), once: (_, make) => make() }, session)).toBe(true);
    runtime().advance(1);
    expect(await purged()).toBe(1);
  });

  it('is one of its tenant alone', async () => {
    const [ours, theirs] = [freshPrincipal().tenant, freshPrincipal().tenant];
    const until = runtime().clock().getTime() + HOUR_MS;
    await signOutSession(runtime(), { id: 'ses_2', tenant: ours, until });
    expect(await hasSignedOut(runtime(), { id: 'ses_2', tenant: theirs, until })).toBe(false);
    expect(await hasSignedOut(runtime(), { id: 'ses_2', tenant: ours, until })).toBe(true);
  });
});
