/** How the stand-in model scores changes and reconciles wishes; see model.ts. */
import type { RawAnswer } from '../../server/domain/learning/answers.ts';
import { blocksOf, recordsUnder, rewardOf, textOf } from './reading.ts';

/** What a change is worth that does what a fault asked for, what a run went well without, and anything else. */
const REMEDY = 0.85;
const SHORTCUT = 0.8;
const OTHER = 0.4;

/** Answers a prompt to score a change. */
export function judgement(prompt: string): RawAnswer<'judge_skill'> {
  const blocks = blocksOf(prompt);
  const before = new Set(
    recordsUnder(blocks, 'Before the change').map((record) => textOf(record, 'content')),
  );
  const after = recordsUnder(blocks, 'After the change').map((record) => textOf(record, 'content'));
  const changed = after.filter((content) => !before.has(content)).join(' ');
  const rewards = blocks.flatMap((block) => rewardOf(block) ?? []);
  const baseline = rewards.reduce((sum, reward) => sum + reward, 0) / Math.max(1, rewards.length);
  return { candidate_score: scoreOf(changed), baseline_score: baseline, reason: 'By what the runs showed.' };
}

function scoreOf(changed: string): number {
  if (changed.includes('leave out')) return SHORTCUT;
  return changed.includes('Call `') ? REMEDY : OTHER;
}

/** Answers a prompt to reconcile a statement with those that are kept. */
export function reconciliation(prompt: string): RawAnswer<'memory'> {
  const [stated, kept] = blocksOf(prompt);
  const content = textOf(stated?.records[0], 'content');
  const about = /^The user prefers .+? as /.exec(content)?.[0];
  const same = kept?.records.find((record) => textOf(record, 'content') === content);
  if (same !== undefined)
    return { action: 'noop', target: textOf(same, 'id'), content: null, reason: 'It is kept.' };
  const older = kept?.records.find(
    (record) => about !== undefined && textOf(record, 'content').startsWith(about),
  );
  if (older === undefined) return { action: 'add', target: null, content: null, reason: 'It is new.' };
  return { action: 'supersede', target: textOf(older, 'id'), content: null, reason: 'The wish has changed.' };
}
