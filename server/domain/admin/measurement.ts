/** The measurement of one skill as the interface shows and takes it: for a time a share of the sessions goes without it. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { MEASURED_SHARE } from '../measurement/measure-skill.ts';
import type { SkillLift } from '../measurement/show-skill-lift.ts';
import type { MomentLift } from '../moments/moment-lift.ts';
import { momentLiftSchema, skillLiftSchema } from './insights.ts';

const share = () => z.number().min(0).max(1);
const amount = () => z.number().min(0);

export const measurementSchema = z
  .object({
    skill_id: z.string(),
    state: z.enum(['never', 'running', 'ended']),
    share: share()
      .nullable()
      .meta({ description: 'Of the sessions it is served in, those that go without it' }),
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable().meta({ description: 'When it ends, or ended' }),
    traffic: z
      .object({ sessions: amount(), days: amount(), success: share() })
      .nullable()
      .meta({ description: 'Sessions of the skill with a rated run in the last 14 days; null without any' }),
    proposed: z
      .object({
        share: share(),
        until: z.iso.datetime(),
        sessions: amount()
          .nullable()
          .meta({ description: 'Sessions of the skill until then, at present traffic' }),
        without: amount().nullable().meta({ description: 'Those of them that would go without it' }),
        findable: share().nullable().meta({
          description:
            'The smallest difference in success that would show; null where there is too little traffic',
        }),
      })
      .meta({ description: 'What a start without `share` and `until` takes' }),
    lift: skillLiftSchema
      .nullable()
      .meta({ description: 'What came out so far; null where it never was measured' }),
    moment_lift: momentLiftSchema,
  })
  .meta({ id: 'SkillMeasurement' });
export type Measurement = Omit<CamelCased<typeof measurementSchema>, 'lift' | 'momentLift'> & {
  lift: SkillLift | null;
  momentLift: MomentLift | null;
};

export const measurementInSchema = z
  .object({
    share: z.number().min(MEASURED_SHARE.least).max(MEASURED_SHARE.most).nullish(),
    until: z.iso.datetime({ offset: true }).nullish().meta({ description: '1 to 90 days from now' }),
  })
  .meta({ id: 'SkillMeasurementIn' });
export type MeasurementIn = z.output<typeof measurementInSchema>;
