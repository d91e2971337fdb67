/** A recorded run as reflection reads it, and what a model said of it until curation has used that. */

import type { Answer } from '../../domain/learning/answers.ts';
import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import type { Lesson } from '../../domain/learning/reflection/lessons.ts';
import type { Outcome } from '../../domain/runs/episodes/episode.ts';
import type { RewardSource } from '../../domain/runs/reward.ts';

/** A run with everything that a model may see of it. */
export interface Run extends QuotableEpisode {
  readonly userId: string | null;
  /** What retrievers found in it, as long as its trace is kept. */
  readonly found: readonly string[];
  readonly rewardSource: RewardSource | null;
  /** What a model took its unreported outcome for. */
  readonly judged: { outcome: Outcome; confidence: number } | null;
  /** A reflection on it that waits for curation. */
  readonly draft: Draft | null;
  /** Changes whenever something is added that a reflection should have seen. */
  readonly mark: string;
}

export type LearnedMemory = Answer<'reflect'>['memories'][number];

/** What is left to do of a reflection: lessons to curate, memories to keep. */
export interface Draft {
  /** Ids of the runs that the model was shown, the run itself first: where one of them is erased, nothing of this may stay. */
  readonly rests: readonly string[];
  /** The mark of the run as the model saw it. */
  readonly mark: string;
  readonly lessons: readonly Lesson[];
  readonly memories: readonly LearnedMemory[];
}

/** A run with its reflection. */
export interface Reflection {
  readonly run: Run;
  readonly draft: Draft;
}

/** A run as it is compared with others: the beginning of its task, and how it ended. */
export interface LikeRun {
  readonly id: string;
  readonly userId: string | null;
  readonly task: string;
  readonly reward: number;
}
