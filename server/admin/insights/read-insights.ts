/** The insights of an agent: figures that are computed exactly from running sums, the same on every call. */

import type { Insights } from '../../domain/admin/insights.ts';
import type { LearningFault } from '../../domain/admin/learning-fault.ts';
import { type Evidence, successInterval, successRate } from '../../domain/measurement/beta.ts';
import { learningLift } from '../../domain/measurement/learning-lift.ts';
import type { SkillLift } from '../../domain/measurement/skill-lift.ts';
import type { Principal } from '../../domain/principal.ts';
import type { SkillStatus } from '../../domain/skills/skill.ts';
import { DAY_MS } from '../../domain/time.ts';
import { learningFaults } from '../../platform/faults/store.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { experimentsOf } from '../../skills/canary/index.ts';
import { liftStore } from './lift-store.ts';
import { readSkillLifts } from './measure-skill.ts';
import { insightsStore, type PlacedRule } from './store.ts';

const COST_DAYS = 30;
/** Most skills and rules that one reply lists. */
const MAX_SKILLS = 1000;
const MAX_PROBLEM_RULES = 1000;

/** Whether learning helps `agentId`, and how its skills do; costs and faults are those of the whole tenant. */
export async function readInsights(
  runtime: Runtime,
  principal: Principal,
  agentId: string,
): Promise<Insights> {
  const store = insightsStore(runtime.db.read, principal.tenant);
  const [groups, skills, experiments, pending, problems, faults, usage] = await Promise.all([
    liftStore(runtime.db.read, principal.tenant).total(agentId),
    store.skills(agentId, MAX_SKILLS),
    experimentsOf(runtime, principal.tenant, agentId),
    store.pendingChangesets(agentId),
    store.problemRules(agentId, MAX_PROBLEM_RULES),
    readFaults(runtime, principal),
    store.usage(firstDay(runtime.clock())),
  ]);
  const intervalOf = rateIntervals();
  const lifts = await readSkillLifts(
    runtime,
    principal,
    skills.map(({ id }) => id),
  );
  return {
    learningLift: learningLift(groups),
    skills: skills.map(({ id, name, version, status, uses, evidence, reward }) => ({
      name,
      version,
      status: status as SkillStatus,
      uses,
      successRate: successRate({ weight: evidence, reward }),
      success90ci: intervalOf({ weight: evidence, reward }),
      worth: lifts.get(id) ?? null,
    })),
    experiments: experiments.listed,
    pendingChangesets: pending,
    problemRules: problems.rules.map(({ skillId: _id, skillName: _name, ...rule }) => rule),
    leftOut: {
      skills: await store.countOtherSkills(agentId, skills.length),
      experiments: experiments.leftOut,
      problemRules: problems.count - problems.rules.length,
    },
    learningFaults: faults,
    tenantLearningCost30d: toCost(usage),
  };
}

/** What learning fails with at present in the principal's tenant, the latest first. */
export async function readFaults({ db }: Runtime, { tenant }: Principal): Promise<LearningFault[]> {
  const faults = await learningFaults(db.read, tenant).list();
  return faults.map(({ firstAt, lastAt, ...fault }) => ({
    ...fault,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}

/** The first of the last 30 UTC days, today being the last of them. */
function firstDay(now: Date): string {
  return new Date(now.getTime() - (COST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}

type Usage = Awaited<ReturnType<ReturnType<typeof insightsStore>['usage']>>;

function toCost(usage: Usage): Insights['tenantLearningCost30d'] {
  const total = (pick: (row: Usage[number]) => number) => usage.reduce((sum, row) => sum + pick(row), 0);
  return {
    calls: total(({ calls }) => calls),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    byPurpose: Object.fromEntries(
      usage.map(({ purpose, inputTokens, outputTokens }) => [purpose, inputTokens + outputTokens]),
    ),
  };
}

// Intervals of many skills' success rates at once.

/**
 * The 90 % interval of a success rate. Computes once per evidence: most skills of a young library have none.
 */
function rateIntervals(): (evidence: Evidence) => [number, number] {
  const known = new Map<string, [number, number]>();
  return (evidence) => {
    const key = `${evidence.weight} ${evidence.reward}`;
    const [low, high] = known.get(key) ?? successInterval(evidence);
    known.set(key, [low, high]);
    return [low, high];
  };
}

// The skills and rules behind an agent's insights, with the ids by which a reader gets to them.

const MAX_RULES = 200;
/** Rules that helped which are listed. */
const MAX_HELPFUL = 10;

interface SkillRate {
  id: string;
  agentId: string;
  name: string;
  version: number;
  status: SkillStatus;
  uses: number;
  evidence: number;
  rate: number | null;
  /** 90 %, under Beta(1, 1). */
  interval: [number, number];
  /** Null where it was never measured. */
  worth: SkillLift | null;
  /** When it last got a version or another status. */
  changedAt: string;
}

interface SkillRates {
  skills: SkillRate[];
  /** How many skills there are besides, of those that are used least. */
  leftOut: number;
}

/** How an agent does: its skills, the rules that do harm, and those that helped most. */
interface Library extends SkillRates {
  rules: PlacedRule[];
  helpful: PlacedRule[];
}

/**
 * The agent's own and the shared skills, those that surely do well first: by the lower bound of their
 * interval. And the active rules of them that were tagged harmful more often than helpful, worst first, and
 * those that were tagged helpful most often.
 */
export async function readLibrary(runtime: Runtime, principal: Principal, agentId: string): Promise<Library> {
  const store = insightsStore(runtime.db.read, principal.tenant);
  const [{ skills, leftOut }, { rules }, helpful] = await Promise.all([
    readSkillRates(runtime, principal, agentId),
    store.problemRules(agentId, MAX_RULES),
    store.helpfulRules(agentId, MAX_HELPFUL),
  ]);
  const surest = skills.toSorted((a, b) => b.interval[0] - a.interval[0] || b.evidence - a.evidence);
  return { skills: surest, leftOut, rules, helpful };
}

/** How each skill does that the agent is served, or (of null) each of all agents; most used first. */
export async function readSkillRates(
  runtime: Runtime,
  principal: Principal,
  agentId: string | null,
): Promise<SkillRates> {
  const store = insightsStore(runtime.db.read, principal.tenant);
  const rows = await store.skills(agentId, MAX_SKILLS);
  const intervalOf = rateIntervals();
  const lifts = await readSkillLifts(
    runtime,
    principal,
    rows.map(({ id }) => id),
  );
  const skills = rows.map(({ evidence: weight, reward, status, updatedAt, ...skill }) => ({
    ...skill,
    status: status as SkillStatus,
    evidence: weight,
    rate: successRate({ weight, reward }),
    interval: intervalOf({ weight, reward }),
    worth: lifts.get(skill.id) ?? null,
    changedAt: updatedAt.toISOString(),
  }));
  return { skills, leftOut: await store.countOtherSkills(agentId, rows.length) };
}
