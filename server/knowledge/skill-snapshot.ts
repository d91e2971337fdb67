/**
 * The servable skills of one namespace as a process keeps them: their text and the index that ranks them. A
 * version of a skill never changes, so after a change only the skills whose state differs are read again.
 */
import { type SkillIndex, skillIndexSteps } from '../domain/knowledge/skill-index.ts';
import { type CompactVector, type Vectors, vectorsBytes } from '../domain/knowledge/vector.ts';
import { takeSteps } from '../platform/take-steps.ts';
import type { KnownSkill, knowledgeStore } from './store.ts';
import type { VectorStore } from './vector-store.ts';

// The vectors of a namespace's skills as a process keeps them: after a change only those that are others now
// are read.

/** As of a revision. Immutable, and the same object as long as no vector has changed. */
interface SkillVectors {
  readonly byId: Vectors;
  readonly digests: ReadonlyMap<string, string>;
  /** Estimated size in memory. */
  readonly bytes: number;
}

const NO_VECTORS: SkillVectors = { byId: new Map(), digests: new Map(), bytes: 0 };

/**
 * The vectors of at most `limit` skills of a namespace, at least as new as when this was called; none without
 * a store.
 */
async function loadSkillVectors(
  store: VectorStore | null,
  agentId: string,
  { limit, previous = NO_VECTORS }: { limit: number; previous: SkillVectors | undefined },
): Promise<SkillVectors> {
  if (store === null) return NO_VECTORS;
  const digests = await store.skillDigests(agentId, limit);
  const byId = new Map<string, CompactVector>();
  const changed: string[] = [];
  for (const [id, digest] of digests) {
    const kept = previous.digests.get(id) === digest ? previous.byId.get(id) : undefined;
    if (kept === undefined) changed.push(id);
    else byId.set(id, kept);
  }
  if (changed.length === 0 && byId.size === previous.byId.size) return previous;
  for (const [id, vector] of await store.vectors('skill', changed)) byId.set(id, vector);
  return { byId, digests, bytes: vectorsBytes(byId) + 150 * digests.size };
}

/** Of a larger namespace only the skills changed last are served. */
const SKILLS_KEPT = 5000;
const SKILLS_PER_STATEMENT = 200;

/**
 * Skills as of a revision. Immutable; skills that did not change are the same objects in the next snapshot.
 */
export interface SkillSnapshot {
  readonly kind: 'skills';
  readonly revision: number;
  readonly skills: ReadonlyMap<string, KnownSkill>;
  readonly index: SkillIndex;
  readonly vectors: SkillVectors;
  /** Estimated size in memory. */
  readonly bytes: number;
  /** What each skill's state was when it was read. */
  readonly states: ReadonlyMap<string, string>;
  /** How many skills of the namespace are not among them, because there are too many. */
  readonly leftOut: number;
}

type Store = ReturnType<typeof knowledgeStore>;

function textBytes({ name, description, bullets, trial }: KnownSkill): number {
  return bullets.reduce(
    (sum, { content }) => sum + 200 + content.length,
    300 + name.length + description.length + (trial === null ? 0 : textBytes(trial.candidate)),
  );
}

async function build(
  skills: ReadonlyMap<string, KnownSkill>,
  parts: Pick<SkillSnapshot, 'revision' | 'vectors' | 'states' | 'leftOut'>,
): Promise<SkillSnapshot> {
  const all = [...skills.values()];
  const rankable = all.map(({ id, name, description, tags, bullets }) => ({
    id,
    name,
    description,
    tags,
    bullets: bullets.map(({ content, keywords }) => [content, ...keywords].join('\n')),
  }));
  const index = await takeSteps(skillIndexSteps(rankable));
  const bytes = all.reduce((sum, skill) => sum + textBytes(skill), index.bytes + parts.vectors.bytes);
  return { kind: 'skills', skills, index, bytes, ...parts };
}

/**
 * The skills of a namespace, at least as new as `revision`, which must have been read before: what changes in
 * between is then seen already and read again at the next revision.
 */
export async function loadSkills(
  store: Store,
  agentId: string,
  {
    revision,
    previous,
    vectorStore = null,
  }: { revision: number; previous: SkillSnapshot | undefined; vectorStore?: VectorStore | null },
): Promise<SkillSnapshot> {
  const kept = previous?.vectors;
  const vectors = await loadSkillVectors(vectorStore, agentId, { limit: SKILLS_KEPT, previous: kept });
  const { states, more: leftOut } = await store.skillStates(agentId, SKILLS_KEPT);
  const skills = new Map<string, KnownSkill>();
  const changed: string[] = [];
  for (const [id, state] of states) {
    const kept = previous?.states.get(id) === state ? previous.skills.get(id) : undefined;
    if (kept === undefined) changed.push(id);
    else skills.set(id, kept);
  }
  if (previous !== undefined && changed.length === 0 && skills.size === previous.skills.size) {
    const bytes = previous.bytes - previous.vectors.bytes + vectors.bytes;
    return { ...previous, revision, vectors, bytes, leftOut };
  }
  for (let at = 0; at < changed.length; at += SKILLS_PER_STATEMENT) {
    const read = await store.skills(changed.slice(at, at + SKILLS_PER_STATEMENT));
    for (const skill of read) skills.set(skill.id, skill);
  }
  return await build(skills, { revision, vectors, states, leftOut });
}
