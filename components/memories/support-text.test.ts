import { expect, it } from 'vitest';
import { supportText } from './support-text.ts';

const NOBODY = {
  ...{ userMessage: 0, instructions: 0, errorOrVerification: 0, toolOutput: 0, retrievedText: 0 },
  ...{ reviewer: 0, agent: 0, model: 0 },
};

function text(said: Partial<typeof NOBODY>, counts: object = {}, complete = true): string {
  const support = { runs: 0, sessions: 0, users: 0, saidBy: { ...NOBODY, ...said }, complete };
  return supportText({ ...support, ...counts });
}

it('says who said it, in how many runs of how many sessions and users', () => {
  expect(text({ userMessage: 2 }, { runs: 2, sessions: 2, users: 1 })).toBe(
    'Said by the user in 2 runs of 2 sessions',
  );
  expect(text({ toolOutput: 1 }, { runs: 1, sessions: 1, users: 1 })).toBe('From a tool’s output in 1 run');
  expect(text({ userMessage: 3, toolOutput: 1 }, { runs: 3, sessions: 3, users: 2 })).toBe(
    'From a tool’s output in 1 of 3 runs, said by the user in 3 (3 sessions and 2 users)',
  );
  expect(text({ model: 1 }, { runs: 1, sessions: 1 })).toBe('The model’s conclusion in 1 run');
});

it('tells agents and people from runs', () => {
  expect(text({ agent: 1 })).toBe('Said by an agent without a run');
  expect(text({ reviewer: 1, agent: 2 })).toBe(
    'Said by 2 agents without a run; added or approved by a person',
  );
});

it('says what is not known instead of making it up', () => {
  expect(supportText(null)).toBe('Its support was not recorded');
  expect(text({})).toBe('The runs it was learned from were erased');
  expect(text({ userMessage: 1 }, { runs: 1, sessions: 1 }, false)).toBe(
    'Said by the user in 1 run; earlier support was not recorded',
  );
});
