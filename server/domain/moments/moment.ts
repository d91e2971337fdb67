/** A moment: a call of a tool that is about to be made, which rules of an earlier recall may apply to. */
import { z } from 'zod';
import { freeText, reference } from '../fields.ts';
import { toolCallSchema } from '../runs/episodes/episode.ts';
import { conditionsSchema } from './applies-when.ts';

/** The call, and the error before it. */
export const MomentIn = z
  .object({
    recall_id: reference().describe('The recall whose `triggers` name a rule that may apply'),
    tool: toolCallSchema.pick({ name: true, arguments: true }).meta({ id: 'MomentTool' }),
    last_error: freeText().nullish().describe('The error of the call before, where it failed'),
  })
  .meta({ id: 'MomentIn' });
export type MomentIn = z.output<typeof MomentIn>;

/** When a served rule applies. */
export const TriggerRef = z
  .object({ rule_id: z.string(), skill_id: z.string(), applies_when: conditionsSchema, blocks: z.boolean() })
  .meta({ id: 'TriggerRef' });
export type TriggerRef = z.output<typeof TriggerRef>;

/** What was shown before a call of a tool. */
export const RecalledMoment = z
  .object({
    moment_id: z.string(),
    tool: z.string(),
    rules: z.array(z.string()).describe('Ids of the rules that applied'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'RecalledMoment' });
