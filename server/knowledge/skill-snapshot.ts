/**
 * The servable skills of one namespace as a process keeps them: their text, their vectors and the index that
 * ranks them. After a change only the skills that changed are read and indexed again.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OwnPolicy } from '../domain/admin/policy/resolve-policy.ts';
import {
  canChange,
  changeSkillIndex,
  type RankableSkill,
  type SkillIndex,
  SkillIndexing,
} from '../domain/knowledge/skill-index.ts';
import { type Vectors, vectorsBytes } from '../domain/knowledge/vector.ts';
import { inTurns, nextTurn } from '../platform/turns.ts';
import { FORGOTTEN } from './revisions.ts';
import type { KnownSkill, knowledgeStore, VectorStore } from './store.ts';

/** Of a larger namespace only the skills changed last are served. */
const SKILLS_KEPT = 5000;
const SKILLS_PER_STATEMENT = 200;

type Skills = ReadonlyMap<string, KnownSkill>;

/**
 * Skills as of a revision. Immutable; skills that did not change are the same objects in the next snapshot, and
 * so are `skills` and `vectors` as a whole.
 */
export interface SkillSnapshot {
  readonly kind: 'skills';
  readonly revision: number;
  readonly skills: Skills;
  readonly index: SkillIndex;
  readonly vectors: Vectors;
  /** Estimated size in memory. */
  readonly bytes: number;
  /** How many skills of the namespace are not among them, because there are too many. */
  readonly leftOut: number;
  /** The tenant's own settings, with the shared namespace. */
  readonly policy: OwnPolicy | null;
}

const NO_SKILLS: Omit<SkillSnapshot, 'index' | 'revision'> = {
  ...{ kind: 'skills', skills: new Map(), vectors: new Map(), bytes: 0, leftOut: 0, policy: null },
};

interface Sources {
  store: ReturnType<typeof knowledgeStore>;
  /** Null where no endpoint is configured. */
  vectorStore: VectorStore | null;
  /** What is read of the tenant's own settings. */
  readPolicy: () => Promise<OwnPolicy | null>;
}

/**
 * The skills of a namespace, at least as new as `revision`, which must have been read before: what changes in
 * between is then seen already and read again at the next revision.
 */
export async function loadSkills(
  { store, vectorStore, readPolicy }: Sources,
  agentId: string,
  { revision, previous: kept }: { revision: number; previous: SkillSnapshot | undefined },
): Promise<SkillSnapshot> {
  // Rows that were removed cannot say that they changed.
  const previous = kept !== undefined && revision - kept.revision < FORGOTTEN ? kept : undefined;
  const { skills: before, vectors: known, bytes } = previous ?? NO_SKILLS;
  const { fresh, gone, leftOut } = await findOutdated(store, agentId, previous);
  const read = await readSkills(store, fresh);
  const policyRead = await readPolicy();
  const policy = isDeepStrictEqual(policyRead, previous?.policy) ? (previous?.policy ?? null) : policyRead;
  const outdated = [...gone, ...fresh];
  const changed = outdated.filter((id) => !isDeepStrictEqual(before.get(id), read.get(id)));
  const skills = replaced(before, changed, read);
  const index = await indexOf(previous?.index, changed, { before, skills });
  const vectorsRead = (await vectorStore?.vectors('skill', fresh)) ?? new Map();
  const vectors = replaced(
    known,
    outdated.filter((id) => known.has(id) || vectorsRead.has(id)),
    vectorsRead,
  );
  const growth = changed.reduce((sum, id) => sum + textBytes(skills.get(id)) - textBytes(before.get(id)), 0);
  return {
    ...{ kind: 'skills', revision, skills, index, vectors, leftOut, policy },
    bytes: bytes + growth + partsBytes(index, vectors) - partsBytes(previous?.index, known),
  };
}

/** The same namespace with `changed` in place of the skills of their ids, or beside the others. */
export async function withSkills(
  snapshot: SkillSnapshot,
  changed: ReadonlyMap<string, KnownSkill>,
): Promise<SkillSnapshot> {
  const ids = [...changed.keys()];
  const skills = replaced(snapshot.skills, ids, changed);
  const index = await indexOf(snapshot.index, ids, { before: snapshot.skills, skills });
  // The vector of another wording; after the change there is none either until it is computed.
  const vectors = replaced(snapshot.vectors, ids, new Map());
  return { ...snapshot, skills, index, vectors };
}

/** Which skills are to be read, as they may have changed, and which are no longer among those that are kept. */
async function findOutdated(
  store: Sources['store'],
  agentId: string,
  previous: SkillSnapshot | undefined,
): Promise<{ fresh: string[]; gone: string[]; leftOut: number }> {
  const changed = previous === undefined ? [] : await store.changedSkills(agentId, previous.revision);
  const { skills, leftOut } = previous ?? NO_SKILLS;
  const added = changed.filter((id) => !skills.has(id));
  if (previous !== undefined && leftOut + skills.size + added.length <= SKILLS_KEPT) {
    return { fresh: changed, gone: [], leftOut };
  }
  const { ids, more } = await store.skillIds(agentId, SKILLS_KEPT);
  const [kept, others] = [new Set(ids), new Set(changed)];
  return {
    fresh: ids.filter((id) => others.has(id) || !skills.has(id)),
    gone: [...skills.keys()].filter((id) => !kept.has(id)),
    leftOut: more,
  };
}

async function readSkills(store: Sources['store'], ids: readonly string[]): Promise<Skills> {
  const skills = new Map<string, KnownSkill>();
  for (let at = 0; at < ids.length; at += SKILLS_PER_STATEMENT) {
    if (at > 0) await nextTurn();
    const read = await store.skills(ids.slice(at, at + SKILLS_PER_STATEMENT));
    for (const skill of read) skills.set(skill.id, skill);
  }
  return skills;
}

/** A map with what is `now` of the keys `changed`; the same map where there are none. */
function replaced<V>(
  map: ReadonlyMap<string, V>,
  changed: readonly string[],
  now: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  if (changed.length === 0) return map;
  const next = new Map(map);
  for (const id of changed) {
    const value = now.get(id);
    if (value === undefined) next.delete(id);
    else next.set(id, value);
  }
  return next;
}

/** The index of `skills`; one of the skills `before` is changed where that costs less. */
async function indexOf(
  previous: SkillIndex | undefined,
  changed: readonly string[],
  { before, skills }: { before: Skills; skills: Skills },
): Promise<SkillIndex> {
  if (previous !== undefined && canChange(previous, changed.length)) {
    const of = (known: Skills) => (id: string) => {
      const skill = known.get(id);
      return skill && toRankable(skill);
    };
    return changeSkillIndex(previous, changed, { before: of(before), after: of(skills) });
  }
  const indexing = new SkillIndexing();
  // A thread would have to hand back the whole index, which takes longer than a slice of making it.
  for await (const skill of inTurns(skills.values())) indexing.add(toRankable(skill));
  return indexing.index();
}

/** A skill as it is ranked. */
function toRankable(skill: KnownSkill): RankableSkill {
  const bullets = skill.bullets.map(({ content, keywords }) => [content, ...keywords].join('\n'));
  return { ...skill, bullets };
}

function textBytes(skill: KnownSkill | undefined): number {
  if (skill === undefined) return 0;
  const { name, description, bullets, trial } = skill;
  return bullets.reduce(
    (sum, { content }) => sum + 200 + content.length,
    300 + name.length + description.length + textBytes(trial?.candidate),
  );
}

function partsBytes(index: SkillIndex | undefined, vectors: Vectors): number {
  return (index?.bytes ?? 0) + vectorsBytes(vectors);
}
