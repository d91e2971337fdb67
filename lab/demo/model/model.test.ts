/** The stand-in's published rules, held against the prompts that the service really writes. */
import { describe, expect, it } from 'vitest';
import { type CurationSubject, curatePrompt } from '../../../server/domain/learning/prompts/curate.ts';
import { judgeSkillPrompt } from '../../../server/domain/learning/prompts/judge-skill.ts';
import { renderMaterial } from '../../../server/domain/learning/prompts/prompt.ts';
import {
  reflectPrompt,
  type ServedMemory,
  verdictsPrompt,
} from '../../../server/domain/learning/prompts/reflect.ts';
import type { QuotableEpisode } from '../../../server/domain/learning/quote-episode.ts';
import { approved, type Trusted } from '../../../server/domain/trust/side.ts';
import { curation, reflection } from './lessons.ts';
import { judgement } from './model.ts';

const RULES = [
  { id: 'bl_1', skill: 'refund-orders', section: 'steps' as const, content: 'Look it up with `find_order`' },
  { id: 'bl_2', skill: 'refund-orders', section: 'steps' as const, content: 'Pay with `issue_refund`' },
];

function episode(parts: { said?: string; error?: string; reward: number }): Trusted<QuotableEpisode> {
  const { said = '', error, reward } = parts;
  return approved({
    ...{
      id: 'ep_1',
      task: 'Refund order 7',
      outcome: reward === 1 ? 'success' : 'failure',
      reward,
      error: null,
    },
    messages: [{ role: 'user', content: said }],
    toolCalls: [
      { name: 'find_order', result: 'ok' },
      { name: 'issue_refund', ...(error === undefined ? { result: 'ok' } : { error }) },
    ],
    served: { skills: [{ id: 'sk_1', version: 1, arm: null }], bullets: ['bl_1', 'bl_2'], memories: [] },
  });
}

const reflectOn = (parts: { said?: string; error?: string; reward: number }) =>
  reflection(
    [reflectPrompt, verdictsPrompt]
      .map((prompt) =>
        renderMaterial(
          prompt({
            episode: episode(parts),
            rules: RULES,
            memories: approved<readonly ServedMemory[], 'trusted'>([]),
            contrasts: [],
          }),
        ),
      )
      .join('\n'),
  );

function curate(content: string, parts: Partial<CurationSubject> = {}) {
  const lesson = {
    skill: null,
    section: 'steps' as const,
    content,
    issue: '',
    keywords: [],
    episodes: ['ep_1'],
  };
  const rules = RULES.map(({ skill: _, ...rule }) => ({ ...rule, helpful: 1, harmful: 0 }));
  const skills = [{ name: 'refund-orders', description: 'Refund orders', isShared: false, rules }];
  const [pending, rejected] = [parts.pending ?? approved([]), parts.rejected ?? approved([])];
  const subject = { lessons: approved([lesson]), skills, pending, rejected, maxOps: 6 } as const;
  return curation(renderMaterial(curatePrompt(subject as CurationSubject))).ops;
}

describe('reflecting', () => {
  it('finds the remedy that an error names, and blames the rule whose tool failed', () => {
    const { lessons, tags } = reflectOn({ error: 'E_LOCKED; unlock_order has to come first', reward: 0 });
    expect(lessons).toMatchObject([
      {
        skill: 'refund-orders',
        content: 'Call `unlock_order` first. Pay with `issue_refund`',
      },
    ]);
    expect(tags.map(({ verdict }) => verdict)).toEqual(['neutral', 'harmful']);
  });

  it('takes up what users praise that was left out', () => {
    const { lessons } = reflectOn({ said: 'Quick! Leaving out find_order saved us time.', reward: 1 });
    expect(lessons).toMatchObject([{ content: expect.stringContaining('leave out `find_order`') }]);
  });

  it('remembers what a user prefers, and learns nothing from a run without news', () => {
    const { lessons, memories } = reflectOn({ said: 'Thank you. I prefer reports as a table.', reward: 1 });
    expect(lessons).toEqual([]);
    expect(memories).toEqual([
      { kind: 'preference', content: 'The user prefers reports as a table.', user_specific: true },
    ]);
  });
});

describe('curating', () => {
  const remedy = 'Call `unlock_order` ahead of `issue_refund`, which fails otherwise.';

  it('updates the rule that is about the tool', () => {
    expect(curate(remedy)).toMatchObject([
      { op: 'update', bullet: 'bl_2', content: 'Call `unlock_order` first. Pay with `issue_refund`' },
    ]);
  });

  it('does not propose again what was refused', () => {
    const op = {
      op: 'update',
      skill: 'refund-orders',
      bullet: 'bl_2',
      content: 'Call `unlock_order`',
    } as const;
    const earlier = { ops: [op], rationale: 'because', reason: 'no' };
    expect(curate(remedy, { rejected: approved([earlier]) })).toEqual([]);
    expect(curate(remedy, { pending: approved([earlier]) })).toEqual([]);
  });

  it('adds a rule where none is about the tool', () => {
    expect(curate('Call `open_till` ahead of `count_orders`, which fails otherwise.')).toMatchObject([
      { op: 'add', skill: 'refund-orders' },
    ]);
  });
});

it('scores a change by what is new in it, against what the runs got', () => {
  const skill = (content: string) => ({
    ...{ id: 'sk_1', name: 'refund-orders', description: '', tags: [], frontMatter: {} },
    bullets: [
      {
        ...{ id: 'bl_2', section: 'steps' as const, content, issue: '', keywords: [], sources: [] },
        ...{ helpful: 0, harmful: 0, neutral: 0, used: 0, status: 'active' as const },
      },
    ],
  });
  const scores = (content: string) => {
    const change = {
      before: [skill('Pay')],
      after: approved<ReturnType<typeof skill>[], 'trusted'>([skill(content)]),
      runs: [episode({ reward: 0 })],
    };
    return judgement(renderMaterial(judgeSkillPrompt(change)));
  };
  expect(scores('Call `unlock_order` first. Pay')).toMatchObject({
    candidate_score: 0.85,
    baseline_score: 0,
  });
  expect(scores('Take more care')).toMatchObject({ candidate_score: 0.4 });
});
