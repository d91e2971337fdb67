import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastMeasurement, MEASURED_DAYS, MEASURED_SHARE, proposedPlan } from './measure-skill.ts';
import { findableInAWeek } from './when-known.ts';

const traffic = (evidence: number, success = 0.8) => ({ evidence, reward: evidence * success, days: 14 });

describe('the measurement of a skill', () => {
  it('is told in sessions, with the difference that would show', () => {
    const { sessions, without, findable } = forecastMeasurement(traffic(400), { share: 0.1, days: 14 });
    expect([sessions, without]).toEqual([400, 40]);
    expect(findable).toBeCloseTo(0.168, 2);
    const week = forecastMeasurement(traffic(4000), { share: 0.1, days: 7 });
    expect(week.findable).toBe(findableInAWeek(traffic(4000), [0.1, 0.9]));
  });

  it('shows nothing where too few sessions go without the skill', () => {
    expect(forecastMeasurement(traffic(100), { share: 0.1, days: 14 }).findable).toBeNull();
    expect(forecastMeasurement(traffic(0), { share: 0.2, days: 90 })).toMatchObject({ findable: null });
  });

  it('is proposed as cheap as shows 10 points, and as long as may be where none does', () => {
    expect(proposedPlan(traffic(20_000))).toEqual({ share: 0.05, days: 14 });
    expect(proposedPlan(traffic(1000))).toEqual({ share: 0.2, days: 14 });
    expect(proposedPlan(traffic(500))).toEqual({ share: 0.2, days: 28 });
    expect(proposedPlan(traffic(10))).toEqual({ share: 0.2, days: 56 });
    expect(proposedPlan(null)).toEqual({ share: 0.2, days: 56 });
  });

  it('never costs more of the sessions, or takes longer, than may be asked for; more traffic never costs longer', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (evidence, success) => {
          const { share, days } = proposedPlan(traffic(evidence, success));
          expect(share).toBeGreaterThanOrEqual(MEASURED_SHARE.least);
          expect(share).toBeLessThanOrEqual(MEASURED_SHARE.most);
          expect(days).toBeGreaterThanOrEqual(MEASURED_DAYS.least);
          expect(days).toBeLessThanOrEqual(MEASURED_DAYS.most);
          expect(proposedPlan(traffic(evidence * 2, success)).days).toBeLessThanOrEqual(days);
        },
      ),
    );
  });
});
