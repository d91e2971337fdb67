/**
 * Creates or replaces a skill as a person wrote it. Only what differs from the skill as it is becomes a
 * changeset, worked out under the lock of the agent's library, so that two authors at once replace one after
 * the other.
 */

import type { Principal } from '../domain/principal.ts';
import type { Finding } from '../domain/safety/spans.ts';
import { activeRules, type SkillState } from '../domain/skills/changesets/changeset.ts';
import { type DesiredSkill, diffToOps } from '../domain/skills/changesets/diff-skill.ts';
import type { Operation } from '../domain/skills/changesets/ops.ts';
import type { ChangesetStatus } from '../domain/skills/changesets/status.ts';
import type { SkillImport, SkillIn } from '../domain/skills/skill-input.ts';
import { type DocumentLayout, withLayout } from '../domain/skills/skill-md/document-layout.ts';
import { missingFiles } from '../domain/skills/skill-md/missing-files.ts';
import type { SkillDocument } from '../domain/skills/skill-md/parse.ts';
import { groupBySection } from '../domain/skills/skill-md/render.ts';
import { type BulletDraft, isSameRules } from '../domain/skills/skill-md/rule-forms.ts';
import { withoutLayout } from '../domain/skills/skill-state.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { explainHold, submitChangeset, toSkillState } from './changesets/index.ts';
import { exportDocument, readBody, readDocument } from './documents/index.ts';
import { type LoadedSkill, loadSkills, lockLibrary } from './library/index.ts';

/** A skill as its author wants it. What is absent stays as it is, or is empty in a new skill. */
interface WantedSkill extends Partial<Omit<DesiredSkill, 'description'>> {
  /** The document that it was read from, and its layout. */
  document?: { markdown: string | null; layout: DocumentLayout };
  /** Advice on the document. */
  findings?: readonly Finding[];
  /** How the document was changed to be imported. */
  changes?: string[];
  agentId: string;
  name: string;
  description: string;
  source: 'api' | 'import';
  rationale: string;
}

/** What became of it. Ids are null while the changeset waits, `changeset_id` where nothing differed. */
interface WrittenSkill {
  skill_id: string | null;
  name: string;
  version: number | null;
  changeset_id: string | null;
  status: ChangesetStatus;
  safety_findings: string[];
  /** How the document was changed to be imported; empty for a skill that was written. */
  changes: string[];
  /** Why it waits; absent where it does not. */
  reason?: string;
}

/** Proposes the skill in the principal's name: applied at once, or pending where the safety scan objects. */
async function writeSkill(
  runtime: Runtime,
  { tenant, actor }: Principal,
  wanted: WantedSkill,
): Promise<WrittenSkill> {
  const { agentId, name, source, rationale, changes = [] } = wanted;
  const { existing, changeset } = await runtime.db.write(async (tx) => {
    await lockLibrary(tx, tenant, agentId);
    const affected = await loadSkills(tx, tenant, { agentId, ids: [], names: [name] });
    const [existing] = affected;
    const ops = opsFor(existing, wanted);
    if (ops.length === 0 || (await isOwnExport(existing, ops, wanted))) return { existing, changeset: null };
    const learned = { episodeIds: [], evalScore: null, baselineScore: null };
    const proposal = { ...learned, agentId, ops, rationale, source, humanAuthored: true, proposedBy: actor };
    const { findings = [] } = wanted;
    return {
      existing,
      changeset: await submitChangeset(runtime, tx, tenant, { proposal, affected, findings }),
    };
  });
  if (changeset === null) return { ...unchanged(existing), name, changes };
  const [skillId, version] = Object.entries(changeset.appliedVersions ?? {})[0] ?? [null, null];
  return {
    skill_id: skillId,
    name,
    version,
    changeset_id: changeset.id,
    status: changeset.status,
    safety_findings: changeset.safetyFindings,
    changes,
    ...(changeset.status === 'pending' ? { reason: await reasonToWait(runtime, changeset) } : {}),
  };
}

async function reasonToWait(
  { config }: Runtime,
  { ops, safetyFindings }: Awaited<ReturnType<typeof submitChangeset>>,
): Promise<string> {
  const held = await explainHold(ops, safetyFindings);
  if (!config.governance.reviewFourEyes) return held;
  return `${held} Someone other than its author has to approve it.`.trim();
}

