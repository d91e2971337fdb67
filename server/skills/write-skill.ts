/**
 * Creates or replaces a skill as a person wrote it. Only what differs from the skill as it is becomes a changeset,
 * worked out while the agent's library is held, so that two authors at once replace one after the other.
 */
import { countSubmitted, stateOf, submitChangeset } from './changesets/index.ts';
import { type DesiredSkill, diffToOps } from '../domain/skills/changesets/diff-skill.ts';
import type { Operation } from '../domain/skills/changesets/ops.ts';
import { activeRules } from '../domain/skills/changesets/skill-state.ts';
import type { ChangesetStatus } from '../domain/skills/changesets/status.ts';
import type { Principal } from '../domain/principal.ts';
import { holdLibrary, type KnownSkill, readKnown } from './library/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/** A skill as its author wants it. What is absent stays as it is, or is empty in a new skill. */
export interface WantedSkill extends Partial<Omit<DesiredSkill, 'description'>> {
  agentId: string;
  name: string;
  description: string;
  source: 'api' | 'import';
  rationale: string;
}

/** What became of it. Ids are null while the changeset waits, `changeset_id` where nothing differed. */
export interface WrittenSkill {
  skill_id: string | null;
  name: string;
  version: number | null;
  changeset_id: string | null;
  status: ChangesetStatus;
  safety_findings: string[];
}

/** Proposes the skill in the principal's name: applied at once, or pending where the safety scan objects. */
export async function writeSkill(
  runtime: Runtime,
  { tenant, actor }: Principal,
  wanted: WantedSkill,
): Promise<WrittenSkill> {
  const { agentId, name, source, rationale } = wanted;
  const { known, changeset } = await runtime.db.write(async (tx) => {
    await holdLibrary(tx, tenant, agentId);
    const touched = await readKnown(tx, tenant, { agentId, ids: [], names: [name] });
    const ops = opsFor(touched[0], wanted);
    if (ops.length === 0) return { known: touched[0], changeset: null };
    const learned = { episodeIds: [], evalScore: null, baselineScore: null };
    const proposal = { ...learned, agentId, ops, rationale, source, humanAuthored: true, proposedBy: actor };
    return {
      known: touched[0],
      changeset: await submitChangeset(runtime, tx, { tenant, proposal, touched }),
    };
  });
  if (changeset === null) return { ...unchanged(known), name };
  countSubmitted(runtime, changeset);
  const [skillId, version] = Object.entries(changeset.appliedVersions ?? {})[0] ?? [null, null];
  return {
    skill_id: skillId,
    name,
    version,
    changeset_id: changeset.id,
    status: changeset.status,
    safety_findings: changeset.safetyFindings,
  };
}

function unchanged(known: KnownSkill | undefined): Omit<WrittenSkill, 'name'> {
  return {
    skill_id: known?.skill.id ?? null,
    version: known?.skill.version ?? null,
    changeset_id: null,
    status: 'applied',
    safety_findings: [],
  };
}

/** A new skill is always an operation; a replacement may be none. */
function opsFor(known: KnownSkill | undefined, wanted: WantedSkill): Operation[] {
  const { name, description, tags, frontMatter, bullets } = wanted;
  if (known === undefined) {
    const rules = bullets?.map((rule) => ({ ...rule })) ?? [];
    const rest = frontMatter === undefined ? {} : { front_matter: frontMatter };
    return [{ op: 'create_skill', name, description, tags: [...(tags ?? [])], bullets: rules, ...rest }];
  }
  const current = stateOf(known);
  return diffToOps(current, {
    description,
    tags: tags ?? current.tags,
    frontMatter: frontMatter ?? current.frontMatter,
    bullets: bullets ?? activeRules(current),
  });
}
