/**
 * How far a new tenant has come: a key, a run, a recall, a reflection. Also the counts beside the navigation.
 */
import type { Principal } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { firstRunStore } from './first-run-store.ts';

/** The counts that navigation shows. */
export interface Badges {
  pendingChangesets: number;
  runningCanaries: number;
  pendingMemories: number;
}

export async function countBadges(runtime: Runtime, { tenant }: Principal): Promise<Badges> {
  return await firstRunStore(runtime.db.read, tenant).badges();
}

/** The steps of a first run; `untilReflection` is null where nothing is learned automatically. */
export interface FirstRun {
  keys: number;
  firstEpisode: { id: string; agentId: string; task: string | null; createdAt: string } | null;
  recalled: boolean;
  episodes: number;
  untilReflection: number | null;
  /** Whether anything was ever proposed. */
  proposed: boolean;
}

/** Where the tenant stands now. */
export async function followFirstRun(runtime: Runtime, { tenant }: Principal): Promise<FirstRun> {
  const store = firstRunStore(runtime.db.read, tenant);
  const [keys, first, recalled, busiest, proposed] = await Promise.all([
    store.keys(),
    store.firstEpisode(),
    store.hasRecall(),
    store.busiestAgent(),
    store.hasChangeset(),
  ]);
  const { learning, model } = runtime.config;
  const every = learning.reflectEveryEpisodes;
  return {
    keys,
    firstEpisode: first === null ? null : { ...first, createdAt: first.createdAt.toISOString() },
    recalled,
    episodes: busiest,
    untilReflection: model.provider === 'none' ? null : every - (busiest % every),
    proposed,
  };
}

/** An agent that has recorded something or has skills, for the picker; the busiest first. */
export interface KnownAgent {
  agentId: string;
  episodes: number;
  skills: number;
}

/** Most agents that a picker offers. */
const MOST_AGENTS = 500;

export async function listAgents(runtime: Runtime, { tenant }: Principal): Promise<KnownAgent[]> {
  const store = firstRunStore(runtime.db.read, tenant);
  const [totals, skills] = await Promise.all([store.totals(MOST_AGENTS), store.skillCounts(MOST_AGENTS)]);
  const ids = [...new Set([...totals.keys(), ...skills.keys()])];
  return ids
    .map((agentId) => ({ agentId, episodes: totals.get(agentId) ?? 0, skills: skills.get(agentId) ?? 0 }))
    .sort((a, b) => b.episodes - a.episodes || (a.agentId < b.agentId ? -1 : 1));
}
