/** Skills over REST: write, import, read, export, pin, roll back. */
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import { agentIdOrShared, DEFAULT_AGENT, reference } from '../../domain/fields.ts';
import { CHANGESET_STATUSES } from '../../domain/skills/changesets/status.ts';
import { skillSchema, skillVersionSchema } from '../../domain/skills/skill.ts';
import {
  pinInSchema,
  rollbackInSchema,
  skillImportSchema,
  skillInSchema,
} from '../../domain/skills/skill-input.ts';
import { startEvolution } from '../../learning/evolution/index.ts';
import {
  authorSkill,
  exportSkill,
  getSkill,
  importSkill,
  listSkills,
  listVersions,
  pinSkill,
  rollbackSkill,
} from '../../skills/index.ts';
import { cursor, operation, PAGES, pageSchema } from './operation.ts';

const TAG = 'Skills';
/** Most skills of one page. */
const SKILL_LIST_MAX = 5000;
const version = () => z.number().int().min(1).max(2_147_483_647);

const agent = () =>
  agentIdOrShared()
    .default(DEFAULT_AGENT)
    .describe('The agent whose skills are meant; `*` is the shared namespace');

const skillReference = {
  ref: reference().describe(
    'An id, of any agent of the tenant; or a name: the own skill of `agent_id`, else the shared one',
  ),
  agent_id: agent(),
};

const skillId = () => reference().describe("The skill's id");

const writtenSkill = z
  .object({
    skill_id: z.string().nullable().describe('null while the changeset is pending'),
    name: z.string(),
    version: version().nullable().describe('null while the changeset is pending'),
    changeset_id: z.string().nullable().describe('null where the skill already is as it was sent'),
    status: z.enum(CHANGESET_STATUSES).describe('`applied`, or `pending` where the safety scan held it'),
    safety_findings: z
      .array(z.string())
      .describe(
        '`secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice, such as ' +
          '`lint:missing-file:<path>` for a file that the document refers to and that an import does not bring',
      ),
    changes: z
      .array(z.string())
      .describe('How an imported document was changed, such as a name that was made valid; a sentence each'),
    reason: z.string().optional().describe('Why the change is held; absent where it is not'),
  })
  .meta({ id: 'SkillWritten' });

const WRITING =
  'The change becomes a changeset: applied at once as a new version at any risk, or held as `pending` for a ' +
  'reviewer where the safety scan has findings. Lint findings never hold a change. Rules whose section and text are unchanged ' +
  'keep their ids and counters. A skill that already is exactly so is left alone: the reply then has status `applied`, ' +
  'its current version and no changeset. An archived or stale skill becomes active again with the change.';

const writeOperations = {
  authorSkill: operation({
    method: 'POST',
    path: '/v1/skills',
    scope: 'review',
    agents: 'named',
    tag: TAG,
    summary: 'Create a skill, or replace the one of that agent and name',
    description: WRITING,
  })
    .input(skillInSchema)
    .output(writtenSkill)
    .mutation(({ ctx, input }) => authorSkill(ctx.runtime, ctx.principal, input)),

  importSkill: operation({
    method: 'POST',
    path: '/v1/skills/import',
    scope: 'review',
    agents: 'named',
    tag: TAG,
    summary: 'Create or replace a skill from a SKILL.md',
    description:
      `${WRITING} A document that cannot be imported gives 422 with \`loc\` \`["body", "markdown"]\` and messages that ` +
      'say what to change. A name that is no skill name is made one (`metadata.name` keeps the original), a missing ' +
      'description is the first sentence of the text, front matter may be YAML, TOML or JSON and may stand below other ' +
      'lines: `changes` lists what was changed. The front matter is the whole truth: tags that it does not have are removed. Fields of it that ' +
      'the service does not use are kept for the next export, and so is the document itself: what is not edited is ' +
      'exported and served as its author wrote it.',
  })
    .input(skillImportSchema)
    .output(writtenSkill)
    .mutation(({ ctx, input }) => importSkill(ctx.runtime, ctx.principal, input)),
};

