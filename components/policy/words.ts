/** What a rehearsal found, in words. Pure. */

import type { Outputs } from '../api/trpc.ts';
import { grouped } from '../ui/text/counted.ts';

export type Rehearsal = Outputs['rehearsals']['detail'];
export type RehearsalItem = Outputs['rehearsals']['list']['items'][number];
export type Result = NonNullable<Rehearsal['result']>;
export type Difference = Result['changesets']['differences'][number];
export type RehearsedCanary = Result['canaries']['canaries'][number];

/** Whether a rehearsal is still to come to an end. */
export function isRehearsing(status: RehearsalItem['status']): boolean {
  return status === 'queued' || status === 'running';
}

const STANDINGS: Readonly<Record<Difference['wouldBe'], string>> = {
  held: 'held for review',
  applied: 'applied',
  canary: 'on trial',
  queued: 'queued behind a canary',
  failed: 'failed',
  approved: 'approved, applied or tried',
  unknown: 'cannot tell',
};

export const standingWords = (standing: Difference['wouldBe']) => STANDINGS[standing];

const FATES: Readonly<Record<Difference['fate'], string>> = {
  approved: 'approved by a reviewer',
  rejected: 'rejected by a reviewer',
  waiting: 'still waits',
  policy: 'by policy',
};

export const fateWords = (fate: Difference['fate']) => FATES[fate];

/** Whether it would have been approved without a person, where a reviewer has rejected it. */
export function isAgainstReviewer({ fate, wouldBe }: Pick<Difference, 'fate' | 'wouldBe'>): boolean {
  return fate === 'rejected' && wouldBe !== 'held';
}

const WEIGHTS: readonly Difference['fate'][] = ['rejected', 'waiting', 'approved', 'policy'];

/** What speaks against the settings first, then what would not wait any more. */
export function byWeight(differences: readonly Difference[]): Difference[] {
  return differences.toSorted((one, other) => WEIGHTS.indexOf(one.fate) - WEIGHTS.indexOf(other.fate));
}

type Gap =
  | Result['changesets']['unknown'][number]['reason']
  | Result['canaries']['unknown'][number]['reason']
  | Result['recalls']['unknown'][number]['reason'];

const GAPS: Readonly<Record<Gap, string>> = {
  amended: 'amended by a reviewer: what was proposed is not known as it was rated',
  finding_origin: 'a finding may come from untrusted sources or from another check',
  sources: 'what its runs said is not looked at again',
  sessions: 'how many sessions taught it was not kept then',
  skill_text: 'the skill’s text at that time is no longer stored',
  skill_uses: 'how often the skill was used then is not known',
  other_library: 'an earlier change would have been decided otherwise',
  few_candidates: 'too few candidates were recorded',
  own_limits: 'the request set limits of its own',
  few_memories: 'too few memories were recorded',
  runs_gone: 'some of its runs are no longer kept',
  assignments_gone: 'who was served which arm is no longer kept',
  ended_earlier: 'it ended before the other rule would have decided',
  small_sample: 'too few sessions count as many under the other share of arms',
  other_floor: 'the calibrated rule cannot be replayed under another share of arms',
};

export const gapWords = (gap: Gap) => GAPS[gap];

/** How far a rehearsal has come. */
export function progressWords({ status, progress }: Pick<RehearsalItem, 'status' | 'progress'>): string {
  if (status === 'queued') return 'Waiting for a worker';
  if (progress === null) return 'Running';
  return `Reading ${progress.stage}: ${grouped(progress.read)} of ${grouped(progress.total)}`;
}
