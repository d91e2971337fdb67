/**
 * The stand-in for the learning model: an OpenAI-compatible endpoint that is sent the prompts that any model would be sent, and answers from
 * them alone. It does not know the world, its truth or its seed, nor which of its proposals are good. These are all its rules:
 *
 * Reflecting on a run (lessons.ts)
 * 1. The run failed and the error says "X has to come first": the lesson is to call X before the tool that failed.
 * 2. The run went well and the user praises that something was left out: the lesson is to leave it out. It sounds sensible and may be wrong.
 * 3. The run failed with an error that names no remedy: of one run in eight the lesson is to take more care. That helps nobody.
 * 4. A user says "I prefer …": that is a preference of the user's.
 * 5. A served rule that names a tool helped where the run called it and went well, and harmed where that tool failed.
 *
 * Curating lessons (curation.ts), for the skill that most runs teach something about
 * 6. Nothing that a rule says already, that waits, or that was refused.
 * 7. Where a rule is about the tool in question that rule is updated, otherwise one is added.
 *
 * Scoring a change (judgement.ts): what the shown runs got so far, against 0.85 for a remedy that an error named, 0.8 for what a
 * run went well without, 0.4 for everything else. Of two different wishes about the same thing the later one supersedes the earlier one.
 */
import type { RawAnswer } from '../../../server/domain/learning/answers.ts';
import { type StandInModel, startStandInModel } from '../../model/stand-in-model.ts';
import { curation, reflection } from './lessons.ts';
import { parseBlocks, parseReward, recordsUnder, textField } from './reading.ts';

// How the stand-in model scores changes and reconciles wishes; see model.ts.

/**
 * What a change is worth that does what an error asked for, what a run went well without, and anything else.
 */
const REMEDY = 0.85;
const SHORTCUT = 0.8;
const OTHER = 0.4;

/** Answers a prompt to score a change. */
export function judgement(prompt: string): RawAnswer<'judge_skill'> {
  const blocks = parseBlocks(prompt);
  const before = new Set(
    recordsUnder(blocks, 'Before the change').map((record) => textField(record, 'content')),
  );
  const after = recordsUnder(blocks, 'After the change').map((record) => textField(record, 'content'));
  const changed = after.filter((content) => !before.has(content)).join(' ');
  const rewards = blocks.flatMap((block) => parseReward(block) ?? []);
  const baseline = rewards.reduce((sum, reward) => sum + reward, 0) / Math.max(1, rewards.length);
  return {
    candidate_score: scoreChange(changed),
    baseline_score: baseline,
    reason: 'By what the runs showed.',
  };
}

function scoreChange(changed: string): number {
  if (changed.includes('leave out')) return SHORTCUT;
  return changed.includes('Call `') ? REMEDY : OTHER;
}

/** Answers a prompt to reconcile a statement with those that are kept. */
function reconciliation(prompt: string): RawAnswer<'memory'> {
  const [stated, kept] = parseBlocks(prompt);
  const content = textField(stated?.records[0], 'content');
  const about = /^The user prefers .+? as /.exec(content)?.[0];
  const same = kept?.records.find((record) => textField(record, 'content') === content);
  if (same !== undefined)
    return { action: 'noop', target: textField(same, 'id'), content: null, reason: 'It is kept.' };
  const older = kept?.records.find(
    (record) => about !== undefined && textField(record, 'content').startsWith(about),
  );
  if (older === undefined) return { action: 'add', target: null, content: null, reason: 'It is new.' };
  return {
    action: 'supersede',
    target: textField(older, 'id'),
    content: null,
    reason: 'The wish has changed.',
  };
}

/** How often what was asked is forgotten: nobody looks at it here, and thousands of prompts would fill the memory. */
const FORGET_MS = 1000;

/** Starts the model on a free port of loopback. */
export async function startDemoModel(): Promise<StandInModel> {
  const model = await startStandInModel();
  model.answer('reflect', ({ user }: { user: string }) => reflection(user));
  model.answer('curate', ({ user }: { user: string }) => curation(user));
  model.answer('judge_skill', ({ user }: { user: string }) => judgement(user));
  model.answer('memory', ({ user }: { user: string }) => reconciliation(user));
  const forget = setInterval(() => model.calls.splice(0), FORGET_MS);
  return {
    ...model,
    close() {
      clearInterval(forget);
      return model.close();
    },
  };
}
