/** The laws of changesets and canaries, held against the rows of a tenant. */
import { expect } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { TestRuntime } from '../test-runtime.ts';
import { brokenLaws } from './broken-laws.ts';

/**
 * What must hold after any concurrent actions: no forbidden way, one canary a skill, nobody waiting in vain.
 */
export async function expectLawful(rt: TestRuntime, { tenant }: Principal): Promise<void> {
  const client = clientOf(rt.db.read);
  const where = { tenant };
  const [audit, changesets, experiments] = await Promise.all([
    client.auditEntry.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }] }),
    client.changeset.findMany({ where }),
    client.experiment.findMany({ where }),
  ]);
  expect(brokenLaws({ audit, changesets, experiments })).toEqual([]);
}
