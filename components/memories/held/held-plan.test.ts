import { describe, expect, it } from 'vitest';
import { planHeld, planSummary } from './held-plan.ts';

const held = (id: string, holdReasons: string[], similarId: string | null = null) => ({
  ...{ id, holdReasons, similarId },
});
const MANY = [
  held('plain', ['auto_approve_off']),
  held('first', ['resembles'], 'mem_1'),
  held('second', ['resembles'], 'mem_1'),
  held('order', ['injection:override_instructions', 'auto_approve_off']),
];

describe('the plan for many held memories', () => {
  it('leaves out a finding, and the second that resembles one memory', () => {
    const plan = planHeld(MANY, { approve: true, model: false });
    expect(plan.map(({ memory, does, left }) => [memory.id, does ?? left])).toEqual([
      ['plain', 'becomes active'],
      ['first', 'becomes active beside the similar memory'],
      ['second', 'resembles the same memory as one above'],
      ['order', 'memories with findings are decided one at a time'],
    ]);
    expect(planSummary(plan, true)).toBe('2 to approve; 2 left out');
  });

  it('rejects any of them', () => {
    const plan = planHeld(MANY, { approve: false, model: false });
    expect(planSummary(plan, false)).toBe('4 to delete for good');
  });
});
