/**
 * Who may call what over the dashboard's door, in one table. A read needs the scope of the REST operation that tells the same,
 * and `review` where there is none; decisions need `review`, settings `admin`. Scopes include nothing of one another. Procedures that
 * are REST operations themselves bring their own scope and do not stand here.
 */
import type { Scope } from '../../domain/principal.ts';
import { insightsOperations } from '../operations/agents.ts';
import { memoryOperations, profileOperations } from '../operations/memories.ts';
import type { OperationMeta } from '../operations/operation.ts';
import { episodesOperations, recallOperations } from '../operations/runs.ts';
import { skillOperations } from '../operations/skills.ts';

/** The scope that an operation's REST form needs. */
function asIn({ _def }: { _def: { meta?: unknown } }): Scope {
  const scope = (_def.meta as OperationMeta | undefined)?.rest?.scope;
  if (scope === undefined) throw new Error('an operation without a scope');
  return scope;
}

/** By the procedure's path; `signed-in` is open to whoever is signed in, with or without scopes. */
const SCOPES: Readonly<Record<string, Scope | 'signed-in'>> = {
  'session.me': 'signed-in',

  'agents.list': 'review',
  'overview.badges': 'review',
  'overview.firstRun': 'review',

  'canaries.list': 'review',
  'canaries.detail': 'review',
  'canaries.episodes': 'review',

  'changesets.queue': 'review',
  'changesets.counts': 'review',
  'changesets.detail': 'review',
  'changesets.texts': 'review',
  'changesets.check': 'review',
  'changesets.previewMany': 'review',
  'changesets.decide': 'review',
  'changesets.decideMany': 'review',
  'changesets.comment': 'review',

  'episodes.list': 'review',
  'episodes.detail': asIn(episodesOperations.getEpisode),
  'episodes.citedBy': 'review',
  'recalls.detail': asIn(recallOperations.explainRecall),

  'insights.read': asIn(insightsOperations.readInsights),
  'insights.library': 'review',

  'memories.list': asIn(memoryOperations.listMemories),
  'memories.byIds': asIn(memoryOperations.listMemories),
  'memories.chain': asIn(memoryOperations.listMemories),
  'memories.counts': 'review',
  'memories.timeline': 'review',
  'memories.profile': asIn(profileOperations.getProfile),

  'skills.list': asIn(skillOperations.listSkills),
  'skills.detail': asIn(skillOperations.getSkill),
  'skills.markdown': asIn(skillOperations.exportSkill),
  'skills.versions': asIn(skillOperations.listVersions),
  'skills.counts': 'review',
  'skills.performance': 'review',
  'skills.evolution': 'review',
  'skills.setDeprecated': 'review',

  'audit.search': 'admin',
  'audit.actors': 'admin',
  'erasure.preview': 'admin',
  'jobs.failed': 'admin',
  'jobs.waiting': 'admin',
  'jobs.retry': 'admin',
  'jobs.retryAll': 'admin',
  'keys.list': 'admin',
  'usage.read': 'admin',
};

/** The scope that a procedure needs. One that nobody decided on is open to nobody. */
export function scopeOf(path: string): Scope | 'signed-in' {
  const scope = Object.hasOwn(SCOPES, path) ? SCOPES[path] : undefined;
  if (scope === undefined) throw new Error(`no scope is declared for ${path}`);
  return scope;
}
