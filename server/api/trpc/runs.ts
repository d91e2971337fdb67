/** Episodes, recalls, insights and agents: what happened, what was served, and whether it helped. */
import { z } from 'zod';
import { findThings } from '../../admin/find/index.ts';
import {
  compareAgents,
  readInsights,
  readLibrary,
  readLift,
  readSkillRates,
  readWordings,
} from '../../admin/insights/index.ts';
import { readLearningFaults } from '../../admin/model/index.ts';
import { countBadges, followFirstRun, listAgents } from '../../admin/overview/index.ts';
import { agentIdOrShared, callerKey, freeText, reference } from '../../domain/fields.ts';
import { userId } from '../../domain/memories/memory.ts';
import { OUTCOMES } from '../../domain/runs/episodes/episode.ts';
import { RecallPreviewRequest } from '../../domain/runs/recall/recall.ts';
import { previewTrust, readSources, trustTool } from '../../learning/sources/index.ts';
import { browseEpisodes, episodeTasks, inspectEpisode } from '../../runs/episodes/index.ts';
import { explainRecall, previewRecall, readServed } from '../../runs/recall/index.ts';
import { listCiting } from '../../skills/changesets/index.ts';
import { agentsOperations } from '../operations/agents.ts';
import { recallOperations } from '../operations/runs.ts';
import { agentFilter, filter, paging, procedure, router, searchText } from './fields.ts';
import { nameActors } from './name-actors.ts';

const byId = z.object({ id: reference() });

export const episodeRouter = router({
  list: procedure('review')
    .input(
      z.object({
        agentId: agentFilter(),
        outcome: filter(z.enum(OUTCOMES)),
        userId: filter(userId()),
        sessionId: filter(callerKey(256)),
        holdout: filter(z.boolean()),
        reflected: filter(z.boolean()),
        text: searchText(),
        ...paging,
      }),
    )
    .query(({ ctx, input: { cursor, limit, ...chosen } }) =>
      browseEpisodes(ctx.runtime, ctx.principal, { cursor, limit, filter: chosen }),
    ),
  detail: procedure('learn')
    .input(byId)
    .query(async ({ ctx, input }) => {
      const detail = await inspectEpisode(ctx.runtime, ctx.principal, input.id);
      const actors = detail.feedback.map(({ actor }) => actor);
      const nameOf = await nameActors(ctx, actors);
      const feedback = detail.feedback.map((said) => ({ ...said, actorName: nameOf(said.actor) }));
      return { ...detail, feedback };
    }),
  tasks: procedure('review')
    .input(z.object({ ids: z.array(reference()).max(100) }))
    .query(({ ctx, input }) => episodeTasks(ctx.runtime, ctx.principal, input.ids)),
  citedBy: procedure('review')
    .input(byId)
    .query(({ ctx, input }) => listCiting(ctx.runtime, ctx.principal, input.id)),
});

export const recallRouter = router({
  detail: procedure('learn')
    .input(byId)
    .query(async ({ ctx: { runtime, principal }, input: { id } }) => {
      const [explained, served] = await Promise.all([
        explainRecall(runtime, principal, id),
        readServed(runtime, principal, id),
      ]);
      return { ...explained, served };
    }),
  ask: recallOperations.recall,
  // It shows what recalls serve, out of their cache, which is filled from the primary.
  preview: procedure('review', 'primary')
    .input(RecallPreviewRequest)
    .query(({ ctx, input }) => previewRecall(ctx.runtime, ctx.principal, input)),
  run: recallOperations.previewRecall,
});

/** Most rules whose wordings are looked up at once. */
const MOST_RULES = 20;

export const insightRouter = router({
  faults: procedure('learn').query(({ ctx }) => readLearningFaults(ctx.runtime, ctx.principal)),
  read: procedure('learn')
    .input(z.object({ agentId: agentIdOrShared() }))
    .query(({ ctx, input }) => readInsights(ctx.runtime, ctx.principal, input.agentId)),
  library: procedure('review')
    .input(z.object({ agentId: agentIdOrShared() }))
    .query(({ ctx, input }) => readLibrary(ctx.runtime, ctx.principal, input.agentId)),
  skills: procedure('review')
    .input(z.object({ agentId: agentFilter() }))
    .query(({ ctx, input }) => readSkillRates(ctx.runtime, ctx.principal, input.agentId)),
  lift: procedure('review')
    .input(z.object({ agentId: agentFilter() }))
    .query(({ ctx, input }) => readLift(ctx.runtime, ctx.principal, input.agentId)),
  agents: procedure('review').query(({ ctx }) => compareAgents(ctx.runtime, ctx.principal)),
  wordings: procedure('review')
    .input(z.object({ ruleIds: z.array(reference()).min(1).max(MOST_RULES) }))
    .query(({ ctx, input }) => readWordings(ctx.runtime, ctx.principal, input.ruleIds)),
});

const ofTool = { agentId: agentIdOrShared(), tool: freeText().trim().min(1).max(200) };

export const agentRouter = router({
  list: procedure('review').query(({ ctx }) => listAgents(ctx.runtime, ctx.principal)),
  sources: procedure('review')
    .input(z.object({ agentId: agentIdOrShared() }))
    .query(({ ctx, input }) => readSources(ctx.runtime, ctx.principal, input.agentId)),
  changeSources: agentsOperations.changeSources,
  previewTrust: procedure('review')
    .input(z.object(ofTool))
    .query(({ ctx, input }) => previewTrust(ctx.runtime, ctx.principal, input)),
  trustTool: procedure('admin')
    .input(z.object({ ...ofTool, trusted: z.boolean() }))
    .mutation(({ ctx, input }) => trustTool(ctx.runtime, ctx.principal, input)),
});

export const overviewRouter = router({
  badges: procedure('review').query(({ ctx }) => countBadges(ctx.runtime, ctx.principal)),
  firstRun: procedure('review').query(({ ctx }) => followFirstRun(ctx.runtime, ctx.principal)),
  /** What has some words, of every kind that the caller's scopes open. */
  find: procedure('signed-in')
    .input(z.object({ text: freeText().max(200), limit: z.number().int().min(1).max(20).default(5) }))
    .query(({ ctx, input }) => findThings(ctx.runtime, ctx.principal, input)),
});
