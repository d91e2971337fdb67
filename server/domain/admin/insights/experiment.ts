/** A canary as insights show it: how it stands, what its rule is worth, and when it may end. */
import { z } from 'zod';
import { EXPERIMENT_STATUSES } from '../../skills/canary/status.ts';
import { CANARY_RULES } from '../../skills/canary/verdict.ts';

export const experimentInsightSchema = z
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
      .describe("The candidate's success rate minus the incumbent's"),
    next_look: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'Evidence of the smaller arm at which a promotion can next be decided (at the last look: of the candidate); ' +
          'null where every credit may decide, and once it has ended',
      ),
    guarantee: z.string().describe('What a promotion by the rule is worth'),
    expected_days: z
      .number()
      .min(0)
      .nullable()
      .describe('Until a verdict at present traffic; null where that cannot be told'),
  })
  .meta({ id: 'ExperimentInsight' });
export type ExperimentInsight = z.infer<typeof experimentInsightSchema>;
