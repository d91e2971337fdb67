/** The measurement of one skill over REST: for a time a share of the sessions goes without it. */
import { z } from 'zod';
import { readMeasurement, startMeasurement, stopMeasurement } from '../../admin/insights/index.ts';
import { measurementInSchema, measurementSchema } from '../../domain/admin/measurement.ts';
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
    tag: 'Skills',
    summary:
      'How a skill is measured now or was last, what came out, and what measuring it would cost and show',
  })
    .input(one)
    .output(snakeCased(measurementSchema))
    .query(({ ctx, input }) => readMeasurement(ctx.runtime, ctx.principal, input.skill_id)),

  startMeasurement: operation({
    method: 'POST',
    path: PATH,
    scope: 'admin',
    tag: 'Skills',
    summary: 'Measure a skill for a time',
    description:
      'Until then a share of the sessions that it would be served in goes without it, drawn by chance and the same for the ' +
      'whole session. Sessions of the holdout, files that an agent has, and skills with a running canary do not take part. ' +
      'Without `share` and `until` the proposed ones are taken. Where several skills are measured, a session goes without one at ' +
      'most, and half of the sessions without any. A skill that is measured already, or not served, gives 409.',
  })
    .input(measurementInSchema.extend(one.shape))
    .output(snakeCased(measurementSchema))
    .mutation(({ ctx, input }) => startMeasurement(ctx.runtime, ctx.principal, input)),

  stopMeasurement: operation({
    method: 'DELETE',
    path: PATH,
    scope: 'admin',
    tag: 'Skills',
    summary: 'End the measurement of a skill early',
    description:
      'The next recall serves the skill to all sessions. What came out so far stays. 409 where none runs.',
  })
    .input(one)
    .output(snakeCased(measurementSchema))
    .mutation(({ ctx, input }) => stopMeasurement(ctx.runtime, ctx.principal, input.skill_id)),
};
