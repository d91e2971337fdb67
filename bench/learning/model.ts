/** A learning model that answers at once and teaches something with every run: the most work that a worker can be given. */
import { type StandInModel, startStandInModel } from '../../server/testing/stand-in-model.ts';
import { corpus } from '../corpus.ts';

const FORGET_MS = 1000;

/** Starts it. What it was asked is forgotten, as ten thousand transcripts would fill the memory. */
export async function startTeachingModel(): Promise<StandInModel> {
  const model = await startStandInModel();
  const text = corpus(41);
  let count = 0;
  model.answer('reflect', () => {
    count += 1;
    const lesson = {
      skill: null,
      section: 'steps',
      content: text.words(14),
      issue: '',
      keywords: [],
      episodes: [],
    };
    return {
      summary: text.words(20),
      tags: [],
      lessons: count % 4 === 0 ? [lesson] : [],
      memories: count % 10 === 0 ? [{ kind: 'lesson', content: text.words(14), user_specific: false }] : [],
    };
  });
  model.answer('curate', () => {
    count += 1;
    const rule = { content: text.words(14), section: 'steps', issue: '', keywords: [] };
    const skill = { name: `learned-${count}`, description: text.words(12), tags: [], bullets: [rule] };
    return { rationale: 'The runs failed.', ops: [{ op: 'create_skill', ...skill }] };
  });
  model.answer('judge_skill', { candidate_score: 0.9, baseline_score: 0.4, reason: 'it helps' });
  const forget = setInterval(() => model.calls.splice(0), FORGET_MS);
  return {
    ...model,
    close() {
      clearInterval(forget);
      return model.close();
    },
  };
}
