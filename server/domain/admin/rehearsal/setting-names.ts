/** The names of the settings that a rehearsal may change. Without schemas: the page loads this file. */
import type { PolicySettings } from './settings.ts';

/** The names of the settings, and the variable that each stands for. */
export const SETTING_VARIABLES: Readonly<Record<keyof PolicySettings, string>> = {
  autoApproveLowRisk: 'SERVICE_AUTO_APPROVE_LOW_RISK',
  autoApproveMediumRisk: 'SERVICE_AUTO_APPROVE_MEDIUM_RISK',
  autoApproveMinEvalScore: 'SERVICE_AUTO_APPROVE_MIN_EVAL_SCORE',
  minSessionsForAutoApprove: 'SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE',
  untrustedNeedsReview: 'SERVICE_UNTRUSTED_NEEDS_REVIEW',
  recallMinScore: 'SERVICE_RECALL_MIN_SCORE',
  recallMaxSkills: 'SERVICE_RECALL_MAX_SKILLS',
  recallMaxMemories: 'SERVICE_RECALL_MAX_MEMORIES',
  canaryEnabled: 'SERVICE_CANARY_ENABLED',
  canaryRule: 'SERVICE_CANARY_RULE',
  canaryFloor: 'SERVICE_CANARY_FLOOR',
  canaryMinSamples: 'SERVICE_CANARY_MIN_SAMPLES',
  canaryThreshold: 'SERVICE_CANARY_THRESHOLD',
  canaryMaxSamples: 'SERVICE_CANARY_MAX_SAMPLES',
  canaryMaxDays: 'SERVICE_CANARY_MAX_DAYS',
  holdoutRate: 'SERVICE_HOLDOUT_RATE',
};

export const SETTING_NAMES = Object.keys(SETTING_VARIABLES) as (keyof PolicySettings)[];

/** What changed settings are about: on nothing else a rehearsal has something of its own to say. */
export interface Concerns {
  approval: boolean;
  canaries: boolean;
  recalls: boolean;
  holdout: boolean;
}

/** Where no setting is changed, a rehearsal is about approval. */
export function concernsOf(today: PolicySettings, rehearsed: PolicySettings): Concerns {
  const changed = SETTING_NAMES.filter((name) => today[name] !== rehearsed[name]);
  const isOf = (prefix: string) => changed.some((name) => name.startsWith(prefix));
  const [canaries, recalls, holdout] = [isOf('canary'), isOf('recall'), isOf('holdout')];
  const approval = changed.length === 0 || isOf('auto') || isOf('untrusted') || isOf('minSessions');
  return { approval, canaries, recalls, holdout };
}

/** Settings that decide what becomes of a changeset, and so what is in the library later. */
const OF_LIBRARY: readonly (keyof PolicySettings)[] = SETTING_NAMES.filter(
  (name) => !name.startsWith('recall') && name !== 'holdoutRate',
);

/** Whether the library could have become another one. */
export function changesLibrary(today: PolicySettings, rehearsed: PolicySettings): boolean {
  return OF_LIBRARY.some((name) => today[name] !== rehearsed[name]);
}

/** Whether recalls could have served other skills, and so given canaries other samples. */
export function changesServed(today: PolicySettings, rehearsed: PolicySettings): boolean {
  const { recalls, holdout } = concernsOf(today, rehearsed);
  return recalls || holdout;
}
