/** The measurement of one skill over REST: while it is measured, a share of the sessions goes without it. */
import { z } from 'zod';
import { readMeasurement, setMeasurement } from '../../admin/insights/index.ts';
import { measurementInSchema, measurementSchema } from '../../domain/admin/insights.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { reference } from '../../domain/fields.ts';
import { operation } from './operation.ts';

const PATH = '/v1/skills/{skill_id}/measurement';
const one = z.object({ skill_id: reference().describe("The skill's id") });

export const measurementOperations = {
  readMeasurement: operation({
    method: 'GET',
    path: PATH,
    scope: 'review',
    agents: { skill: 'skill_id' },
    tag: 'Skills',
    summary: 'Whether a skill is measured, and what came out so far',
  })
    .input(one)
    .output(snakeCased(measurementSchema))
    .query(({ ctx, input }) => readMeasurement(ctx.runtime, ctx.principal, input.skill_id)),

  setMeasurement: operation({
    method: 'PUT',
    path: PATH,
    scope: 'review',
    agents: { skill: 'skill_id' },
    tag: 'Skills',
    summary: 'Start or end the measurement of a skill',
    description:
      'While it has a share, so many of the sessions that it would be served in go without it, drawn by chance and the same ' +
      'for the whole session. Sessions of the holdout, files that an agent has, and skills with a running canary do not take ' +
      'part. Where several skills are measured, a session goes without one at most, and half of the sessions without any. What ' +
      'came out stays when it ends. A skill that is not served gives 409.',
  })
    .input(measurementInSchema.extend(one.shape))
    .output(snakeCased(measurementSchema))
    .mutation(({ ctx, input }) => setMeasurement(ctx.runtime, ctx.principal, input)),
};
