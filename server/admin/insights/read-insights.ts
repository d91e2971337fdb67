/** The insights of an agent: figures that are computed exactly from running sums, the same on every call. */
import { experimentsOf } from '../../skills/canary/index.ts';
import type { Insights } from '../../domain/admin/insights/insights.ts';
import { learningLift } from '../../domain/measurement/learning-lift.ts';
import { successRate } from '../../domain/measurement/success-rate.ts';
import type { Principal } from '../../domain/principal.ts';
import type { SkillStatus } from '../../domain/skills/status.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { rateIntervals } from './rate-intervals.ts';
import { insightsStore } from './store.ts';

const COST_DAYS = 30;
const DAY_MS = 86_400_000;

/** Most skills and rules that one reply lists. */
const MAX_SKILLS = 1000;
const MAX_PROBLEM_RULES = 1000;

/** Whether learning helps `agentId`, and how its skills do; costs are those of the whole tenant. */
export async function readInsights(
  runtime: Runtime,
  principal: Principal,
  agentId: string,
): Promise<Insights> {
  const store = insightsStore(runtime.db.read, principal.tenant);
  const [groups, skills, experiments, pending, problems, usage] = await Promise.all([
    store.groups(agentId),
    store.skills(agentId, MAX_SKILLS),
    experimentsOf(runtime, principal.tenant, agentId),
    store.pendingChangesets(agentId),
    store.problemRules(agentId, MAX_PROBLEM_RULES),
    store.usage(firstDay(runtime.clock())),
  ]);
  const intervalOf = rateIntervals();
  return {
    learning_lift: learningLift(groups.treated, groups.holdout),
    skills: skills.map(({ name, version, status, uses, evidence, reward }) => ({
      name,
      version,
      status: status as SkillStatus,
      uses,
      success_rate: successRate({ weight: evidence, reward }),
      success_90ci: intervalOf({ weight: evidence, reward }),
    })),
    experiments,
    pending_changesets: pending,
    problem_rules: problems.map(({ skillId: _id, skillName: _name, ...rule }) => rule),
    tenant_learning_cost_30d: costOf(usage),
  };
}

/** The first of the last 30 UTC days, today being the last of them. */
function firstDay(now: Date): string {
  return new Date(now.getTime() - (COST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}

type Usage = Awaited<ReturnType<ReturnType<typeof insightsStore>['usage']>>;

function costOf(usage: Usage): Insights['tenant_learning_cost_30d'] {
  const total = (pick: (row: Usage[number]) => number) => usage.reduce((sum, row) => sum + pick(row), 0);
  return {
    calls: total(({ calls }) => calls),
    input_tokens: total(({ inputTokens }) => inputTokens),
    output_tokens: total(({ outputTokens }) => outputTokens),
    by_purpose: Object.fromEntries(
      usage.map(({ purpose, inputTokens, outputTokens }) => [purpose, inputTokens + outputTokens]),
    ),
  };
}
