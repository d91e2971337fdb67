import { expect, it } from 'vitest';
import { ZodError } from 'zod';
import { clientOf } from '../../platform/db/prisma.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { agentsOperations } from './agents.ts';
import { episodesOperations } from './episodes.ts';
import { callerFactory, router } from './operation.ts';

const callerOf = callerFactory(router({ ...episodesOperations, ...agentsOperations }));

/** What a rejected call was rejected for, behind tRPC's own error. */
async function causeOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => null,
    (error: Error) => error.cause,
  );
}

describeOnBoth('the operations on episodes', (runtime) => {
  it('refuse a batch by the place of its bad item and store nothing of it', async () => {
    const principal = freshPrincipal();
    const episodes = Array.from({ length: 600 }, (_, index) => ({
      outcome: index === 499 ? ('great' as 'success') : ('success' as const),
    }));
    const cause = await causeOf(callerOf({ runtime: runtime(), principal }).recordEpisodeBatch({ episodes }));
    expect(cause).toBeInstanceOf(ZodError);
    expect(cause).toMatchObject({ issues: [{ path: ['episodes', 499, 'outcome'] }] });
    expect(await clientOf(runtime().db.read).episode.count({ where: { tenant: principal.tenant } })).toBe(0);
  });

  it('refuse a batch that is too long before they look into it', async () => {
    const caller = callerOf({ runtime: runtime(), principal: freshPrincipal() });
    const episodes = Array.from({ length: 1001 }, () => ({ outcome: 'great' as 'success' }));
    expect(await causeOf(caller.recordEpisodeBatch({ episodes }))).toMatchObject({ kind: 'too_large' });
  });

  it('refuse the shared namespace and unusable keys in a body', async () => {
    const caller = callerOf({ runtime: runtime(), principal: freshPrincipal() });
    for (const sent of [
      { scope: { agent_id: '*' } },
      { scope: { agent_id: 'a', user_id: 'u\0' } },
      { session_id: '\uD800' },
      { idempotency_key: '\0' },
      { recall_id: 'x'.repeat(65) },
      { framework: 'x'.repeat(65) },
      { duration_ms: 1.5 },
      { duration_ms: 1e300 },
    ]) {
      expect(await causeOf(caller.recordEpisode(sent)), JSON.stringify(sent)).toBeInstanceOf(ZodError);
    }
  });

  it('say that reflection and replay were skipped, and why, without a model', async () => {
    const caller = callerOf({ runtime: runtime(), principal: freshPrincipal() });
    const reason = 'no learning model is configured';
    expect(await caller.reflect({ agent_id: 'a' })).toEqual({ status: 'skipped', kind: 'reflect', reason });
    expect(await caller.replay({ agent_id: '*' })).toEqual({ status: 'skipped', episodes: 0, reason });
    expect(await causeOf(caller.replay({ agent_id: 'a', limit: 5001 }))).toBeInstanceOf(ZodError);
  });
});
