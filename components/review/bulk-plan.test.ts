import { describe, expect, it } from 'vitest';
import type { Approval } from '../changesets/decide/decision.ts';
import { planApprovals } from './bulk-plan.ts';
import { queueItem, skill } from './queue-item.fixture.ts';

const deploy = skill('sk_1', 'deploy');
const alerts = skill('sk_2', 'alerts');

const APPLIED: Approval = {
  ...{ status: 'applied', reason: 'policy allows it', behind: [], expect: 'ops.findings.versions.applied' },
  versions: [{ id: 'sk_1', name: 'deploy', from: 1, to: 2 }],
};
const CANARY: Approval = { ...APPLIED, status: 'canary', expect: 'ops.findings.versions.canary' };
const QUEUED: Approval = {
  ...APPLIED,
  status: 'approved',
  versions: [],
  behind: ['sk_1'],
  expect: 'ops.findings.versions.approved',
};
const FAILING: Approval = { ...APPLIED, status: 'failed', reason: 'skill deploy moved from version 1 to 2' };

const preview = (id: string, approval: Approval | null, excluded: string | null = null) => ({
  id,
  approval,
  excluded,
});
const item = (id: string, ...skills: (typeof deploy)[]) => queueItem({ id, skills });

describe('approving many together', () => {
  it('says of each what will happen, and sends along what was promised', () => {
    const planned = planApprovals(
      [item('cs_1', deploy), item('cs_2', alerts)],
      // Previews may come in any order.
      [preview('cs_2', { ...QUEUED, behind: ['sk_2'] }), preview('cs_1', APPLIED)],
    );
    expect(planned.map(({ does, left, expect: sent }) => [does, left, sent])).toEqual([
      ['Apply as v2', null, 'ops.findings.versions.applied'],
      ['Queue behind the canary on alerts', null, 'ops.findings.versions.approved'],
    ]);
  });

  it('leaves out what would fail, what is dangerous and what is decided, each with its reason', () => {
    const ids = ['cs_1', 'cs_2', 'cs_3'];
    const planned = planApprovals(
      ids.map((id) => item(id, deploy)),
      [
        preview('cs_1', FAILING),
        preview('cs_2', APPLIED, 'blocking findings are decided one by one'),
        preview('cs_3', null),
      ],
    );
    expect(planned.map(({ left }) => left)).toEqual([
      'will fail: skill deploy moved from version 1 to 2',
      'blocking findings are decided one by one',
      'it is decided already',
    ]);
    expect(planned.every(({ does, expect: sent }) => does === null && sent === null)).toBe(true);
  });

  it('leaves out what was amended since it was listed', () => {
    const amended = { ...APPLIED, expect: 'others.findings.versions.applied' };
    const [planned] = planApprovals([item('cs_1', deploy)], [preview('cs_1', amended)]);
    expect(planned).toMatchObject({ does: null, left: 'it changed since it was listed', expect: null });
  });

  it('takes only the first of several on one skill, and one that is left out makes nothing stale', () => {
    const planned = planApprovals(
      [item('cs_1', deploy), item('cs_2', deploy, alerts), item('cs_3', deploy), item('cs_4', alerts)],
      [preview('cs_1', FAILING), preview('cs_2', APPLIED), preview('cs_3', APPLIED), preview('cs_4', CANARY)],
    );
    expect(planned.map(({ left }) => left)).toEqual([
      'will fail: skill deploy moved from version 1 to 2',
      null,
      'stale once the one above has changed deploy',
      'stale once the one above has changed alerts',
    ]);
  });

  it('lets any number of new skills through: they have no version that could move', () => {
    const created = { ...APPLIED, versions: [{ id: null, name: 'replies', from: null, to: 1 }] };
    const planned = planApprovals(
      [item('cs_1', skill(null, 'replies')), item('cs_2', skill(null, 'refunds'))],
      [preview('cs_1', created), preview('cs_2', created)],
    );
    expect(planned.map(({ does }) => does)).toEqual(['Create as v1', 'Create as v1']);
  });
});
