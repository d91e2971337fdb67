/**
 * The jobs that new episodes call for: reflection where one triggers it, curation every so many episodes of
 * an agent. They are enqueued in the transaction that adds the episodes, so that neither is there without the
 * other.
 */
import { episodeTriggersReflection } from '../../domain/runs/episodes/reflection-trigger.ts';
import type { NewJob } from '../../jobs/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { EpisodeDraft } from './draft-episode.ts';

/** What new episodes call for; `scheduled` are the ids of those that trigger reflection. */
interface DueJobs {
  scheduled: ReadonlySet<string>;
  jobs: NewJob[];
}

/** What `fresh` calls for, given how many episodes their agents have recorded with all of them. */
export function dueJobs(
  { config }: Runtime,
  tenant: string,
  fresh: readonly EpisodeDraft[],
  totals: ReadonlyMap<string, number>,
): DueJobs {
  const { learning } = config;
  const scheduled = new Set<string>();
  const due = { reflect: new Set<string>(), curate: new Set<string>() };
  const ordinals = new Map(totals);
  // From the last one back: the total is the last one's number.
  for (const { row, outcome, toolCalls } of fresh.toReversed()) {
    const ordinal = ordinals.get(row.agentId) ?? 0;
    ordinals.set(row.agentId, ordinal - 1);
    if (ordinal % learning.curateEveryEpisodes === 0) due.curate.add(row.agentId);
    if (!episodeTriggersReflection(learning, { outcome, toolCalls, ordinal })) continue;
    scheduled.add(row.id);
    due.reflect.add(row.agentId);
  }
  const delayMs = learning.reflectDebounceSeconds * 1000;
  const reflections = [...due.reflect].map(
    (agentId): NewJob => ({ kind: 'reflect', tenant, agentId, delayMs }),
  );
  const curations = [...due.curate].map((agentId): NewJob => ({ kind: 'curate', tenant, agentId }));
  return { scheduled, jobs: [...reflections, ...curations] };
}

/**
 * What a completed episode calls for: it may only now be seen to have failed, or to have called many tools.
 */
export function jobsOfCompletion(
  { config }: Runtime,
  tenant: string,
  { row, outcome, toolCalls }: EpisodeDraft,
): NewJob[] {
  const { learning } = config;
  // Its number was counted when it was recorded.
  const rule = { ...learning, reflectEveryEpisodes: Number.POSITIVE_INFINITY };
  if (!episodeTriggersReflection(rule, { outcome, toolCalls, ordinal: 1 })) return [];
  const delayMs = learning.reflectDebounceSeconds * 1000;
  return [{ kind: 'reflect', tenant, agentId: row.agentId, delayMs }];
}
