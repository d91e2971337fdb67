/**
 * Skills and recalls for tests of credit, without the features that make them, and the ledger's sums: as they
 * were kept, and as they would be if they were counted again from what is stored of each episode.
 */
import type { Outcome, Served } from '../../domain/runs/episodes/episode.ts';
import { strongestReward } from '../../domain/runs/reward.ts';
import { weekOf } from '../../domain/time.ts';
import { fromJson, fromJsonOrNull, type Tx, toJson } from '../../platform/db/database.ts';
import { type Client, clientOf } from '../../platform/db/prisma.ts';

const EPOCH = new Date('2026-01-01T00:00:00.000Z');

/** A skill with rules of the given ids, without any evidence. */
export async function insertSkill(
  tx: Tx,
  tenant: string,
  skill: { id: string; agentId?: string; name?: string; version?: number; bullets?: string[] },
): Promise<void> {
  const { id, agentId = 'default', name = id.replaceAll('_', '-'), version = 1, bullets = [] } = skill;
  const times = { createdAt: EPOCH, updatedAt: EPOCH };
  await clientOf(tx).skill.create({
    data: {
      tenant,
      id,
      agentId,
      name,
      description: name,
      version,
      status: 'active',
      pinned: false,
      tags: '[]',
      uses: 0,
      evidence: 0,
      reward: 0,
      ...times,
    },
  });
  await clientOf(tx).bullet.createMany({
    data: bullets.map((bullet, position) => ({
      tenant,
      id: bullet,
      skillId: id,
      position,
      section: 'steps',
      content: bullet,
      issue: '',
      keywords: '[]',
      helpful: 0,
      harmful: 0,
      neutral: 0,
      used: 0,
      status: 'active',
      sources: '[]',
      ...times,
    })),
  });
}

/** A skill in a recall; `served` unless it says otherwise. */
export interface RecalledSkillRow {
  id: string;
  version?: number;
  arm?: string | null;
  served?: boolean;
  bullets?: string[];
}

/** A recall with its skills and memories. `applied` unless it says otherwise. */
export async function insertRecall(
  tx: Tx,
  tenant: string,
  recall: {
    id: string;
    holdout?: boolean;
    applied?: boolean;
    skills?: RecalledSkillRow[];
    memories?: { id: string; served: boolean }[];
  },
): Promise<void> {
  const { id, holdout = false, applied = true, skills = [], memories = [] } = recall;
  const rows = skills.map(({ id: skillId, version = 1, arm = null, served = true, bullets = [] }) => ({
    ...{ id: skillId, name: skillId, version, score: 1, parts: {}, arm, served, bullets },
    arm_probability: null,
    reason: served ? 'served' : 'holdout',
  }));
  await clientOf(tx).recall.create({
    data: {
      ...{ tenant, id, agentId: 'default', query: 'q', holdout, applied, createdAt: EPOCH },
      skills: toJson(rows),
      memories: toJson(memories.map((memory) => ({ ...memory, score: 1, parts: {}, reason: 'served' }))),
    },
  });
}

/** The ledger's sums by name. */
export type Sums = Record<string, number>;

/** The sums as they were kept; those that are 0 are left out. */
export async function keptSums(tx: Tx, tenant: string): Promise<Sums> {
  const client = clientOf(tx);
  const sums: Sums = {};
  for (const skill of await client.skill.findMany({ where: { tenant } })) {
    add(sums, `${skill.id} uses`, skill.uses);
    add(sums, `${skill.id} evidence`, skill.evidence);
    add(sums, `${skill.id} reward`, skill.reward);
  }
  for (const bullet of await client.bullet.findMany({ where: { tenant } })) {
    add(sums, `${bullet.id} used`, bullet.used);
  }
  for (const totals of await client.agentTotals.findMany({ where: { tenant } })) {
    add(sums, `${totals.agentId} episodes`, totals.episodes);
    add(sums, `${totals.agentId} treated evidence`, totals.treatedEvidence);
    add(sums, `${totals.agentId} treated reward`, totals.treatedReward);
    add(sums, `${totals.agentId} holdout evidence`, totals.holdoutEvidence);
    add(sums, `${totals.agentId} holdout reward`, totals.holdoutReward);
  }
  for (const { agentId, ...week } of await client.liftWeek.findMany({ where: { tenant } })) {
    add(sums, `${agentId} treated evidence of ${week.week}`, week.treatedEvidence);
    add(sums, `${agentId} treated reward of ${week.week}`, week.treatedReward);
    add(sums, `${agentId} holdout evidence of ${week.week}`, week.holdoutEvidence);
    add(sums, `${agentId} holdout reward of ${week.week}`, week.holdoutReward);
  }
  return sums;
}

/**
 * The sums as the stored episodes, recalls and feedback alone call for; those that are 0 are left out. No
 * name may be both an agent's own and shared.
 */
export async function recountedSums(tx: Tx, tenant: string): Promise<Sums> {
  const client = clientOf(tx);
  const recalls = await client.recall.findMany({ where: { tenant } });
  const skills = await client.skill.findMany({ where: { tenant } });
  const sums: Sums = {};
  for (const episode of await client.episode.findMany({ where: { tenant } })) {
    const { strength, gained } = expectedEvidence(episode, await latestFeedback(client, episode));
    const served = fromJsonOrNull<Served>(episode.served);
    add(sums, `${episode.agentId} episodes`, 1);
    for (const id of usedSkills(episode, served, skills)) {
      add(sums, `${id} uses`, 1);
      add(sums, `${id} evidence`, strength);
      add(sums, `${id} reward`, gained);
    }
    for (const id of served?.bullets ?? []) add(sums, `${id} used`, 1);
    const recall = recalls.find(({ id, applied }) => applied && id === episode.recallId);
    if (recall === undefined) continue;
    const group = `${episode.agentId} ${recall.holdout ? 'holdout' : 'treated'}`;
    add(sums, `${group} evidence`, strength);
    add(sums, `${group} reward`, gained);
    const week = weekOf(episode.createdAt);
    add(sums, `${group} evidence of ${week}`, strength);
    add(sums, `${group} reward of ${week}`, gained);
  }
  return sums;
}

type EpisodeRow = Awaited<ReturnType<Client['episode']['findFirstOrThrow']>>;

async function latestFeedback(client: Client, { tenant, id }: EpisodeRow): Promise<{ score: number } | null> {
  return await client.feedback.findFirst({
    where: { tenant, episodeId: id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

function expectedEvidence(
  { outcome, verificationPassed }: EpisodeRow,
  feedback: { score: number } | null,
): { strength: number; gained: number } {
  const verification = verificationPassed === null ? null : { passed: verificationPassed };
  const reward = strongestReward({ outcome: outcome as Outcome, verification, feedback });
  if (reward === null) return { strength: 0, gained: 0 };
  return { strength: reward.strength, gained: reward.strength * reward.reward };
}

function usedSkills(
  { agentId, skillsLoaded }: EpisodeRow,
  served: Served | null,
  skills: { id: string; name: string; agentId: string }[],
): Set<string> {
  const loaded = fromJson<string[]>(skillsLoaded);
  const visible = skills.filter((skill) => skill.agentId === agentId || skill.agentId === '*');
  const named = visible.filter(({ id, name }) => loaded.includes(id) || loaded.includes(name));
  return new Set([...(served?.skills ?? []), ...named].map(({ id }) => id));
}

function add(sums: Sums, name: string, amount: number): void {
  const sum = (sums[name] ?? 0) + amount;
  if (sum === 0) delete sums[name];
  else sums[name] = sum;
}
