/**
 * Skills and recalls for tests of credit, without the features that make them, and the ledger's sums: as they
 * were kept, and as they would be if they were counted again from what is stored of each episode.
 */
import { creditOf } from '../../domain/runs/credit.ts';
import type { Outcome, Served } from '../../domain/runs/episodes/episode.ts';
import { strongestReward } from '../../domain/runs/reward.ts';
import { weekOf } from '../../domain/time.ts';
import { fromJson, fromJsonOrNull, type Tx, toJson } from '../../platform/db/database.ts';
import { type Client, clientOf } from '../../platform/db/prisma.ts';
import { ruleRow, skillRow } from '../database/library-rows.ts';

const EPOCH = new Date('2026-01-01T00:00:00.000Z');
/** When the clock of a test begins. */
const RECALLED_AT = new Date('2026-03-01T12:00:00.000Z');

/** A skill with rules of the given ids, without any evidence. */
export async function insertSkill(
  tx: Tx,
  tenant: string,
  skill: { id: string; agentId?: string; name?: string; version?: number; bullets?: string[] },
): Promise<void> {
  const { id, agentId = 'default', name = id.replaceAll('_', '-'), version = 1, bullets = [] } = skill;
  await clientOf(tx).skill.create({ data: skillRow({ tenant, id, agentId, name, version }, EPOCH) });
  await clientOf(tx).bullet.createMany({
    data: bullets.map((bullet, position) =>
      ruleRow({ tenant, id: bullet, skillId: id, position, content: bullet }, EPOCH),
    ),
  });
}

/** A skill in a recall; `served` unless it says otherwise. */
interface RecalledSkillRow {
  id: string;
  version?: number;
  arm?: string | null;
  served?: boolean;
  bullets?: string[];
}

/** A recall; `applied` unless it says otherwise, and made when the clock of a test begins. */
interface RecallSetup {
  id: string;
  agentId?: string;
  sessionId?: string | null;
  createdAt?: Date;
  holdout?: boolean;
  applied?: boolean;
  skills?: RecalledSkillRow[];
  memories?: { id: string; served: boolean }[];
}

/** A recall with its skills and memories. */
export async function insertRecall(tx: Tx, tenant: string, recall: RecallSetup): Promise<void> {
  await clientOf(tx).recall.create({ data: recallRow(tenant, recall) });
}

