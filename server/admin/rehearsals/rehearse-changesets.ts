/** What would have become of changesets, one after the other: each on the skills that it was proposed against. */
import type { ChangesetFate } from '../../domain/admin/rehearsal/rehearsal.ts';
import {
  type PastSkill,
  type RehearsedChangeset,
  rehearsedApproval,
  rehearsedOutcome,
  type Standing,
} from '../../domain/admin/rehearsal/rehearse-changeset.ts';
import { changesLibrary, changesServed } from '../../domain/admin/rehearsal/setting-names.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredDifference } from './collect.ts';
import { type BaseRow, baseStore, type ChangesetRow } from './past-store.ts';
import type { RehearsalRecord } from './store.ts';

/** Which skills, and whose libraries from when on, would have been others: nothing is claimed of what follows. */
export class Divergence {
  private readonly skills = new Set<string>();
  private readonly names = new Set<string>();
  private readonly libraries = new Map<string, Date>();
  private readonly isPossible: boolean;
  private readonly changesCanaries: boolean;

  constructor({ today, settings }: Pick<RehearsalRecord, 'today' | 'settings'>) {
    this.isPossible = changesLibrary(today, settings);
    this.changesCanaries = changesServed(today, settings);
  }

  /** Notes a changeset that was tried, or might have been: with other skills served, its canary starts and ends otherwise. */
  noteCanary({ baseVersions }: ChangesetRow): void {
    if (this.changesCanaries) for (const id of Object.keys(baseVersions)) this.skills.add(id);
  }

  /** Notes that a changeset goes another way, or may. */
  note({ agentId, baseVersions, ops, createdAt }: ChangesetRow): void {
    for (const id of Object.keys(baseVersions)) this.skills.add(id);
    for (const name of createdNames(ops)) this.names.add(`${agentId} ${name}`);
    this.noteLibrary(agentId, createdAt);
  }

  noteLibrary(agentId: string, at: Date): void {
    const before = this.libraries.get(agentId);
    if (before === undefined || at < before) this.libraries.set(agentId, at);
  }

  ofSkills({ agentId, baseVersions, ops }: ChangesetRow): boolean {
    if (!this.isPossible && !this.changesCanaries) return false;
    const isNamed = createdNames(ops).some((name) => this.names.has(`${agentId} ${name}`));
    return isNamed || Object.keys(baseVersions).some((id) => this.skills.has(id));
  }

  /** Whether what an agent is served could have been another by then. */
  ofLibrary(agentId: string, at: Date): boolean {
    if (!this.isPossible) return false;
    return [agentId, SHARED_AGENT].some((own) => (this.libraries.get(own) ?? at) < at);
  }
}

const createdNames = (ops: ChangesetRow['ops']) =>
  ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : []));

export async function rehearseChangeset(
  tx: Tx,
  tenant: string,
  row: ChangesetRow,
  { rehearsal, divergence }: { rehearsal: RehearsalRecord; divergence: Divergence },
): Promise<StoredDifference> {
  const onTrial = await baseStore(tx, tenant).onTrialBefore(Object.keys(row.baseVersions), {
    id: row.id,
    at: row.createdAt,
  });
  const was = standingOf(row, onTrial.size > 0);
  const { standing, gap } = row.learned
    ? await rehearse(tx, tenant, row, { rehearsal, divergence, onTrial })
    : { standing: was, gap: null };
  if (standing !== was) divergence.note(row);
  // A change of low risk is never tried.
  if (row.risk !== 'low' && row.status !== 'rejected') divergence.noteCanary(row);
  return {
    changesetId: row.id,
    agentId: row.agentId,
    createdAt: row.createdAt.toISOString(),
    ...{ was, wouldBe: standing, fate: fateOf(row, was), gap },
  };
}

/** What policy made of it at once. What waited behind a canary has another status by now. */
function standingOf({ learned, status, reviewer, tried }: ChangesetRow, onTrial: boolean): Standing {
  const isByPolicy = learned ? reviewer === SYSTEM_ACTORS.policy : reviewer === null && status !== 'pending';
  if (!isByPolicy) return 'held';
  if (learned && onTrial) return 'queued';
  if (tried) return 'canary';
  return status === 'failed' ? 'failed' : 'applied';
}

function fateOf({ status }: ChangesetRow, was: Standing): ChangesetFate {
  if (was !== 'held') return 'policy';
  if (status === 'pending') return 'waiting';
  return status === 'rejected' ? 'rejected' : 'approved';
}

async function rehearse(
  tx: Tx,
  tenant: string,
  row: ChangesetRow,
  known: { rehearsal: RehearsalRecord; divergence: Divergence; onTrial: ReadonlySet<string> },
): Promise<RehearsedChangeset> {
  const { today, settings: rehearsed } = known.rehearsal;
  const approval = rehearsedApproval(row, { today, rehearsed });
  if (approval === 'held') return { standing: 'held', gap: null };
  if (approval !== 'approved') return { standing: 'unknown', gap: approval.gap };
  const skills = await skillsThen(tx, tenant, row, known.onTrial);
  return rehearsedOutcome(row, { skills, diverged: known.divergence.ofSkills(row), rehearsed });
}

/** The skills that a changeset names, as they were when it was proposed; null where a text is gone. */
async function skillsThen(
  tx: Tx,
  tenant: string,
  { agentId, baseVersions, ops, risk, createdAt }: ChangesetRow,
  onTrial: ReadonlySet<string>,
): Promise<PastSkill[] | null> {
  const store = baseStore(tx, tenant);
  const bases = await store.at(baseVersions);
  if (bases.length < Object.keys(baseVersions).length) return null;
  const taken = await store.named(agentId, createdNames(ops), createdAt);
  // A change of low risk is never tried, however often its skill was used.
  const isCounted = risk !== 'low' && !(await store.erasedSince(createdAt));
  const skills: PastSkill[] = [];
  for (const base of bases) {
    const uses = isCounted ? base.uses - (await store.usesSince(base.skillId, createdAt)) : null;
    skills.push({ version: base.version, state: stateOf(base), uses, onTrial: onTrial.has(base.skillId) });
  }
  const known = new Set(bases.map(({ skillId }) => skillId));
  for (const { id, name } of taken.filter((skill) => !known.has(skill.id))) {
    const state = { id, name, description: '', tags: [], frontMatter: {}, bullets: [] };
    skills.push({ version: 1, state, uses: 0, onTrial: false });
  }
  return skills;
}

function stateOf({
  skillId: id,
  name,
  description,
  tags,
  frontMatter,
  bullets,
}: BaseRow): PastSkill['state'] {
  const rules = bullets.map((rule) => ({
    ...{ helpful: 0, harmful: 0, neutral: 0, used: 0, sources: [] },
    ...rule,
    status: 'active' as const,
  }));
  return { id, name, description, tags, frontMatter, bullets: rules };
}
