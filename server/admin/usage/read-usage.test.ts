import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { listUsage } from './index.ts';

describeOnOne('the usage of a tenant', (runtime) => {
  const add = async (tenant: string, rows: [day: string, purpose: string][]) => {
    await clientOf(runtime().db.read).usageDay.createMany({
      data: rows.map(([day, purpose], n) => ({
        tenant,
        day,
        purpose,
        calls: n + 1,
        inputTokens: 5e9,
        outputTokens: 7,
      })),
    });
  };

  it('is listed newest day first, of the own tenant alone', async () => {
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    await add(ours.tenant, [
      ['2025-12-31', 'ask'],
      ['2026-01-02', 'reflect'],
      ['2026-01-02', 'curate'],
      ['2026-01-01', 'ask'],
    ]);
    await add(theirs.tenant, [['2026-01-03', 'ask']]);
    const rows = await listUsage(runtime(), ours);
    expect(rows.map(({ day, purpose }) => [day, purpose])).toEqual([
      ['2026-01-02', 'curate'],
      ['2026-01-02', 'reflect'],
      ['2026-01-01', 'ask'],
      ['2025-12-31', 'ask'],
    ]);
    expect(rows[0]).toEqual({
      day: '2026-01-02',
      purpose: 'curate',
      calls: 3,
      inputTokens: 5e9,
      outputTokens: 7,
    });
  });
});
