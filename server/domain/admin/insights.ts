/**
 * What an agent's record says: whether learning helps, how each skill does, what waits for people, and what
 * it cost.
 */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { count } from '../fields.ts';
import type { SkillLift } from '../measurement/skill-lift.ts';
import { CANARY_RULES } from '../skills/canary/rules.ts';
import { EXPERIMENT_STATUSES } from '../skills/canary/status.ts';
import { SKILL_STATUSES } from '../skills/skill.ts';
import { learningFaultSchema } from './learning-fault.ts';

// A canary as insights show it: how it stands, what its rule is worth, and when it may end.

const experimentInsightSchema = z
  .object({
    id: z.string(),
    status: z.enum(EXPERIMENT_STATUSES),
    p_candidate_better: z.number().min(0).max(1).describe('Exact, under Beta(1, 1) for either arm'),
    incumbent_n: z.number().min(0).describe('Summed evidence of the arm; frozen when the canary ends'),
    candidate_n: z.number().min(0),
    skill_id: z.string(),
    changeset_id: z.string(),
    rule: z.enum(CANARY_RULES),
    effect_90ci: z
      .array(z.number().min(-1).max(1))
      .length(2)
      .describe(
        "The candidate's success rate minus the incumbent's, from the posteriors: for one look at a planned time. At a canary's " +
          'end it covers the truth in about half of the cases; read `effect_always_valid` then',
      ),
    effect_always_valid: z
      .array(z.number().min(-1).max(1))
      .length(2)
      .describe(
        'An interval of the same difference that may be read at any time, also at the end: 90 % at all times at once, over ' +
          'sessions weighted by the propensity of their arm',
      ),
    effect_shrunken: z
      .number()
      .min(-1)
      .max(1)
      .describe(
        'The estimate of the same difference, weighted by propensity and shrunk towards 0 (posterior mean under a normal prior ' +
          'with a standard deviation of 0.1): what ends a canary makes the plain estimate too large',
      ),
    next_look: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'Evidence of the smaller arm at which a promotion can next be decided (at the last look: of the candidate); ' +
          'null where every credit may decide, and once it has ended',
      ),
    guarantee: z.string().describe('What a promotion by the rule is worth'),
    reason: z.string().nullable().describe('Why it ended as it did; null while it runs'),
    expected_days: z
      .number()
      .min(0)
      .nullable()
      .describe('Until a verdict at current traffic; null if unknown'),
  })
  .meta({ id: 'ExperimentInsight' });
export type ExperimentInsight = CamelCased<typeof experimentInsightSchema>;

const share = () => z.number().min(0).max(1);
const difference = () => z.number().min(-1).max(1);
const interval = <T extends z.ZodType>(bound: T) => z.array(bound).length(2);
const sum = () => z.number().min(0);

const learningLiftSchema = z
  .object({
    treated_success: share().describe('Posterior mean over sessions under Beta(1, 1), also without evidence'),
    treated_n: sum().describe(
      'Summed evidence of runs: rewards count by their strength, runs without one do not',
    ),
    holdout_success: share(),
    holdout_n: sum(),
    lift: difference().describe('Posterior mean of treated minus holdout success; a session is one unit'),
    lift_90ci: interval(difference()).describe('For one look at a planned time'),
    significant: z.boolean().describe('The 90 % interval excludes 0 and both groups have evidence'),
    enough: z
      .boolean()
      .describe(
        'Both groups have 5 sessions and 5 of evidence or more: only then may the figures be read as a result',
      ),
    lift_always_valid: interval(difference()).describe(
      'A 90 % interval that may be read at any time, however often; what the dashboard says rests on it',
    ),
    episodes_to_detect: count()
      .nullable()
      .describe('Further rewarded episodes until the current lift would be significant; null if unknown'),
  })
  .meta({ id: 'LearningLift' });

