/** The review queue and what a reviewer does with it. */
import { z } from 'zod';
import { actorNames } from '../../admin/keys/index.ts';
import { agentIdOrShared, freeText, reference } from '../../domain/fields.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { RISKS } from '../../domain/skills/changesets/approval-policy.ts';
import { CHANGESET_SOURCES } from '../../domain/skills/changesets/changeset.ts';
import { opsInSchema } from '../../domain/skills/changesets/ops.ts';
import { sourceRefSchema } from '../../domain/trust/because.ts';
import { parseSourceRef } from '../../domain/trust/source-names.ts';
import { readPassages } from '../../learning/reflection/index.ts';
import { listCanaries, listCanaryEpisodes, readCanary } from '../../skills/canary/index.ts';
import {
  checkAmendment,
  compareTexts,
  countBySource,
  FINDING_KINDS,
  headlinesById,
  listQueue,
  previewMany,
  proposeAgain,
  QUEUE_ORDERS,
  QUEUE_TABS,
  readDetail,
  reviewChangeset,
  reviewMany,
  summarizeQueue,
  undoDecisions,
} from '../../skills/changesets/index.ts';
import { stopCanary } from '../../skills/index.ts';
import { changesetOperations } from '../operations/changesets.ts';
import { agentFilter, filter, moment, paging, procedure, router, searchText } from './fields.ts';
import { nameActors } from './name-actors.ts';

/** Most changesets that are decided in one call. */
const MOST_AT_ONCE = 100;

/** The `expect` of the preview that was on screen. */
const promise = filter(z.string().max(4000));

const filters = {
  agentId: agentFilter(),
  source: filter(z.enum(CHANGESET_SOURCES)),
  learnedFrom: filter(sourceRefSchema()).transform((ref) => (ref === null ? null : parseSourceRef(ref))),
  risk: filter(z.enum(RISKS)),
  finding: filter(z.enum(FINDING_KINDS)),
  skillId: filter(reference()),
  text: searchText(),
};

export const changesetRouter = router({
  queue: procedure('review')
    .input(
      z.object({
        tab: z.enum(QUEUE_TABS).default('pending'),
        order: filter(z.enum(QUEUE_ORDERS)),
        ...filters,
        ...paging,
      }),
    )
    .query(async ({ ctx, input: { tab, order, cursor, limit, ...filter } }) => {
      const page = await listQueue(ctx.runtime, ctx.principal, { tab, order, cursor, limit, filter });
      const nameOf = await nameActors(
        ctx,
        page.items.map(({ reviewer }) => reviewer),
      );
      const items = page.items.map((item) => ({ ...item, reviewerName: nameOf(item.reviewer) }));
      return { ...page, items };
    }),
  counts: procedure('review')
    .input(z.object({ ...filters, since: moment() }))
    .query(({ ctx, input: { since, ...filter } }) =>
      summarizeQueue(ctx.runtime, ctx.principal, { filter, since }),
    ),
  detail: procedure('review')
    .input(z.object({ id: reference() }))
    .query(async ({ ctx: { runtime, principal }, input }) => {
      const detail = await readDetail(runtime, principal, input.id);
      const { activity, proposedBy, changeset } = detail;
      const actors = [...activity.map(({ actor }) => actor), proposedBy, changeset.reviewer ?? []].flat();
      const names = await actorNames(runtime, principal.tenant, actors);
      return { ...detail, actorNames: Object.fromEntries(names) };
    }),
  /** What untrusted texts the model had before it when it proposed it. */
  passages: procedure('review')
    .input(z.object({ id: reference() }))
    .query(({ ctx, input }) => readPassages(ctx.runtime, ctx.principal, input.id)),
  waitingBySource: procedure('review')
    .input(z.object({ agentId: agentFilter() }))
    .query(({ ctx, input }) => countBySource(ctx.runtime, ctx.principal, input)),
  headlines: procedure('review')
    .input(z.object({ ids: z.array(reference()).max(MOST_AT_ONCE) }))
    .query(({ ctx, input }) => headlinesById(ctx.runtime, ctx.principal, input.ids)),
  /** What agents read before and after; sizes are the texts' lengths. */
  texts: procedure('review')
    .input(z.object({ id: reference() }))
    .query(({ ctx, input }) => compareTexts(ctx.runtime, ctx.principal, input.id)),
  /** Decides as the button promised, or refuses. */
  decide: procedure('review')
    .input(
      z.object({
        id: reference(),
        approve: z.boolean(),
        comment: freeText().max(4000).nullish(),
        skipCanary: z.boolean().default(false),
        expect: promise,
      }),
    )
    .mutation(({ ctx, input: { comment = null, ...review } }) =>
      reviewChangeset(ctx.runtime, ctx.principal, { ...review, comment }),
    ),
  previewMany: procedure('review')
    .input(z.object({ ids: z.array(reference()).min(1).max(MOST_AT_ONCE) }))
    .query(({ ctx, input }) => previewMany(ctx.runtime, ctx.principal, input.ids)),
  decideMany: procedure('review')
    .input(
      z.object({
        decisions: z
          .array(z.object({ id: reference(), expect: promise }))
          .min(1)
          .max(MOST_AT_ONCE),
        approve: z.boolean(),
        comment: freeText().max(4000).nullish(),
      }),
    )
    .mutation(({ ctx, input: { comment = null, ...many } }) =>
      reviewMany(ctx.runtime, ctx.principal, { ...many, comment }),
    ),
  /** Takes decisions back that have not taken effect, each with an answer of its own. */
  undo: procedure('review')
    .input(z.object({ ids: z.array(reference()).min(1).max(MOST_AT_ONCE) }))
    .mutation(({ ctx, input }) => undoDecisions(ctx.runtime, ctx.principal, input.ids)),
  /** Live lint and scan while a reviewer or an author writes. */
  check: procedure('review')
    .input(z.object({ agentId: agentIdOrShared(), ops: opsInSchema }))
    .query(({ ctx, input }) => checkAmendment(ctx.runtime, ctx.principal, input)),
  amend: changesetOperations.amendChangeset,
  proposeAgain: procedure('review')
    .input(z.object({ id: reference(), expect: promise }))
    .mutation(({ ctx, input }) => proposeAgain(ctx.runtime, ctx.principal, input)),
  comment: changesetOperations.commentChangeset,
});

const ARMS = ['incumbent', 'candidate'] as const satisfies readonly Arm[];

export const canaryRouter = router({
  list: procedure('review')
    .input(z.object({ agentId: agentFilter(), state: filter(z.enum(['running', 'ended'])), ...paging }))
    .query(({ ctx, input }) => listCanaries(ctx.runtime, ctx.principal, input)),
  detail: procedure('review')
    .input(z.object({ id: reference() }))
    .query(async ({ ctx: { runtime, principal }, input }) => {
      const canary = await readCanary(runtime, principal, input.id);
      const reviewers = [...canary.queued, ...canary.stale].flatMap(({ reviewer }) => reviewer ?? []);
      const names = await actorNames(runtime, principal.tenant, reviewers);
      return { ...canary, actorNames: Object.fromEntries(names) };
    }),
  episodes: procedure('review')
    .input(z.object({ id: reference(), arm: filter(z.enum(ARMS)), ...paging }))
    .query(({ ctx, input }) => listCanaryEpisodes(ctx.runtime, ctx.principal, input)),
  stop: procedure('review')
    .input(z.object({ id: reference() }))
    .mutation(({ ctx, input }) => stopCanary(ctx.runtime, ctx.principal, input.id)),
});
