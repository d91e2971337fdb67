/** The review queue and what a reviewer does with it. */
import { z } from 'zod';
import { FINDING_KINDS, listQueue, QUEUE_ORDERS, QUEUE_TABS, summarizeQueue } from '../changesets/index.ts';
import { CHANGESET_SOURCES } from '../domain/changesets/changeset.ts';
import { RISKS } from '../domain/changesets/risk.ts';
import { reference } from '../domain/fields.ts';
import { changesetOperations } from '../operations/changesets.ts';
import { agentFilter, filter, moment, paging, searchText } from './fields.ts';
import { reader, router } from './procedure.ts';

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
});
