import { describe, expect, it } from 'vitest';
import { decidedText, planHeld, planSummary } from './held-plan.ts';

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

  it('says that the model weighs what resembles another', () => {
    const [plan] = planHeld(MANY.slice(1, 2), { approve: true, model: true });
    expect(plan?.does).toBe('compared by the model with the similar memory');
  });

  it('rejects any of them', () => {
    const plan = planHeld(MANY, { approve: false, model: false });
    expect(planSummary(plan, false)).toBe('4 to delete for good');
  });

  it('says so where nothing can be approved together', () => {
    expect(planSummary(planHeld(MANY.slice(3), { approve: true, model: false }), true)).toBe(
      'None of these can be approved together',
    );
  });
});

describe('what became of one', () => {
  it('is told in words', () => {
    expect(decidedText({ status: 'superseded', fault: null })).toBe(
      'Approved: an active memory already says it',
    );
    const fault = { kind: 'conflict', detail: 'memory is active' };
    expect(decidedText({ status: null, fault })).toBe('Not decided: memory is active');
  });
});
