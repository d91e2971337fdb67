import { expect, it, onTestFinished } from 'vitest';
import type { Principal } from '../domain/principal.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { auditFeed, type Change } from './follow-audit.ts';
import { writeAudit } from './index.ts';

/** More than one reading takes. */
const MANY = 1100;

describeOnBoth('the feed of changes', (runtime) => {
  const heardBy = (rt: TestRuntime, { tenant }: Principal): Change[] => {
    const heard: Change[] = [];
    onTestFinished(auditFeed(rt).listen(tenant, (changes) => heard.push(...changes)));
    return heard;
  };
  const change = async (rt: TestRuntime, who: Principal, ids: string[]): Promise<void> =>
    await rt.db.write(async (tx) => {
      for (const id of ids) await writeAudit(rt, tx, who, { action: 'feedback', resource: `episode:${id}` });
    });

  it('tells each change once, to its own tenant alone', async () => {
    const [rt, ours, theirs] = [runtime(), freshPrincipal(), freshPrincipal()];
    const [we, they] = [heardBy(rt, ours), heardBy(rt, theirs)];
    await change(rt, ours, ['ep_1', 'ep_2', 'ep_1']);
    await auditFeed(rt).poll();
    await auditFeed(rt).poll();
    expect(we.map(({ type, id }) => `${type}:${id}`).toSorted()).toEqual(['episode:ep_1', 'episode:ep_2']);
    expect(they).toEqual([]);
  });

  it('tells a quiet tenant of its changes while another one changes more than can be read at once', async () => {
    const [rt, quiet, loud] = [runtime(), freshPrincipal(), freshPrincipal()];
    const [heard, noise] = [heardBy(rt, quiet), heardBy(rt, loud)];
    await change(rt, quiet, ['ep_quiet']);
    rt.advance(1);
    const ids = Array.from({ length: MANY }, (_, at) => `ep_${at}`);
    await change(rt, loud, ids);
    await auditFeed(rt).poll();
    expect(heard).toEqual([{ type: 'episode', id: 'ep_quiet' }]);
    expect(noise).toEqual([{ type: '*', id: '*' }]);
  });
});
