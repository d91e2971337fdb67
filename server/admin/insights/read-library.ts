/** The skills and rules behind an agent's insights, with the ids by which a reader gets to them. */
import { successRate } from '../../domain/measurement/success-rate.ts';
import type { Principal } from '../../domain/principal.ts';
import type { SkillStatus } from '../../domain/skills/status.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { rateIntervals } from './rate-intervals.ts';
import { insightsStore, type PlacedRule } from './store.ts';

const MAX_SKILLS = 1000;
const MAX_RULES = 200;

/** How a skill does. */
interface SkillRate {
  id: string;
  agentId: string;
  name: string;
  version: number;
  status: SkillStatus;
  uses: number;
  /** Summed evidence. */
  evidence: number;
  rate: number | null;
  /** 90 %, under Beta(1, 1). */
  interval: [number, number];
}

/** How an agent does: both groups' intervals of success, its skills, and rules that do harm. */
export interface Library {
  /** 90 % intervals of the groups that the lift compares. */
  groups: { treated: [number, number]; holdout: [number, number] };
  skills: SkillRate[];
  rules: PlacedRule[];
}

/**
 * The agent's own and the shared skills, those that surely do well first: by the lower bound of their interval. And the active
 * rules of them that were tagged harmful more often than helpful, worst first.
 */
export async function readLibrary(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<Library> {
  const store = insightsStore(runtime.db.read, tenant);
  const [groups, rows, rules] = await Promise.all([
    store.groups(agentId),
    store.skills(agentId, MAX_SKILLS),
    store.problemRules(agentId, MAX_RULES),
  ]);
  const intervalOf = rateIntervals();
  const skills = rows.map(({ evidence: weight, reward, status, ...skill }) => ({
    ...skill,
    status: status as SkillStatus,
    evidence: weight,
    rate: successRate({ weight, reward }),
    interval: intervalOf({ weight, reward }),
  }));
  return {
    groups: { treated: intervalOf(groups.treated), holdout: intervalOf(groups.holdout) },
    skills: skills.toSorted((a, b) => b.interval[0] - a.interval[0] || b.evidence - a.evidence),
    rules,
  };
}
