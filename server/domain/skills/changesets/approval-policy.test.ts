import { describe, expect, it } from 'vitest';
import { assessRisk, decideApproval, type ProposalFacts } from './approval-policy.ts';
import { type Operation, operationSchema } from './ops.ts';

const facts: ProposalFacts = {
  risk: 'low',
  skillsChanged: 1,
  findings: [],
  evalScore: null,
  humanAuthored: false,
  because: [],
  sessions: 1,
  settings: {
    autoApproveLowRisk: true,
    autoApproveMediumRisk: false,
    autoApproveMinEvalScore: 0.7,
    minSessionsForAutoApprove: 1,
    reviewFourEyes: false,
  },
};
const approved = (changes: Partial<ProposalFacts>) => decideApproval({ ...facts, ...changes }).autoApprove;
const settings = (changes: Partial<ProposalFacts['settings']>) => ({ ...facts.settings, ...changes });

describe('a learned changeset', () => {
  it('of low risk is approved while AUTO_APPROVE_LOW_RISK is on', () => {
    expect(approved({})).toBe(true);
    expect(approved({ settings: settings({ autoApproveLowRisk: false }) })).toBe(false);
  });

  it('of medium risk needs a person unless AUTO_APPROVE_MEDIUM_RISK is on', () => {
    expect(approved({ risk: 'medium' })).toBe(false);
    expect(approved({ risk: 'medium', settings: settings({ autoApproveMediumRisk: true }) })).toBe(true);
  });

  it('of high risk always needs a person', () => {
    expect(
      approved({ risk: 'high', evalScore: 1, settings: settings({ autoApproveMediumRisk: true }) }),
    ).toBe(false);
  });

  it.each([0, 1, 2, 3])(
    'of several skills needs a person unless its risk is low, regardless of the settings: %j',
    (skillsChanged) => {
      const bold = settings({ autoApproveMediumRisk: true });
      expect(approved({ skillsChanged })).toBe(true);
      expect(approved({ skillsChanged, risk: 'medium', settings: bold })).toBe(skillsChanged < 2);
      expect(approved({ skillsChanged, risk: 'high', settings: bold })).toBe(false);
    },
  );

  it('is held by findings other than lint', () => {
    expect(approved({ findings: ['lint:too-short', 'lint:too-long:96w'] })).toBe(true);
  });

  it.each(['secret:jwt', 'injection:override', 'size:17000'])(
    'is held by findings other than lint: %j',
    (finding) => {
      expect(approved({ findings: ['lint:too-short', finding] })).toBe(false);
    },
  );

  it('needs the minimum score where a judge gave one', () => {
    expect(approved({ evalScore: 0.7 })).toBe(true);
    expect(approved({ evalScore: 0.69 })).toBe(false);
  });

  it('needs as many independent sessions as are asked for', () => {
    const three = settings({ minSessionsForAutoApprove: 3 });
    expect(approved({ sessions: 2, settings: three })).toBe(false);
    expect(approved({ sessions: 3, settings: three })).toBe(true);
    // A merge of rules rests on no session.
    expect(approved({ sessions: 0 })).toBe(true);
  });
});

describe('a human-authored changeset', () => {
  it('of any risk and score is applied when the safety scan is clean', () => {
    expect(
      approved({ humanAuthored: true, risk: 'high', evalScore: 0, findings: ['lint:incident-log-shape'] }),
    ).toBe(true);
    expect(approved({ humanAuthored: true, settings: settings({ autoApproveLowRisk: false }) })).toBe(true);
  });

  it('waits where two people must agree', () => {
    expect(approved({ humanAuthored: true, settings: settings({ reviewFourEyes: true }) })).toBe(false);
    expect(approved({ settings: settings({ reviewFourEyes: true }) })).toBe(true);
  });

  it('stays pending when the scan has findings', () => {
    expect(approved({ humanAuthored: true, findings: ['injection:override'] })).toBe(false);
  });
});

const create = { op: 'create_skill', name: 'deploy', description: 'Deploys' };
const add = { op: 'add', skill: 'deploy', content: 'Check the disk' };
const update = { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'Check the disk first' };
const merge = { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: 'bl_2' };
const remove = { op: 'remove', skill: 'deploy', bullet: 'bl_1', merged_into: null };
const heading = { op: 'set_description', skill: 'deploy', description: 'Deploys safely' };
const parsed = (ops: unknown[]): Operation[] => ops.map((op) => operationSchema.parse(op));

describe('the risk of a changeset', () => {
  it('is low with only create_skill and add', () => {
    expect(assessRisk(parsed([create, add]))).toBe('low');
    expect(assessRisk([])).toBe('low');
  });

  it('is medium with an update or a remove with merged_into', () => {
    expect(assessRisk(parsed([add, update]))).toBe('medium');
    expect(assessRisk(parsed([merge, add]))).toBe('medium');
  });

  it('is high with set_description or a remove without merged_into, no matter what else there is', () => {
    expect(assessRisk(parsed([add, update, heading]))).toBe('high');
    expect(assessRisk(parsed([remove, merge, update]))).toBe('high');
    expect(assessRisk(parsed([{ ...remove, merged_into: undefined }]))).toBe('high');
  });
});