const skillLiftSchema = z
  .object({
    sessions: count().describe('Rewarded sessions that were served the skill or went without it'),
    served_n: sum().describe('Summed evidence of runs that were served all skills that fitted'),
    served_success: share().nullable(),
    held_back_n: sum().describe('The same of runs from which this skill was held back'),
    held_back_success: share().nullable(),
    effect: difference()
      .nullable()
      .describe(
        'Success with the skill minus success without, weighed by propensity; null before there is enough to tell',
      ),
    effect_always_valid: interval(difference())
      .nullable()
      .describe(
        'Its 90 % interval at all times at once: it may be read however often. Below 0 the skill hurts, and ' +
          'deprecating it is suggested',
      ),
  })
  .meta({ id: 'SkillWorth' });

/** The measurement of one skill: while it has a share, so many sessions go without it. */
export const measurementSchema = z
  .object({
    skill_id: z.string(),
    share: share()
      .nullable()
      .describe('Of the sessions it is served in, those that go without it; null while it is not measured'),
    worth: skillLiftSchema.nullable().describe('What came out so far; null where it never was measured'),
  })
  .meta({ id: 'SkillMeasurement' });
export type Measurement = Omit<CamelCased<typeof measurementSchema>, 'worth'> & { worth: SkillLift | null };

export const measurementInSchema = z
  .object({
    share: z
      .number()
      .min(0.01)
      .max(0.2)
      .nullable()
      .describe('Of the sessions it is served in, those that go without it; null ends the measurement'),
  })
  .meta({ id: 'SkillMeasurementIn' });

const skillInsightSchema = z
  .object({
    name: z.string(),
    version: z.number().int().min(1).max(2_147_483_647),
    status: z.enum(SKILL_STATUSES),
    uses: count().describe('Of a shared skill, by this agent'),
    success_rate: share()
      .nullable()
      .describe('As on the skill; of a shared skill, by the runs of this agent alone. null without evidence'),
    success_90ci: interval(share()).describe('From the posterior under Beta(1, 1)'),
    worth: skillLiftSchema
      .nullable()
      .describe('Measured by sessions that go without one skill; null where it never was'),
  })
  .meta({ id: 'SkillInsight' });

const problemRuleSchema = z
  .object({ id: z.string(), content: z.string(), helpful: count(), harmful: count() })
  .meta({ id: 'ProblemRule' });

const learningCostSchema = z
  .object({
    calls: count(),
    input_tokens: count(),
    output_tokens: count(),
    by_purpose: z.record(z.string(), count()).describe('Tokens in and out'),
  })
  .meta({ id: 'LearningCost' });

export const insightsSchema = z
  .object({
    learning_lift: learningLiftSchema,
    skills: z.array(skillInsightSchema).describe("The agent's own and the shared skills, most used first"),
    experiments: z
      .array(experimentInsightSchema)
      .describe('Canaries on those skills: those that run, then those that ended, the latest first'),
    pending_changesets: count().describe(
      "Changesets of the agent's own that wait for review, 10,001 if more than 10,000",
    ),
    problem_rules: z
      .array(problemRuleSchema)
      .describe('Active rules of those skills that were tagged harmful more often than helpful, worst first'),
    left_out: z
      .object({ skills: count(), experiments: count(), problem_rules: count() })
      .meta({ id: 'InsightsLeftOut' })
      .describe(
        'How many of each these lists leave out: they have at most 1,000 skills, 50 canaries that run, 50 that ended and ' +
          '1,000 rules. Of skills and of canaries 10,001 if more than 10,000',
      ),
    learning_faults: z
      .array(learningFaultSchema)
      .describe(
        'Current learning errors of the tenant, latest first. An error goes away when the same kind succeeds',
      ),
    tenant_learning_cost_30d: learningCostSchema.describe('The whole tenant, the last 30 UTC days'),
  })
  .meta({ id: 'Insights' });
export type Insights = CamelCased<typeof insightsSchema>;
