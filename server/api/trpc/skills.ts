/** Skills: browsed, read, compared, and governed. */
import { z } from 'zod';
import { readMeasurement } from '../../admin/insights/index.ts';
import { freeText, reference, SHARED_AGENT } from '../../domain/fields.ts';
import { SKILL_STATUSES } from '../../domain/skills/skill.ts';
import { previewEvolution } from '../../learning/evolution/index.ts';
import {
  browseSkills,
  countSkills,
  deprecateSkill,
  exportSkill,
  inspectSkill,
  listVersions,
  performanceOf,
  readApprovals,
  SKILL_ORDERS,
} from '../../skills/index.ts';
import { measurementOperations } from '../operations/measurements.ts';
import { skillOperations } from '../operations/skills.ts';
import { agentFilter, filter, paging, procedure, router, searchText } from './fields.ts';
import { nameActors } from './name-actors.ts';

const filters = {
  agentId: agentFilter(),
  status: filter(z.enum(SKILL_STATUSES)),
  tag: filter(freeText().max(200)),
  pinned: filter(z.boolean()),
  text: searchText(),
};
const byId = z.object({ id: reference() });

/** An id finds a skill of any agent; names are not looked up here. */
const referring = (id: string) => ({ ref: id, agentId: SHARED_AGENT });

export const skillRouter = router({
  list: procedure('learn')
    .input(z.object({ ...filters, order: z.enum(SKILL_ORDERS).default('name'), ...paging }))
    .query(({ ctx, input: { order, cursor, limit, ...chosen } }) =>
      browseSkills(ctx.runtime, ctx.principal, { order, cursor, limit, filter: chosen }),
    ),
  counts: procedure('review')
    .input(z.object(filters))
    .query(({ ctx, input }) => countSkills(ctx.runtime, ctx.principal, input)),
  detail: procedure('learn')
    .input(byId)
    .query(({ ctx, input }) => inspectSkill(ctx.runtime, ctx.principal, input.id)),
  markdown: procedure('learn')
    .input(byId)
    .query(({ ctx, input }) => exportSkill(ctx.runtime, ctx.principal, referring(input.id))),
  versions: procedure('learn')
    .input(
      byId.extend({
        limit: z.number().int().min(1).max(200).default(50),
        before: filter(z.number().int().min(1).max(2_147_483_647)),
      }),
    )
    .query(async ({ ctx, input: { id, limit, before } }) => {
      const page = await listVersions(ctx.runtime, ctx.principal, { ...referring(id), limit, before });
      const authors = page.items.map(({ createdBy }) => createdBy);
      const nameOf = await nameActors(ctx, authors);
      return page.items.map((version) => ({ ...version, createdByName: nameOf(version.createdBy) }));
    }),
  /** Who approved its versions and the wording of its rules, why and when. */
  approvals: procedure('review')
    .input(byId)
    .query(async ({ ctx, input }) => {
      const { versions, rules } = await readApprovals(ctx.runtime, ctx.principal, referring(input.id));
      const nameOf = await nameActors(
        ctx,
        versions.map(({ by }) => by),
      );
      return { versions: versions.map((one) => ({ ...one, byName: nameOf(one.by) })), rules };
    }),
  performance: procedure('review')
    .input(byId)
    .query(({ ctx, input }) => performanceOf(ctx.runtime, ctx.principal, input.id)),
  /** How it is measured, with its lift, by sessions that went without it. */
  measurement: procedure('review')
    .input(byId)
    .query(({ ctx, input }) => readMeasurement(ctx.runtime, ctx.principal, input.id)),
  measure: measurementOperations.setMeasurement,
  /** What the evolve button says before it is pressed. */
  evolution: procedure('review')
    .input(byId)
    .query(({ ctx, input }) => previewEvolution(ctx.runtime, ctx.principal, input.id)),
  setDeprecated: procedure('review')
    .input(byId.extend({ deprecated: z.boolean() }))
    .mutation(({ ctx, input }) => deprecateSkill(ctx.runtime, ctx.principal, input)),
  author: skillOperations.authorSkill,
  importMarkdown: skillOperations.importSkill,
  rollback: skillOperations.rollbackSkill,
  pin: skillOperations.pinSkill,
  evolve: skillOperations.evolveSkill,
});
