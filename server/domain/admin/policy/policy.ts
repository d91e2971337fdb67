/** A tenant's policy as the interface shows and takes it. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { policyChangesSchema, policyFields, policySettingsSchema } from '../rehearsal/settings.ts';

const VERSION_MAX = 2_147_483_647;
const version = () => z.number().int().min(0).max(VERSION_MAX);

const ownSettings = () =>
  policyChangesSchema.meta({ description: 'The settings that the tenant has values of its own for' });

export const policySchema = z
  .object({
    version: version().meta({ description: '0 where the tenant never had values of its own' }),
    own: ownSettings(),
    settings: policySettingsSchema.meta({ description: 'What holds in the tenant' }),
    installation: policySettingsSchema.meta({
      description: 'What the variables of the installation say: the defaults, and bounds of safety settings',
    }),
    changed_by: z.string().nullable(),
    changed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Policy' });
export type Policy = CamelCased<typeof policySchema>;

export const policyVersionSchema = z
  .object({ version: version(), own: ownSettings(), changed_by: z.string(), changed_at: z.iso.datetime() })
  .meta({ id: 'PolicyVersion' });

type Fields = typeof policyFields;
/** Each setting may be null: then it is the installation's. */
const nullishFields = Object.fromEntries(
  Object.entries(policyFields).map(([name, field]) => [name, field.nullish()]),
) as unknown as { [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>> };

export const policyInSchema = z
  .object({
    settings: z
      .object(nullishFields)
      .meta({ description: 'All values of its own; what is null or left out is the installation’s' }),
    version: version().nullish().meta({
      description:
        'The version that was read; another one gives 409. Without it, whatever holds now is replaced',
    }),
  })
  .meta({ id: 'PolicyIn' });
export type PolicyIn = z.output<typeof policyInSchema>;
