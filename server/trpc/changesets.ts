/** The review queue and what a reviewer does with it. */
import { z } from 'zod';
import {
  checkAmendment,
  commentChangeset,
  FINDING_KINDS,
  listQueue,
  QUEUE_ORDERS,
  QUEUE_TABS,
  readDetail,
  summarizeQueue,
} from '../changesets/index.ts';
import { CHANGESET_SOURCES } from '../domain/changesets/changeset.ts';
import { opsInSchema } from '../domain/changesets/ops.ts';
import { RISKS } from '../domain/changesets/risk.ts';
import { agentIdOrShared, freeText, reference } from '../domain/fields.ts';
import { changesetOperations } from '../operations/changesets.ts';
import { agentFilter, filter, moment, paging, searchText } from './fields.ts';
import { reader, reviewer, router } from './procedure.ts';

const filters = {
  agentId: agentFilter(),
  source: filter(z.enum(CHANGESET_SOURCES)),
  risk: filter(z.enum(RISKS)),
  finding: filter(z.enum(FINDING_KINDS)),
  skillId: filter(reference()),
  text: searchText(),
};

export const changesetRouter = router({
  get: changesetOperations.getChangeset,
  queue: reader
    .input(
      z.object({
        tab: z.enum(QUEUE_TABS).default('pending'),
        order: filter(z.enum(QUEUE_ORDERS)),
        ...filters,
        ...paging,
      }),
    )
    .query(({ ctx, input: { tab, order, cursor, limit, ...chosen } }) =>
      listQueue(ctx.runtime, ctx.principal, { tab, order, cursor, limit, filter: chosen }),
    ),
  counts: reader
    .input(z.object({ ...filters, since: moment() }))
    .query(({ ctx, input: { since, ...chosen } }) =>
      summarizeQueue(ctx.runtime, ctx.principal, { filter: chosen, since }),
    ),
  detail: reader
    .input(z.object({ id: reference() }))
    .query(({ ctx, input }) => readDetail(ctx.runtime, ctx.principal, input.id)),
  /** Live lint and scan while a reviewer or an author writes. */
  check: reader
    .input(z.object({ agentId: agentIdOrShared(), ops: opsInSchema }))
    .query(({ ctx, input }) => checkAmendment(ctx.runtime, ctx.principal, input)),
  amend: changesetOperations.amendChangeset,
  comment: reviewer
    .input(z.object({ id: reference(), text: freeText().trim().min(1).max(4000) }))
    .mutation(({ ctx, input }) => commentChangeset(ctx.runtime, ctx.principal, input)),
});
