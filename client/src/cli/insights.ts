/** `whetstone insights`: whether an agent's learning helps, and what stands in its way. */
import { Command } from 'commander';
import type { Insights, LearningLift } from '../generated/api.ts';
import { action } from './command-context.ts';
import { clipped, counted, countedUpToMost, percent, table } from './output.ts';

/** In percentage points, with its sign. */
function points(share: number): string {
  const value = Math.round(share * 100);
  return `${value < 0 ? '−' : '+'}${Math.abs(value)}`;
}

/** Evidence that each group needs before the gateway lets its lift be read. */
const ENOUGH_EVIDENCE = 5;

/** The lift in words, or what is missing before it may be read. */
export function describeLift(lift: LearningLift): string {
  const { treated_n: treated, holdout_n: heldOut } = lift;
  if (!lift.enough) {
    const missing = [
      { evidence: treated, runs: 'runs with skills' },
      { evidence: heldOut, runs: 'runs in the holdout' },
    ]
      .filter(({ evidence }) => evidence < ENOUGH_EVIDENCE)
      .map(({ evidence, runs }) => `${Number(evidence.toFixed(1))} of ${ENOUGH_EVIDENCE} ${runs}`);
    return `not yet: ${missing.join(', ')}`;
  }
  const [low = 0, high = 0] = lift.lift_always_valid;
  const groups = `${percent(lift.treated_success)} of ${Math.round(treated)} runs with skills, ${percent(lift.holdout_success)} of ${Math.round(heldOut)} without`;
  const verdict = low > 0 || high < 0 ? '' : ', not clear yet';
  return `${points(lift.lift)} points (90 %: ${points(low)} to ${points(high)}${verdict}): ${groups}`;
}

/** The insights as lines for a terminal. */
export function describeInsights(insights: Insights): string {
  const { skills, experiments, problem_rules: problems, tenant_learning_cost_30d: cost } = insights;
  const tokens = (cost.input_tokens + cost.output_tokens).toLocaleString('en-US');
  const skillRows = skills.map(({ name, version, status, uses, success_rate }) => [
    name,
    `v${version}`,
    status,
    String(uses),
    percent(success_rate),
  ]);
  const canaryRows = experiments.map((canary) => [
    canary.id,
    canary.status,
    percent(canary.p_candidate_better),
    canary.incumbent_n.toFixed(0),
    canary.candidate_n.toFixed(0),
  ]);
  const ruleRows = problems.map(({ id, helpful, harmful, content }) => [
    id,
    `+${helpful} −${harmful}`,
    clipped(content, 80),
  ]);
  const section = (head: string[], rows: string[][]) => (rows.length === 0 ? [] : ['', table(head, rows)]);
  return [
    `lift      ${describeLift(insights.learning_lift)}`,
    `waiting   ${countedUpToMost(insights.pending_changesets, 'changeset')}`,
    `cost      ${counted(cost.calls, 'call')}, ${tokens} tokens in 30 days, of all agents`,
    ...section(['skill', 'version', 'status', 'uses', 'success'], skillRows),
    ...section(['canary', 'status', 'better', 'incumbent', 'candidate'], canaryRows),
    ...section(['problem rule', 'tagged', 'content'], ruleRows),
  ].join('\n');
}

export function insightsCommand(): Command {
  return new Command('insights')
    .description("whether the agent's learning helps: lift, skills, canaries, rules that harm, cost")
    .action(
      action(async ({ call, settings, out }) => {
        const insights = await call('readInsights', { path: { agent_id: settings.agentId } });
        out.result(insights, () => describeInsights(insights));
      }),
    );
}
