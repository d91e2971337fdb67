/** Where a session gets rules with a trigger: assigned at random, so that the arms can be compared. */
import { drawUnit } from '../runs/holdout.ts';

/** In the recall's text only, before calls only, or in both, as without the experiment. */
export const MOMENT_ARMS = ['start', 'moment', 'both'] as const;
export type MomentArm = (typeof MOMENT_ARMS)[number];

/** What was drawn, and the characters of the recall's text, which are part of what an arm costs. */
export interface MomentDraw {
  arm: MomentArm;
  probability: number;
  characters: number;
}

/** `unit` is what keeps its draw: a session, without one a recall. `share` is that of the sessions in the experiment. */
interface ArmDraw {
  tenant: string;
  agentId: string;
  unit: string;
  share: number;
}

/**
 * The arm, each as likely, or null outside the experiment. Two draws: another share takes sessions in or out, and moves
 * none to another arm.
 */
export function drawMomentArm({ tenant, agentId, unit, share }: ArmDraw): MomentArm | null {
  if (drawUnit('moment share', tenant, agentId, unit) >= share) return null;
  const draw = drawUnit('moment arm', tenant, agentId, unit);
  return MOMENT_ARMS[Math.floor(draw * MOMENT_ARMS.length)] ?? null;
}

/** Ids of the rules that the arms place differently. One that blocks is a safeguard, and stays at the moment in each. */
export function comparedRules(
  rules: readonly { id: string; applies_when?: unknown; blocks?: boolean | undefined }[],
): string[] {
  return rules.filter(({ applies_when: when, blocks }) => when !== undefined && !blocks).map(({ id }) => id);
}

/** What a run tells of its session's arm: kept with its episode, so that a corrected reward corrects what was credited. */
export interface MomentPart {
  unit: string;
  arm: MomentArm;
  /** Skills that were chosen with rules that the arms place differently. A run without any makes no session count. */
  skills: string[];
  /** Of all that it was served, at the start and at its moments. */
  characters: number;
}

interface RecalledArm {
  momentDraw: MomentDraw | null;
  skills: readonly { id: string; served: boolean; moment_rules: readonly string[] }[];
}

export function momentPart(
  unit: string,
  { momentDraw, skills }: RecalledArm,
  shownCharacters: number,
): MomentPart | null {
  if (momentDraw === null) return null;
  const { arm, characters } = momentDraw;
  const compared = skills.filter(({ served, moment_rules: rules }) => served && rules.length > 0);
  return { unit, arm, skills: compared.map(({ id }) => id), characters: characters + shownCharacters };
}
