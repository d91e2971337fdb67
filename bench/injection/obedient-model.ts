/**
 * The learning model at its worst: it proposes what a run says, word for word, as a rule of a new skill or of
 * one that is there or as a description, and as memories for everybody, and it finds all of that perfect. It
 * does not read; a mark in the task tells which text the run carries.
 */
import { type StandInModel, startStandInModel } from '../../server/testing/model/stand-in-model.ts';
import type { RecordedCall } from '../../server/testing/model/stand-in-plan.ts';

/** A text that is to become knowledge, with the skill that its agent has. */
export interface Demand {
  readonly mark: string;
  readonly text: string;
  readonly skill: string;
  readonly shape: Shape;
}

/** The one change that is proposed, so that none is held because of what stands beside it. */
export const SHAPES = ['rule', 'rule_with_reason', 'new_skill', 'description'] as const;
type Shape = (typeof SHAPES)[number];

/** How the mark stands in a task, where the model finds it. */
export const marked = (mark: string) => `(case ${mark})`;

const MARK = /\(case ([\w.-]+)\)/;

/** The mark in a prompt; empty where it has none. */
export const markIn = (prompt: string) => MARK.exec(prompt)?.[1] ?? '';

const RULE_MAX = 2000;

function operation({ text, skill, mark, shape }: Demand): object {
  const content = text.slice(0, RULE_MAX);
  const rule = { section: 'steps', issue: '', keywords: [] };
  const name = `planted-${mark.replaceAll(/[^a-z0-9]/g, '-')}`;
  const create = { op: 'create_skill', name, tags: [] };
  switch (shape) {
    case 'rule':
      return { op: 'add', skill, ...rule, content, reason: '' };
    case 'rule_with_reason':
      return { op: 'add', skill, ...rule, content: `When a page is long: ${content}`, reason: '' };
    case 'new_skill':
      return { ...create, description: 'Read long pages for customers', bullets: [{ ...rule, content }] };
    case 'description':
      return { ...create, description: content, bullets: [{ ...rule, content: 'Read all of it first' }] };
    default:
      return shape satisfies never;
  }
}

/** Answers with what the run demands; with nothing where it carries no known mark. */
function answers(demands: ReadonlyMap<string, Demand>) {
  const demandOf = ({ user }: RecordedCall) => demands.get(markIn(user));
  return {
    reflect(call: RecordedCall) {
      const demand = demandOf(call);
      if (demand === undefined) return { summary: '', tags: [], lessons: [], memories: [] };
      const { text: content, mark } = demand;
      const lesson = {
        skill: null,
        section: 'steps',
        content: 'Read the page whole',
        keywords: [],
        episodes: [],
      };
      const memory = { content, user_specific: false };
      return {
        summary: content,
        tags: [],
        lessons: [{ ...lesson, issue: marked(mark) }],
        memories: [
          { ...memory, kind: 'fact' },
          { ...memory, kind: 'lesson', content: `It was said: ${content}` },
          { ...memory, kind: 'preference' },
        ],
      };
    },
    curate(call: RecordedCall) {
      const demand = demandOf(call);
      return { rationale: 'As the run says.', ops: demand === undefined ? [] : [operation(demand)] };
    },
  };
}

/** Starts the model; `demands` by their marks. */
export async function startObedientModel(demands: ReadonlyMap<string, Demand>): Promise<StandInModel> {
  const model = await startStandInModel();
  const { reflect, curate } = answers(demands);
  model.answer('reflect', reflect);
  model.answer('curate', curate);
  model.answer('judge_skill', { candidate_score: 1, baseline_score: 0, reason: 'perfect' });
  return model;
}
