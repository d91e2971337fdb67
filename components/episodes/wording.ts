/** A run and its reward in words. Pure. */

import { cutText } from '../../server/domain/characters.ts';
import type { CreditReason } from '../../server/domain/runs/credit.ts';
import type { WeighedSignal } from '../../server/domain/runs/reward.ts';
import { counted } from '../ui/text/counted.ts';

const SOURCES: Record<string, string> = {
  verification: 'a verification',
  feedback: 'feedback',
  outcome: 'the outcome that the agent reported',
  judge: 'the judge’s guess',
};

/** The signal that decided a reward: "feedback". */
function sourceText(source: string | null): string {
  return source === null ? 'nothing' : (SOURCES[source] ?? source);
}

interface Rewarded {
  reward: number | null;
  rewardStrength: number | null;
  rewardSource: string | null;
}

/** "Reward 1.00, decided by a verification. Overruled: feedback (0.20)." */
export function rewardSentence(
  { reward, rewardStrength: strength, rewardSource: source }: Rewarded,
  signals: readonly WeighedSignal[],
): string {
  if (reward === null) return 'No reward: this run has no outcome, verification, feedback or judgement.';
  const weight = strength !== null && strength < 1 ? `, counted at ${strength.toFixed(2)}` : '';
  const overruled = signals
    .filter(({ role }) => role === 'overruled')
    .map((signal) => `${sourceText(signal.source)} (${signal.reward.toFixed(2)})`);
  const rest = overruled.length === 0 ? '' : ` Overruled: ${overruled.join(', ')}.`;
  return `Reward ${reward.toFixed(2)}, decided by ${sourceText(source)}${weight}.${rest}`;
}

const REFUSALS: Readonly<Record<CreditReason, string>> = {
  already_credited: 'Another run with the same recall was recorded first. A recall is credited once',
  other_agent: 'The recall was made by another agent',
  other_session: 'The recall was made in another session',
  too_old: 'The recall was made too long before this run',
};

/** Why a run's reward is no evidence: "Not counted as evidence. The recall was made by another agent." */
export function refusalText(reason: CreditReason): string {
  return `Not counted as evidence. ${REFUSALS[reason]}.`;
}

const TITLE = 110;

/** The first line of a text, cut after `most` characters; empty where there is none. */
export function firstLine(text: string | null | undefined, most: number): string {
  const line = text?.trim().split('\n', 1)[0] ?? '';
  return line.length > most ? `${cutText(line, most)}…` : line;
}

/** The first line of a task as a page's title; null where there is no task. */
export function titleOf(task: string | null): string | null {
  return firstLine(task, TITLE) || null;
}

/** How much text there is: "1,240 characters". */
export function sizeText(length: number): string {
  return counted(length, 'character');
}

/** A duration in milliseconds: "840 ms", "12.4 s", "3 min". */
export function millisText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 90_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}