const readOperations = {
  listSkills: operation({
    method: 'GET',
    path: '/v1/skills',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: "The agent's own and the shared skills",
    description:
      'Of every status, with their active rules, ordered by name (as code units). Of two with the same name the ' +
      `agent's own comes before the shared one, which it hides from recall and from references by name. ${PAGES}`,
    paged: true,
  })
    .input(
      z.object({
        agent_id: agent(),
        limit: z.number().int().min(1).max(SKILL_LIST_MAX).default(SKILL_LIST_MAX),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(skillSchema))
    .query(({ ctx, input: { agent_id: agentId, limit, cursor = null } }) =>
      listSkills(ctx.runtime, ctx.principal, { agentId, limit, cursor }),
    ),

  getSkill: operation({
    method: 'GET',
    path: '/v1/skills/{ref}',
    scope: 'learn',
    agents: { skill: 'ref' },
    tag: TAG,
    summary: 'One skill, by id or name',
  })
    .input(
      z.object({
        ...skillReference,
        include_removed: z.boolean().default(false).describe('Also the removed rules, after the active ones'),
      }),
    )
    .output(snakeCased(skillSchema))
    .query(({ ctx, input }) =>
      getSkill(ctx.runtime, ctx.principal, {
        ref: input.ref,
        agentId: input.agent_id,
        includeRemoved: input.include_removed,
      }),
    ),

  exportSkill: operation({
    method: 'GET',
    path: '/v1/skills/{ref}/SKILL.md',
    scope: 'learn',
    agents: { skill: 'ref' },
    tag: TAG,
    summary: 'One skill as a SKILL.md',
    description:
      'Importing the document again gives the same rules. Of an imported skill, what was not edited is as it was imported.',
    produces: 'text/markdown',
  })
    .input(z.object(skillReference))
    .output(z.string())
    .query(({ ctx, input }) =>
      exportSkill(ctx.runtime, ctx.principal, { ref: input.ref, agentId: input.agent_id }),
    ),

  listVersions: operation({
    method: 'GET',
    path: '/v1/skills/{ref}/versions',
    scope: 'learn',
    agents: { skill: 'ref' },
    tag: TAG,
    summary: "A skill's versions, newest first",
    description: `${PAGES} For older ones the lowest version number of a page as \`before\` does as well.`,
    paged: true,
  })
    .input(
      z.object({
        ...skillReference,
        limit: z.number().int().min(1).max(1000).default(100),
        before: version().optional().describe('Only versions below this number'),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(skillVersionSchema))
    .query(({ ctx, input }) => {
      const { ref, agent_id: agentId, limit, before = null, cursor = null } = input;
      return listVersions(ctx.runtime, ctx.principal, { ref, agentId, limit, before, cursor });
    }),
};

const governOperations = {
  rollbackSkill: operation({
    method: 'POST',
    path: '/v1/skills/{skill_id}/rollback',
    scope: 'review',
    agents: { skill: 'skill_id' },
    tag: TAG,
    summary: 'Go back to an earlier version',
    description:
      'Description, tags and rules of that version become a new version with source `rollback:v<N>`; history is never ' +
      'rewritten. Rules that come back keep their ids, and all counters stay as they are. Pending changesets stay ' +
      'pending and fail when approved. An archived or stale skill becomes active again. An unknown version gives 404.',
  })
    .input(rollbackInSchema.extend({ skill_id: skillId() }))
    .output(z.object({ skill_id: z.string(), version: version() }).meta({ id: 'SkillRolledBack' }))
    .mutation(({ ctx, input }) =>
      rollbackSkill(ctx.runtime, ctx.principal, { skillId: input.skill_id, version: input.version }),
    ),

  pinSkill: operation({
    method: 'POST',
    path: '/v1/skills/{skill_id}/pin',
    scope: 'review',
    agents: { skill: 'skill_id' },
    tag: TAG,
    summary: 'Exempt a skill from becoming stale or archived, or no longer',
    description: 'A pin does not freeze the content.',
  })
    .input(pinInSchema.extend({ skill_id: skillId() }))
    .output(z.object({ skill_id: z.string(), pinned: z.boolean() }).meta({ id: 'SkillPinned' }))
    .mutation(({ ctx, input }) =>
      pinSkill(ctx.runtime, ctx.principal, { skillId: input.skill_id, pinned: input.pinned }),
    ),

  evolveSkill: operation({
    method: 'POST',
    path: '/v1/skills/{skill_id}/evolve',
    scope: 'review',
    agents: { skill: 'skill_id' },
    tag: TAG,
    summary: 'Ask for a better wording of a skill',
    description:
      'Queues a job that tries changes on recent runs and proposes the best one if it beats the skill as it is. Where no ' +
      'learning model is configured, the skill is shared, or an evolution of it waits for a decision, the status is ' +
      '`skipped` and `reason` says why.',
  })
    .input(z.object({ skill_id: skillId() }))
    .output(
      z
        .object({
          skill_id: z.string(),
          status: z.enum(['queued', 'skipped']),
          reason: z.string().optional(),
        })
        .meta({ id: 'SkillEvolution' }),
    )
    .mutation(({ ctx, input }) => startEvolution(ctx.runtime, ctx.principal, input.skill_id)),
};

export const skillOperations = { ...writeOperations, ...readOperations, ...governOperations };
