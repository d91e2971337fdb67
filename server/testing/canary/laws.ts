/**
 * What must hold of changesets and canaries after any concurrent actions, read from the audit log and the
 * rows alone.
 */
import { expect } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { fromJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { TestRuntime } from '../test-runtime.ts';

/** Every way from one status of a changeset to another, by the action that its audit entry names. */
const WAYS: Record<string, string[]> = {
  '': ['changeset.proposed'],
  'changeset.proposed': [
    'changeset.applied',
    'changeset.rejected',
    'changeset.failed',
    'changeset.canary',
    'changeset.queued',
  ],
  'changeset.queued': ['changeset.applied', 'changeset.failed', 'changeset.canary'],
  'changeset.canary': ['canary.promoted', 'canary.rejected', 'canary.expired'],
  'canary.promoted': ['changeset.applied', 'changeset.failed'],
  'canary.rejected': ['changeset.rejected'],
  'canary.expired': ['changeset.rejected'],
};

const STATUS_AFTER: Record<string, string> = {
  'changeset.proposed': 'pending',
  'changeset.queued': 'approved',
  'changeset.canary': 'canary',
  'changeset.applied': 'applied',
  'changeset.rejected': 'rejected',
  'changeset.failed': 'failed',
};

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
  for (const { id, status, baseVersions } of changesets) {
    const own = audit.filter(({ resource }) => resource === `changeset:${id}`).map(({ action }) => action);
    own.reduce((before, action) => {
      expect(WAYS[before], `${before} before ${action} of ${own.join(', ')}`).toContain(action);
      return action;
    }, '');
    expect(STATUS_AFTER[own.at(-1) ?? '']).toBe(status);
    const mine = experiments.filter(({ changesetId }) => changesetId === id);
    expect(mine.filter((one) => one.status === 'running')).toHaveLength(status === 'canary' ? 1 : 0);
    if (status !== 'approved') continue;
    const affected = Object.keys(fromJson<Record<string, number>>(baseVersions));
    const blocked = experiments.some((one) => one.status === 'running' && affected.includes(one.skillId));
    expect(blocked, `${id} waits for nothing`).toBe(true);
  }
  const onTrial = experiments.filter(({ status }) => status === 'running').map(({ skillId }) => skillId);
  expect(new Set(onTrial).size).toBe(onTrial.length);
}
