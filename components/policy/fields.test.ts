import { describe, expect, it } from 'vitest';
import { differing, editedSettings, faultOf, NUMBERS, type Settings } from './fields.ts';
import { ownAfter } from './policy-changes.ts';

const TODAY: Settings = {
  ...{ autoApproveLowRisk: true, autoApproveMediumRisk: false, autoApproveMinEvalScore: 0.7 },
  minSessionsForAutoApprove: 1,
  ...{ untrustedNeedsReview: true, recallMinScore: 0.12, recallMaxSkills: 3, recallMaxMemories: 8 },
  ...{ canaryEnabled: true, canaryRule: 'posterior', canaryFloor: 0.1, canaryMinSamples: 20 },
  ...{ canaryThreshold: 0.95, canaryMaxSamples: 300, canaryMaxDays: 14, holdoutRate: 0.05 },
};

describe('the form of the policy', () => {
  it('has what was typed, and the settings that differ in its order', () => {
    const edited = editedSettings(
      {
        canaryRule: 'calibrated',
        recallMinScore: '0.3',
        autoApproveMediumRisk: 'true',
        recallMaxSkills: '3',
      },
      TODAY,
    );
    expect(edited).toEqual({
      ...TODAY,
      ...{ autoApproveMediumRisk: true, recallMinScore: 0.3, canaryRule: 'calibrated' },
    });
    expect(differing(TODAY, edited ?? TODAY)).toEqual([
      'autoApproveMediumRisk',
      'recallMinScore',
      'canaryRule',
    ]);
  });

  it('has nothing to save where a number is none', () => {
    for (const typed of ['', 'many', '1.5', '-0.1']) {
      expect(editedSettings({ recallMinScore: typed }, TODAY)).toBeNull();
    }
    const skills = NUMBERS.find(({ name }) => name === 'recallMaxSkills');
    expect(skills && faultOf(skills, '2.5')).toBe('A whole number');
  });

  it('asks for no more samples at least than at most', () => {
    expect(editedSettings({ canaryMinSamples: '60', canaryMaxSamples: '50' }, TODAY)).toBeNull();
    expect(editedSettings({ canaryMinSamples: '301' }, TODAY)).toBeNull();
    expect(editedSettings({ canaryMinSamples: '300' }, TODAY)).toMatchObject({ canaryMinSamples: 300 });
  });

  it('keeps other own values, and none that is the installation’s', () => {
    const settings = { ...TODAY, recallMaxSkills: 1, holdoutRate: 0.1 };
    const policy = { own: { recallMaxSkills: 1, holdoutRate: 0.1 }, installation: TODAY, settings };
    expect(ownAfter(policy, { ...settings, recallMaxSkills: 3, recallMinScore: 0.3 })).toEqual({
      ...{ holdoutRate: 0.1, recallMinScore: 0.3 },
    });
  });
});
