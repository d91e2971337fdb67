import { describe, expect, it } from 'vitest';
import { changesBetween, changesOf, differing, faultOf, NUMBERS, type Settings } from './fields.ts';

const TODAY: Settings = {
  ...{ autoApproveLowRisk: true, autoApproveMediumRisk: false, autoApproveMinEvalScore: 0.7 },
  minSessionsForAutoApprove: 1,
  ...{ untrustedNeedsReview: true, recallMinScore: 0.12, recallMaxSkills: 3, recallMaxMemories: 8 },
  ...{ canaryEnabled: true, canaryRule: 'posterior', canaryFloor: 0.1, canaryMinSamples: 20 },
  ...{ canaryThreshold: 0.95, canaryMaxSamples: 300, canaryMaxDays: 14, holdoutRate: 0.05 },
};

describe('the form of a rehearsal', () => {
  it('sends what differs from today alone', () => {
    const draft = {
      ...{ autoApproveMediumRisk: 'true', autoApproveLowRisk: 'true', recallMaxSkills: '3' },
      ...{ recallMinScore: '0.3', canaryRule: 'calibrated' },
    };
    const sent = { auto_approve_medium_risk: true, recall_min_score: 0.3, canary_rule: 'calibrated' };
    expect(changesOf(draft, TODAY)).toEqual(sent);
  });

  it('sends nothing where a number is none', () => {
    for (const typed of ['', 'many', '1.5', '-0.1']) {
      expect(changesOf({ recallMinScore: typed }, TODAY)).toBeNull();
    }
    const skills = NUMBERS.find(({ name }) => name === 'recallMaxSkills');
    expect(skills && faultOf(skills, '2.5')).toBe('A whole number');
  });

  it('asks for no more samples at least than at most', () => {
    expect(changesOf({ canaryMinSamples: '60', canaryMaxSamples: '50' }, TODAY)).toBeNull();
    expect(changesOf({ canaryMinSamples: '301' }, TODAY)).toBeNull();
    expect(changesOf({ canaryMinSamples: '300' }, TODAY)).toEqual({ canary_min_samples: 300 });
  });

  it('sends once more what an earlier rehearsal differed in', () => {
    const settings = {
      ...TODAY,
      autoApproveMediumRisk: true,
      recallMaxSkills: 1,
      canaryRule: 'calibrated' as const,
    };
    expect(changesBetween(TODAY, settings)).toEqual({
      ...{ auto_approve_medium_risk: true, recall_max_skills: 1, canary_rule: 'calibrated' },
    });
  });

  it('names the settings that differ in its order', () => {
    const other = { ...TODAY, canaryFloor: 0.2, autoApproveMediumRisk: true };
    expect(differing(TODAY, other)).toEqual(['autoApproveMediumRisk', 'canaryFloor']);
  });
});
