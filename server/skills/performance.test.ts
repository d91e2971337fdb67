import { expect, it } from 'vitest';
import { clientOf } from '../platform/db/prisma.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { skillListStore } from './list-store.ts';

describeOnOne('how the versions of a skill did', (runtime) => {
  it('is told by the sums of their weeks, each version and arm by itself', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const week = (monday: string, version: number, arm: string) => ({
      ...{ tenant, skillId: 'sk_2', week: monday, version, arm, experimentId: arm && 'ex_1' },
      ...{ runs: 3, rewarded: 2, succeeded: 1, partly: 1, evidence: 2, reward: 1.5 },
    });
    const data = [week('2026-02-16', 1, ''), week('2026-02-23', 1, ''), week('2026-02-23', 2, 'candidate')];
    await clientOf(rt.db.read).creditWeek.createMany({ data });
    const told = (of: string) => skillListStore(rt.db.read, of).evidenceByVersion('sk_2');
    expect(await told(tenant)).toEqual([
      { version: 2, arm: 'candidate', episodes: 3, evidence: 2, reward: 1.5 },
      { version: 1, arm: null, episodes: 6, evidence: 4, reward: 3 },
    ]);
    expect(await told(freshPrincipal().tenant)).toEqual([]);
  });
});
