/** The gateway's side of a sync: its skills, where their versions come from, and what was proposed for them before. */
import type { Changeset, Operations, SkillVersion } from '../../generated/api.ts';
import { type CommandContext, PATIENT } from '../command-context.ts';
import type { RemoteSkill } from './compare.ts';
import type { SyncLock } from './sync-lock.ts';

const PAGE = 1000;
/** Most versions whose changesets are looked up. */
const HISTORY = 50;

/** The agent's own skills by name. What the lock knows of the same version is not asked for again. */
export async function readRemoteSkills(
  { call, settings: { agentId } }: CommandContext,
  lock: SyncLock,
): Promise<Map<string, RemoteSkill>> {
  const skills = new Map<string, RemoteSkill>();
  for (const { id, name, agent_id, version, status } of await call('listSkills', {
    query: { agent_id: agentId },
  })) {
    if (agent_id !== agentId) continue;
    const locked = lock.skills.get(name);
    const isKnown = locked?.skill_id === id && locked.version === version;
    const text = isKnown
      ? locked.text
      : await call('exportSkill', { path: { ref: id }, query: { agent_id } }, PATIENT);
    skills.set(name, { id, version, text, isDeprecated: status === 'deprecated' });
  }
  return skills;
}

/** What the rationale of an import says of its text, to find it again. */
export const textMark = (print: string) => `[text ${print}]`;

const MARK = /\[text ([0-9a-f]{32})\]$/;

/** The fingerprint of the text that a changeset was imported from; null for any other changeset. */
function importedText({ source, rationale }: Pick<Changeset, 'source' | 'rationale'>): string | null {
  return source === 'import' ? (MARK.exec(rationale)?.[1] ?? null) : null;
}

export interface EarlierProposal {
  id: string;
  status: 'waiting' | 'rejected';
}

/** What was proposed of the agent's files and is not applied, by the fingerprint of the text; what waits goes before. */
export async function earlierProposals(context: CommandContext): Promise<Map<string, EarlierProposal>> {
  const found = new Map<string, EarlierProposal>();
  for (const status of ['rejected', 'approved', 'canary', 'pending'] as const)
    for await (const changeset of allChangesets(context, status)) {
      const print = importedText(changeset);
      if (print !== null)
        found.set(print, { id: changeset.id, status: status === 'rejected' ? 'rejected' : 'waiting' });
    }
  return found;
}

async function* allChangesets(
  { call, settings: { agentId: agent_id } }: CommandContext,
  status: NonNullable<Operations['listChangesets']['query']['status']>,
): AsyncGenerator<Changeset> {
  let before: string | undefined;
  do {
    const query = { agent_id, status, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const page = await call('listChangesets', { query }, PATIENT);
    yield* page;
    before = page.length < PAGE ? undefined : page.at(-1)?.id;
  } while (before !== undefined);
}

/** A version with the changeset that made it; null for one that went back to an earlier version. */
export interface Origin {
  version: SkillVersion;
  changeset: Changeset | null;
  /** The fingerprint of the file that it was imported from, where it was. */
  importedFrom: string | null;
}

/** Where the versions above `since` come from, newest first. */
export async function originsSince(
  { call }: CommandContext,
  skillId: string,
  since: number,
): Promise<Origin[]> {
  const versions = await call('listVersions', { path: { ref: skillId }, query: { limit: HISTORY } });
  const origins: Origin[] = [];
  for (const version of versions.filter(({ version: number }) => number > since)) {
    const id = version.changeset_id;
    const changeset = id === null ? null : await call('getChangeset', { path: { cs_id: id } }, PATIENT);
    origins.push({ version, changeset, importedFrom: changeset && importedText(changeset) });
  }
  return origins;
}
