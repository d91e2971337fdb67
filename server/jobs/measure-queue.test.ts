import { beforeEach, expect, it } from 'vitest';
import { pass, removeJobs } from '../testing/jobs/jobs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { JOB_KINDS } from './catalogue.ts';
import { enqueueJobs, measureQueue } from './index.ts';

/** The gauges' values by kind, the seconds in whole minutes. */
async function measured(rt: TestRuntime) {
  await measureQueue(rt);
  const { jobsWaiting, jobsOldest } = rt.metrics;
  const byKind = (values: { labels: { kind?: string | number }; value: number }[]) =>
    Object.fromEntries(values.map(({ labels, value }) => [labels.kind, value]));
  const oldest = byKind((await jobsOldest.get()).values);
  return {
    waiting: byKind((await jobsWaiting.get()).values),
    oldestMinutes: Object.fromEntries(
      Object.entries(oldest).map(([kind, value]) => [kind, Math.floor(Number(value) / 60)]),
    ),
  };
}

const NONE = Object.fromEntries(JOB_KINDS.map((kind) => [kind, 0]));

describeOnBoth('the measures of the queue', (runtime, dialect) => {
  beforeEach(() => removeJobs(runtime()));

  it('are the jobs that wait, by kind, and the seconds for which the first of them has been due', async () => {
    const rt = runtime();
    const [{ tenant }, other] = [freshPrincipal(), freshPrincipal()];
    expect(await measured(rt)).toEqual({ waiting: NONE, oldestMinutes: NONE });
    const later = { delayMs: 86_400_000 };
    await rt.db.write((tx) =>
      enqueueJobs(rt, tx, [
        { kind: 'curate', tenant, agentId: 'a' },
        { kind: 'curate', tenant, agentId: 'b', ...later },
        { kind: 'curate', tenant: other.tenant, agentId: 'a' },
        { kind: 'reflect', tenant, agentId: 'a', ...later },
        { kind: 'evolve', tenant, agentId: 'a', skillId: 'sk_1' },
      ]),
    );
    await pass(rt, 600_000);
    expect(await measured(rt)).toEqual({
      waiting: { ...NONE, reflect: 1, curate: 3, evolve: 1 },
      oldestMinutes: { ...NONE, curate: 10, evolve: 10 },
    });
  });

  it('are absent, and the other metrics are there, while the database cannot be used', async () => {
    const rt = runtime();
    await measureQueue(rt);
    const read = dialect === 'sqlite' ? 'SQLITE_FULL' : 'ECONNREFUSED';
    const failing = { ...rt, db: { ...rt.db, read: broken(read) } };
    await measureQueue(failing);
    const text = await rt.metrics.registry.metrics();
    expect(text).not.toMatch(/^service_jobs_(waiting|oldest_seconds|running)\{/m);
    expect(text).toContain('service_recalls_total 0');
  });
});

/** A handle whose every use fails as a database does that is not there. */
function broken(code: string): TestRuntime['db']['read'] {
  return new Proxy({} as TestRuntime['db']['read'], {
    get() {
      throw Object.assign(new Error('the database is gone'), { code });
    },
  });
}
