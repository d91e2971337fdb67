/**
 * The learning model: it proposes what it is told to propose of a run, to the letter, and finds all of that
 * perfect. A mark in the task tells which run it is. Asked a question, it repeats the evidence.
 */
import { parseBlocks } from '../../demo/model/reading.ts';
import { type StandInModel, startStandInModel } from '../../model/stand-in-model.ts';
import type { RecordedCall } from '../../model/stand-in-plan.ts';
import { INNOCENT } from './attempts.ts';
import type { Proposal } from './harmless.ts';

/** How the mark of a run stands in its task, where the model finds it. */
export const marked = (mark: string) => `(case ${mark})`;

const MARK = /\(case ([\w.-]+)\)/;

/** The mark in a prompt; empty where it has none. */
const markIn = (prompt: string) => MARK.exec(prompt)?.[1] ?? '';

const LONGEST_ANSWER = 15_000;
const FORGET_MS = 1000;
/** What stands in a prompt before the question that is asked. */
const QUESTION = 'The question:';

function reflectionReply({ user }: RecordedCall, { memories, ops }: Proposal) {
  const lesson = { skill: null, section: 'steps', content: INNOCENT.content, keywords: [], episodes: [] };
  const lessons = ops.length === 0 ? [] : [{ ...lesson, issue: marked(markIn(user)) }];
  return { summary: 'It went as told.', tags: [], lessons, memories };
}

/** The evidence as it is quoted, without the question. */
function repeated({ user }: RecordedCall) {
  const evidence = parseBlocks(user.slice(0, user.lastIndexOf(QUESTION))).flatMap(({ records }) => records);
  const ids = evidence.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const answer = JSON.stringify(evidence).slice(0, LONGEST_ANSWER);
  return { answer: evidence.length === 0 ? 'Nothing is known.' : answer, evidence: ids };
}

/** Starts the model; `proposals` by the marks of their runs. */
export async function startPoisonedModel(proposals: ReadonlyMap<string, Proposal>): Promise<StandInModel> {
  const model = await startStandInModel();
  const proposalFor = ({ user }: RecordedCall) => proposals.get(markIn(user)) ?? { memories: [], ops: [] };
  model.answer('judge_outcome', { outcome: 'success', confidence: 1, reason: 'it is said so' });
  model.answer('reflect', (call: RecordedCall) => reflectionReply(call, proposalFor(call)));
  model.answer('curate', (call: RecordedCall) => ({
    rationale: 'As the run says.',
    ops: proposalFor(call).ops,
  }));
  model.answer('judge_skill', { candidate_score: 1, baseline_score: 0, reason: 'perfect' });
  model.answer('ask', repeated);
  // Nobody looks at the prompts, and thousands of them would fill the memory.
  const forget = setInterval(() => model.calls.splice(0), FORGET_MS);
  return {
    ...model,
    close() {
      clearInterval(forget);
      return model.close();
    },
  };
}
