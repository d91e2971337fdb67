/** What a credential may do, and how its tenant stands: what an operator looks at first. */
import { z } from 'zod';
import { SCOPES } from '../principal.ts';
import { CHANGESET_STATUSES } from '../skills/changesets/status.ts';

const count = (what: string) =>
  z
    .number()
    .int()
    .nullable()
    .describe(`${what}, 10,001 if more than 10,000; null without the scope \`review\``);

export const statusSchema = z
  .object({
    tenant: z.string(),
    actor: z.string().describe('As the audit log names who uses this credential'),
    scopes: z.array(z.enum(SCOPES)),
    learning_model: z.string().nullable().describe('null where nothing is learned automatically'),
    pending_changesets: count('Changesets that wait for review'),
    pending_memories: count('Memories that wait for review'),
    running_canaries: count('Canaries that run'),
    last_learning_day: z.iso
      .date()
      .nullable()
      .describe('The last UTC day on which the learning model was called for this tenant'),
    last_learned: z
      .object({
        id: z.string(),
        agent_id: z.string(),
        status: z.enum(CHANGESET_STATUSES),
        created_at: z.iso.datetime(),
      })
      .nullable()
      .describe('The latest changeset that was learned; null without one, or without the scope `review`'),
  })
  .meta({ id: 'Status' });
