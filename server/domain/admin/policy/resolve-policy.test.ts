import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANARY_RULES } from '../../skills/canary/rules.ts';
import { type PolicySettings, policySettingsSchema } from './policy.ts';
import { beyondBounds, type OwnPolicy, resolvePolicy, SETTING_NAMES } from './resolve-policy.ts';

const share = (min = 0, max = 1) => fc.double({ min, max, noNaN: true });
const fields = {
  autoApproveLowRisk: fc.boolean(),
  autoApproveMediumRisk: fc.boolean(),
  autoApproveMinEvalScore: share(),
  minSessionsForAutoApprove: fc.integer({ min: 1, max: 50 }),
  untrustedNeedsReview: fc.boolean(),
  recallMinScore: share(),
  recallMaxSkills: fc.integer({ min: 0, max: 50 }),
  recallMaxMemories: fc.integer({ min: 0, max: 200 }),
  canaryEnabled: fc.boolean(),
  canaryRule: fc.constantFrom(...CANARY_RULES),
  canaryFloor: share(0, 0.5),
  canaryMinSamples: fc.integer({ min: 1, max: 400 }),
  canaryThreshold: share(0.5),
  canaryMaxSamples: fc.integer({ min: 400, max: 1000 }),
  canaryMaxDays: fc.integer({ min: 1, max: 100 }),
  holdoutRate: share(),
};
const installations = fc.record<PolicySettings>(fields);
const owns = fc.record(fields, { requiredKeys: [] });
const both = (check: (installation: PolicySettings, own: OwnPolicy) => void) =>
  fc.assert(fc.property(installations, owns, check));

describe('a tenant’s policy', () => {
  it('is never looser than the installation in what is a matter of safety', () => {
    both((installation, own) => {
      const holds = resolvePolicy(installation, own);
      expect(holds.autoApproveLowRisk && !installation.autoApproveLowRisk).toBe(false);
      expect(holds.autoApproveMediumRisk && !installation.autoApproveMediumRisk).toBe(false);
      expect(!holds.untrustedNeedsReview && installation.untrustedNeedsReview).toBe(false);
      expect(!holds.canaryEnabled && installation.canaryEnabled).toBe(false);
      expect(holds.canaryRule === 'posterior' && installation.canaryRule === 'calibrated').toBe(false);
      expect(holds.autoApproveMinEvalScore).toBeGreaterThanOrEqual(installation.autoApproveMinEvalScore);
      expect(holds.minSessionsForAutoApprove).toBeGreaterThanOrEqual(installation.minSessionsForAutoApprove);
      expect(holds.canaryThreshold).toBeGreaterThanOrEqual(installation.canaryThreshold);
      expect(holds.canaryMinSamples).toBeGreaterThanOrEqual(installation.canaryMinSamples / 2);
      expect(holds.canaryMinSamples).toBeLessThanOrEqual(installation.canaryMinSamples * 2);
    });
  });

  it('is the tenant’s value where that is allowed, and the installation’s where there is none', () => {
    both((installation, own) => {
      const refused = beyondBounds(own, installation);
      const holds = resolvePolicy(installation, own);
      for (const name of SETTING_NAMES.filter(
        (one) => one !== 'canaryMaxSamples' && !refused.includes(one),
      )) {
        expect(holds[name]).toBe(own[name] ?? installation[name]);
      }
      expect(resolvePolicy(installation, {})).toEqual({
        ...installation,
        canaryMaxSamples: Math.max(installation.canaryMaxSamples, installation.canaryMinSamples),
      });
    });
  });

  it('always is one that can hold: resolved again nothing changes, and no bound is passed', () => {
    both((installation, own) => {
      const holds = resolvePolicy(installation, own);
      expect(resolvePolicy(installation, holds)).toEqual(holds);
      expect(beyondBounds(holds, installation)).toEqual([]);
      expect(holds.canaryMaxSamples).toBeGreaterThanOrEqual(holds.canaryMinSamples);
      expect(Object.keys(holds).toSorted()).toEqual(
        Object.keys(policySettingsSchema.shape).map(camel).toSorted(),
      );
    });
  });
});

const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
