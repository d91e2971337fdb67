/** Who stands behind what a skill says: for each version the decision that made it, for each rule its version. */
import type { Principal } from '../domain/principal.ts';
import type { Runtime } from '../platform/runtime.ts';
import { changesetFacts } from './changesets/index.ts';
import { findSkill, libraryStore } from './library/index.ts';

/** Versions that are looked back at; a rule that has not changed for longer has no version here. */
const LOOKED_BACK = 50;

interface Approval {
  version: number;
  /** Who approved it; who wrote it where nobody had to. */
  by: string;
  /** Whether somebody approved it, or policy did. */
  isApproved: boolean;
  /** What was said along with the decision, else why it was proposed; null for a rollback. */
  reason: string | null;
  at: string;
}

export interface Approvals {
  /** Newest first. */
  versions: Approval[];
  /** Rule id to the version that gave it its present wording. */
  rules: Record<string, number>;
}

/** Unknown: `skill not found`. */
export async function readApprovals(
  runtime: Runtime,
  { tenant }: Principal,
  reference: { ref: string; agentId: string },
): Promise<Approvals> {
  const { read } = runtime.db;
  const { id } = await findSkill(read, tenant, reference);
  const versions = await libraryStore(read, tenant).listVersions(id, { limit: LOOKED_BACK, before: null });
  const facts = await changesetFacts(
    read,
    tenant,
    versions.flatMap(({ changesetId }) => changesetId ?? []),
  );
  const approvals = versions.map(({ version, changesetId, createdBy, createdAt }): Approval => {
    const changeset = changesetId === null ? undefined : facts.get(changesetId);
    const reviewer = changeset?.reviewer ?? null;
    return {
      ...{ version, by: reviewer ?? createdBy, isApproved: reviewer !== null },
      reason: changeset === undefined ? null : changeset.reviewComment || changeset.rationale || null,
      at: (changeset?.decidedAt ?? createdAt).toISOString(),
    };
  });
  return { versions: approvals, rules: versionOfRules(versions) };
}

type Wordings = { version: number; bullets: { id: string; content: string }[] }[];

/** `versions` newest first. */
function versionOfRules(versions: Wordings): Record<string, number> {
  const [current] = versions;
  const open = new Map((current?.bullets ?? []).map(({ id, content }) => [id, content]));
  const found: Record<string, number> = {};
  for (const [at, { version }] of versions.entries()) {
    const before = versions[at + 1];
    if (before === undefined && version > 1) break;
    const earlier = new Map(before?.bullets.map(({ id, content }) => [id, content]));
    for (const [id, content] of open) {
      if (earlier.get(id) === content) continue;
      found[id] = version;
      open.delete(id);
    }
  }
  return found;
}
