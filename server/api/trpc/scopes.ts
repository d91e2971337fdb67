/**
 * Which scope each procedure of the dashboard needs, in one table. A read needs the scope of the REST
 * operation that returns the same, or `review` where there is none; decisions need `review`, settings
 * `admin`. No scope includes another. Procedures that are REST operations bring their own scope and are not
 * listed. What concerns the gateway as a whole is for its operator, whom no scope makes.
 */
import type { Scope } from '../../domain/principal.ts';
import { insightsOperations } from '../operations/agents.ts';
import { hygieneOperations, memoryOperations, profileOperations } from '../operations/memories.ts';
import type { OperationMeta } from '../operations/operation.ts';
import { rehearsalOperations } from '../operations/rehearsals.ts';
import { episodesOperations, recallOperations } from '../operations/runs.ts';
import { skillOperations } from '../operations/skills.ts';

/** The scope that an operation's REST form needs. */
function restScope({ _def }: { _def: { meta?: unknown } }): Scope | 'signed-in' {
  const scope = (_def.meta as OperationMeta | undefined)?.rest?.scope;
  if (scope === undefined) throw new Error('an operation without a scope');
  return scope;
}

type Needed = Scope | 'signed-in' | 'operator';

/** By the procedure's path; `signed-in` is open to everybody who is signed in, even without scopes. */
const SCOPES: Readonly<Record<string, Needed>> = {
  'session.me': 'signed-in',

  'agents.list': 'review',
  'overview.badges': 'review',
  // Each kind of what it finds has its own scope.
  'overview.find': 'signed-in',
  'overview.firstRun': 'review',

  'canaries.list': 'review',
  'canaries.detail': 'review',
  'canaries.episodes': 'review',
  'canaries.stop': restScope(skillOperations.rollbackSkill),

  'changesets.queue': 'review',
  'changesets.counts': 'review',
  'changesets.detail': 'review',
  'changesets.headlines': 'review',
  'changesets.texts': 'review',
  'changesets.check': 'review',
  'changesets.previewMany': 'review',
  'changesets.decide': 'review',
  'changesets.decideMany': 'review',
  'changesets.comment': 'review',
  'changesets.proposeAgain': 'review',
  'changesets.undo': 'review',

  'episodes.list': 'review',
  'episodes.detail': restScope(episodesOperations.getEpisode),
  'episodes.citedBy': 'review',
  'episodes.tasks': 'review',
  'recalls.detail': restScope(recallOperations.explainRecall),

  'insights.faults': restScope(insightsOperations.readInsights),
  'insights.read': restScope(insightsOperations.readInsights),
  'insights.library': 'review',
  'insights.lift': 'review',
  'insights.agents': 'review',
  'insights.wordings': 'review',

  'memories.list': restScope(memoryOperations.listMemories),
  'memories.byIds': restScope(memoryOperations.listMemories),
  'memories.chain': restScope(memoryOperations.listMemories),
  'memories.counts': 'review',
  'memories.decide': 'review',
  'memories.timeline': 'review',
  'memories.suggestions': restScope(hygieneOperations.listMemorySuggestions),
  'memories.suggestionCounts': restScope(hygieneOperations.listMemorySuggestions),
  'memories.decideSuggestions': restScope(hygieneOperations.applyMemorySuggestions),
  'memories.restore': restScope(hygieneOperations.restoreMemory),
  'memories.checkHygiene': 'review',
  'memories.profile': restScope(profileOperations.getProfile),

  'skills.list': restScope(skillOperations.listSkills),
  'skills.detail': restScope(skillOperations.getSkill),
  'skills.markdown': restScope(skillOperations.exportSkill),
  'skills.versions': restScope(skillOperations.listVersions),
  'skills.approvals': 'review',
  'skills.counts': 'review',
  'skills.performance': 'review',
  'skills.worth': 'review',
  'skills.evolution': 'review',
  'skills.setDeprecated': 'review',

  'audit.search': 'admin',
  'audit.actors': 'admin',
  'erasure.export': 'admin',
  'erasure.preview': 'admin',
  'jobs.failed': 'admin',
  'jobs.waiting': 'admin',
  'jobs.retry': 'admin',
  'jobs.retryAll': 'admin',
  'keys.list': 'admin',
  'rehearsals.detail': restScope(rehearsalOperations.readRehearsal),
  'rehearsals.list': restScope(rehearsalOperations.listRehearsals),
  'rehearsals.today': 'admin',
  'usage.read': 'admin',
  'webhooks.list': 'admin',
  'webhooks.deliveries': 'admin',

  'sample.enter': 'operator',
  'sample.leave': 'operator',
  'sample.remove': 'operator',
};

/** The scope that a procedure needs. Throws for one that is not in the table, so that nobody may call it. */
export function requiredScope(path: string): Needed {
  const scope = Object.hasOwn(SCOPES, path) ? SCOPES[path] : undefined;
  if (scope === undefined) throw new Error(`no scope is declared for ${path}`);
  return scope;
}
