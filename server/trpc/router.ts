/**
 * Everything the dashboard can ask, by noun. What REST has too is the very same procedure, with its scope, schemas and
 * use case; beside it stand the lists, counts and previews that only a dashboard needs.
 */
import { agentsOperations } from '../operations/agents.ts';
import { askOperations } from '../operations/ask.ts';
import { episodesOperations } from '../operations/episodes.ts';
import { erasureOperations } from '../operations/erasure.ts';
import { feedbackOperations } from '../operations/feedback.ts';
import { insightsOperations } from '../operations/insights.ts';
import { keyOperations } from '../operations/keys.ts';
import { memoryOperations } from '../operations/memories.ts';
import { profileOperations } from '../operations/profiles.ts';
import { recallOperations } from '../operations/recall.ts';
import { skillOperations } from '../operations/skills.ts';
import { changesetRouter } from './changesets.ts';
import { router } from './procedure.ts';
import { sessionProcedures } from './session.ts';

export const dashboardRouter = router({
  session: router(sessionProcedures),
  agents: router({
    reflect: agentsOperations.reflect,
    curate: agentsOperations.curate,
    replay: agentsOperations.replay,
  }),
  ask: router({ ask: askOperations.ask }),
  changesets: changesetRouter,
  episodes: router({ get: episodesOperations.getEpisode, feedback: feedbackOperations.giveFeedback }),
  erasure: router({ erase: erasureOperations.eraseUser }),
  insights: router({ read: insightsOperations.readInsights }),
  keys: router({ create: keyOperations.createKey, revoke: keyOperations.revokeKey }),
  memories: router({
    add: memoryOperations.addMemory,
    approve: memoryOperations.approveMemory,
    remove: memoryOperations.deleteMemory,
  }),
  profiles: router({ get: profileOperations.getProfile }),
  recalls: router({ get: recallOperations.explainRecall }),
  skills: router({
    author: skillOperations.authorSkill,
    importMarkdown: skillOperations.importSkill,
    get: skillOperations.getSkill,
    markdown: skillOperations.exportSkill,
    rollback: skillOperations.rollbackSkill,
    pin: skillOperations.pinSkill,
    evolve: skillOperations.evolveSkill,
  }),
});

export type DashboardRouter = typeof dashboardRouter;