/** As many recalls that are alike, one for each run; answers with their ids. */
export async function insertRecalls(
  tx: Tx,
  tenant: string,
  count: number,
  recall: RecallSetup,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${recall.id}_${index}`);
  await clientOf(tx).recall.createMany({ data: ids.map((id) => recallRow(tenant, { ...recall, id })) });
  return ids;
}

function recallRow(tenant: string, recall: RecallSetup) {
  const { id, holdout = false, applied = true, skills = [], memories = [] } = recall;
  const { agentId = 'default', sessionId = null, createdAt = RECALLED_AT } = recall;
  const rows = skills.map(({ id: skillId, version = 1, arm = null, served = true, bullets = [] }) => ({
    ...{ id: skillId, name: skillId, version, score: 1, parts: {}, arm, served, bullets },
    arm_probability: null,
    reason: served ? 'served' : 'holdout',
  }));
  return {
    ...{ tenant, id, agentId, sessionId, query: 'q', holdout, applied, createdAt },
    skills: toJson(rows),
    memories: toJson(memories.map((memory) => ({ ...memory, score: 1, parts: {}, reason: 'served' }))),
  };
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
    add(sums, `${totals.agentId} treated sessions`, totals.treatedSessions);
    add(sums, `${totals.agentId} treated means`, totals.treatedMeans);
    add(sums, `${totals.agentId} treated squares`, totals.treatedSquares);
    add(sums, `${totals.agentId} holdout sessions`, totals.holdoutSessions);
    add(sums, `${totals.agentId} holdout means`, totals.holdoutMeans);
    add(sums, `${totals.agentId} holdout squares`, totals.holdoutSquares);
  }
  for (const { agentId, ...week } of await client.liftWeek.findMany({ where: { tenant } })) {
    add(sums, `${agentId} treated evidence of ${week.week}`, week.treatedEvidence);
    add(sums, `${agentId} treated reward of ${week.week}`, week.treatedReward);
    add(sums, `${agentId} holdout evidence of ${week.week}`, week.holdoutEvidence);
    add(sums, `${agentId} holdout reward of ${week.week}`, week.holdoutReward);
  }
  return sums;
}

type CountedRuns = Record<'runs' | 'rewarded' | 'succeeded' | 'partly' | 'evidence' | 'reward', number>;

function addRuns(
  sums: Sums,
  name: string,
  { runs, rewarded, succeeded, partly, evidence, reward }: CountedRuns,
): void {
  for (const [what, value] of Object.entries({ runs, rewarded, succeeded, partly, evidence, reward })) {
    add(sums, `${name} ${what}`, value);
  }
}

/** What is kept of the weeks of skills; sums that are 0 are left out. */
export async function keptWeeks(tx: Tx, tenant: string): Promise<Sums> {
  const sums: Sums = {};
  for (const row of await clientOf(tx).creditWeek.findMany({ where: { tenant } })) {
    const { skillId, week, version, arm, experimentId } = row;
    addRuns(sums, `${skillId} ${version} ${arm} ${experimentId} of ${week}`, row);
  }
  return sums;
}

/** The same as the stored credits and episodes alone call for. */
export async function recountedWeeks(tx: Tx, tenant: string): Promise<Sums> {
  const client = clientOf(tx);
  const sums: Sums = {};
  const episodes = new Map(
    (await client.episode.findMany({ where: { tenant } })).map((one) => [one.id, one]),
  );
  for (const { episodeId, skillId, version, arm, experimentId } of await client.episodeCredit.findMany({
    where: { tenant },
  })) {
    const episode = episodes.get(episodeId);
    if (episode === undefined) throw new Error(`${episodeId} is credited and gone`);
    const { reward, rewardStrength, createdAt } = episode;
    const name = `${skillId} ${version} ${arm ?? ''} ${experimentId ?? ''} of ${weekOf(createdAt)}`;
    addRuns(sums, name, {
      ...{ runs: 1, rewarded: Number(reward !== null), succeeded: Number((reward ?? 0) > 0.5) },
      partly: Number(reward !== null && reward > 0 && reward <= 0.5),
      ...{ evidence: rewardStrength ?? 0, reward: (rewardStrength ?? 0) * (reward ?? 0) },
    });
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
  const episodes = await client.episode.findMany({ where: { tenant } });
  const sums: Sums = {};
  const sessions = new Map<string, Session>();
  for (const episode of episodes) {
    const evidence = expectedEvidence(episode, await latestFeedback(client, episode));
    const named = recalls.find(({ id }) => id === episode.recallId);
    const recall = named !== undefined && isOnlyCredited(episode, named, episodes) ? named : null;
    addUses(sums, episode, { skills, evidence: recall === null ? null : evidence });
    if (recall?.applied) addLift(sums, sessions, { episode, recall, evidence });
  }
  for (const { group, strength, gained } of sessions.values()) {
    if (strength === 0) continue;
    add(sums, `${group} sessions`, 1);
    add(sums, `${group} means`, gained / strength);
    add(sums, `${group} squares`, (gained / strength) ** 2);
  }
  return sums;
}

interface Gained {
  strength: number;
  gained: number;
}

type Session = Gained & { group: string };

/** What an episode counts for among skills and rules; `evidence` is null where its recall does not credit it. */
function addUses(
  sums: Sums,
  episode: EpisodeRow,
  { skills, evidence }: { skills: Parameters<typeof usedSkills>[2]; evidence: Gained | null },
): void {
  const served = evidence === null ? null : fromJsonOrNull<Served>(episode.served);
  add(sums, `${episode.agentId} episodes`, 1);
  for (const id of usedSkills(episode, served, skills)) {
    add(sums, `${id} uses`, 1);
    add(sums, `${id} evidence`, evidence?.strength ?? 0);
    add(sums, `${id} reward`, evidence?.gained ?? 0);
  }
  for (const id of served?.bullets ?? []) add(sums, `${id} used`, 1);
}

/** What an episode counts for in the lift, and in its session. */
function addLift(
  sums: Sums,
  sessions: Map<string, Session>,
  { episode, recall, evidence }: { episode: EpisodeRow; recall: RecallRow; evidence: Gained },
): void {
  const group = `${episode.agentId} ${recall.holdout ? 'holdout' : 'treated'}`;
  const { strength, gained } = evidence;
  for (const when of ['', ` of ${weekOf(episode.createdAt)}`]) {
    add(sums, `${group} evidence${when}`, strength);
    add(sums, `${group} reward${when}`, gained);
  }
  const session = `${episode.agentId} ${recall.sessionId ?? recall.id}`;
  const before = sessions.get(session) ?? { strength: 0, gained: 0 };
  sessions.set(session, { group, strength: before.strength + strength, gained: before.gained + gained });
}

type RecallRow = Awaited<ReturnType<Client['recall']['findFirstOrThrow']>>;

/** Whether a run is credited. Of the runs of a recall's own agent exactly one must be, of all others none. */
function isOnlyCredited(
  episode: EpisodeRow,
  recall: { id: string; agentId: string },
  episodes: readonly EpisodeRow[],
): boolean {
  const naming = episodes.filter(({ recallId }) => recallId === recall.id);
  const credited = naming.filter((one) => creditOf(one).credited);
  const isPossible = naming.some(({ agentId }) => agentId === recall.agentId);
  if (credited.length !== Number(isPossible)) throw new Error(`${recall.id} credits ${credited.length} runs`);
  if (credited.some(({ agentId }) => agentId !== recall.agentId))
    throw new Error(`${recall.id} credits another agent`);
  return credited.some(({ id }) => id === episode.id);
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