/** Whether the document is what an export of the skill gives: then only our own wording of it differs. */
async function isOwnExport(
  existing: LoadedSkill | undefined,
  ops: readonly Operation[],
  { document }: WantedSkill,
): Promise<boolean> {
  const isLayoutAlone = ops.every(
    (op) => op.op === 'set_description' && op.description === existing?.skill.description && !op.tags,
  );
  if (existing === undefined || !isLayoutAlone || !document?.markdown) return false;
  const state = toSkillState(existing);
  return (await exportDocument({ ...state, bullets: activeRules(state) })) === document.markdown;
}

function unchanged(existing: LoadedSkill | undefined): Omit<WrittenSkill, 'name' | 'changes'> {
  return {
    skill_id: existing?.skill.id ?? null,
    version: existing?.skill.version ?? null,
    changeset_id: null,
    status: 'applied',
    safety_findings: [],
  };
}

/** A new skill is always an operation; a replacement may be none. */
function opsFor(existing: LoadedSkill | undefined, wanted: WantedSkill): Operation[] {
  const { name, description, tags, bullets, document } = wanted;
  const fields = wanted.frontMatter ?? existing?.skill.frontMatter;
  const frontMatter = document ? withLayout(fields ?? {}, document.layout) : fields;
  if (existing === undefined) {
    const rules = bullets?.map((rule) => ({ ...rule })) ?? [];
    const rest = frontMatter === undefined ? {} : { front_matter: frontMatter };
    return [{ op: 'create_skill', name, description, tags: [...(tags ?? [])], bullets: rules, ...rest }];
  }
  const current = toSkillState(existing);
  return diffToOps(current, {
    description,
    tags: tags ?? current.tags,
    frontMatter: frontMatter ?? current.frontMatter,
    bullets: bullets === undefined || isOwnOrder(bullets, current) ? activeRules(current) : bullets,
  });
}

/** Whether the rules are the skill's as its export has them: then only their order differs, and that is no change. */
function isOwnOrder(bullets: readonly BulletDraft[], current: SkillState): boolean {
  return isSameRules(bullets, groupBySection(activeRules(current)));
}

/**
 * Creates the skill, or replaces the agent's own one of that name. Rules whose section and text are unchanged
 * keep their ids and counters; absent tags, and rules where neither bullets nor a body are given, stay as
 * they are.
 */
export async function authorSkill(
  runtime: Runtime,
  principal: Principal,
  skill: SkillIn,
): Promise<WrittenSkill> {
  const { agent_id: agentId, name, description, tags } = skill;
  const rules = await readRules(runtime, principal.tenant, skill);
  return await writeSkill(runtime, principal, {
    agentId,
    name,
    description,
    ...(tags === undefined ? {} : { tags }),
    ...rules,
    source: 'api',
    rationale: 'Written through the API.',
  });
}

/** The bullets, then those of the body, which is kept as a document where it is all there is. */
async function readRules(
  runtime: Runtime,
  tenant: string,
  { bullets, body, name, description }: SkillIn,
): Promise<Pick<WantedSkill, 'bullets' | 'document'>> {
  if (body == null) return bullets == null ? {} : { bullets };
  const read = await readBody(runtime, tenant, body, { name, description });
  if (bullets != null) return { bullets: [...bullets, ...read.bullets] };
  return { bullets: read.bullets, document: { markdown: null, layout: read.layout } };
}

/**
 * Creates the skill that the document describes, or makes the agent's own one of that name read like it. A
 * document that cannot be imported is `invalid`, each problem saying what to change in it.
 */
export async function importSkill(
  runtime: Runtime,
  principal: Principal,
  { agent_id: agentId, markdown, rationale = 'Imported from a SKILL.md.' }: SkillImport,
): Promise<WrittenSkill> {
  const { skill, layout, changes } = await readImported(runtime, principal.tenant, markdown);
  const { metadata, extra, ...rest } = skill;
  const hasMetadata = Object.keys(metadata).length > 0;
  return await writeSkill(runtime, principal, {
    ...rest,
    agentId,
    frontMatter: withoutLayout(hasMetadata ? { ...extra, metadata } : extra),
    document: { markdown, layout },
    findings: missingFiles(skill.bullets.map(({ content }) => content)),
    changes,
    source: 'import',
    rationale,
  });
}

async function readImported(
  runtime: Runtime,
  tenant: string,
  markdown: string,
): Promise<{ skill: SkillDocument; layout: DocumentLayout; changes: string[] }> {
  const parsed = await readDocument(runtime, tenant, markdown);
  if (parsed.ok) return parsed;
  const problems = parsed.problems.map(({ type, message }) => ({
    loc: ['body', 'markdown'],
    msg: message,
    type,
  }));
  throw new ServiceError('invalid', 'the document cannot be imported', { problems });
}
