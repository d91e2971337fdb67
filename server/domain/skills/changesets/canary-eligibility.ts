/**
 * Which approved changes meet live traffic before they are applied. A canary compares two texts of one skill, so it needs one skill
 * that changes, and enough traffic on it for an answer to be had.
 */
import type { Risk } from './risk.ts';

/** What decides beside the change itself. */
export type CanaryQuestion = {
  readonly risk: Risk;
  /** A person's own change is never tried: they have decided. */
  readonly humanAuthored: boolean;
  /** The reviewer waived the canary. */
  readonly skipCanary: boolean;
  readonly settings: { readonly enabled: boolean; readonly minSamples: number };
};

/**
 * The uses of each existing skill that the change modifies, and how many it creates. What is created is no reason to try a change, and
 * none to let it go untried.
 */
type CanaryScope = { readonly uses: readonly number[]; readonly created: number };

/** Whether the change is eligible for a canary, and why. */
export function canaryAnswer(
  { risk, humanAuthored, skipCanary, settings }: CanaryQuestion,
  { uses, created }: CanaryScope,
): { eligible: boolean; reason: string } {
  const no = (reason: string) => ({ eligible: false, reason });
  const { minSamples } = settings;
  const [used = 0] = uses;
  if (!settings.enabled) return no('canaries are switched off');
  if (humanAuthored) return no('a person wrote it');
  if (skipCanary) return no('the reviewer waived the canary');
  if (risk === 'low') return no('low risk needs no canary');
  if (uses.length === 0 && created > 0) return no('new skills are never tried');
  if (uses.length !== 1) return no(`it modifies ${uses.length} skills, and a canary tries one`);
  if (used < minSamples) return no(`the skill has ${used} uses, and a canary needs ${minSamples}`);
  return { eligible: true, reason: `risk is ${risk}, and one skill with ${used} uses is modified` };
}
