/** One SKILL.md through the interface: imported, read back, exported, imported again and compared. */
import type { ArchiveFile } from './archive.ts';
import type { Client, Reply } from './client.ts';
import { type WordsKept, wordsKept } from './words-kept.ts';

/** What came of the first import. A fault is an answer that no document may cause. */
export type Outcome = 'accepted' | 'held' | 'refused' | 'fault';

export interface ImportedFile {
  path: string;
  outcome: Outcome;
  /** Why it was not accepted; empty where it was. */
  reason: string;
  milliseconds: number;
  /** Null where there is no skill to read back. */
  roundTrip: RoundTrip | null;
}

interface RoundTrip {
  bullets: number;
  /** What differs after export and import; empty where nothing does. */
  difference: string;
  kept: WordsKept;
}

/** The reply to a skill that was written or imported. */
export interface Written {
  skill_id: string | null;
  changeset_id: string | null;
  status: string;
  safety_findings: string[];
}

interface Bullet {
  section: string;
  content: string;
  issue: string;
  keywords: string[];
}

export interface Skill {
  description: string;
  tags: string[];
  bullets: Bullet[];
}

function refusal({ text, json }: Reply): string {
  const detail = (json as { detail?: unknown } | undefined)?.detail;
  if (!Array.isArray(detail)) return text;
  return detail.map(({ msg }: { msg: string }) => msg).join('; ');
}

const isBlocking = (finding: string) => !finding.startsWith('lint:');

function outcomeOf(reply: Reply): { outcome: Outcome; reason: string } {
  if (reply.status === 422) return { outcome: 'refused', reason: refusal(reply) };
  if (reply.status !== 200) return { outcome: 'fault', reason: `${reply.status} ${reply.text}` };
  const { status, safety_findings: findings } = reply.json as Written;
  if (status === 'applied') return { outcome: 'accepted', reason: '' };
  if (status === 'pending') return { outcome: 'held', reason: findings.filter(isBlocking).join(', ') };
  return { outcome: 'fault', reason: `status ${status}` };
}

/** The skill's id, after approving the change where it was held. */
export async function settle(client: Client, written: Written): Promise<string> {
  if (written.skill_id !== null) return written.skill_id;
  const path = `/v1/changesets/${written.changeset_id}/review`;
  const review = await client.ask<{ status: string; reason: string | null; applied_versions: object }>(
    'POST',
    path,
    { approve: true },
  );
  const [id] = Object.keys(review.applied_versions);
  if (review.status === 'applied' && id !== undefined) return id;
  throw new Error(`an approved change became ${review.status}: ${review.reason}`);
}

/** What differs between two skills' texts, in one line; empty where nothing does. */
export function difference(before: Skill, after: Skill): string {
  const bare = ({ section, content, issue, keywords }: Bullet) =>
    JSON.stringify({ section, content, issue, keywords });
  if (before.description !== after.description) return 'the description differs';
  if (JSON.stringify(before.tags) !== JSON.stringify(after.tags)) return 'the tags differ';
  const at = before.bullets.findIndex((bullet, index) => {
    const other = after.bullets[index];
    return other === undefined || bare(bullet) !== bare(other);
  });
  if (at >= 0) {
    const [was, is] = [before.bullets[at], after.bullets[at]];
    return `rule ${at + 1}: ${was && bare(was)} became ${is === undefined ? 'nothing' : bare(is)}`;
  }
  const more = after.bullets.length - before.bullets.length;
  return more === 0 ? '' : `${more} more rules than before`;
}

async function roundTrip(client: Client, file: ArchiveFile, agent: string, id: string): Promise<RoundTrip> {
  const before = await client.ask<Skill>('GET', `/v1/skills/${id}`);
  const markdown = await client.ask<string>('GET', `/v1/skills/${id}/SKILL.md`);
  const again = await client.ask<Written>('POST', '/v1/skills/import', {
    agent_id: `${agent}-again`,
    markdown,
  });
  const after = await client.ask<Skill>('GET', `/v1/skills/${await settle(client, again)}`);
  const contents = before.bullets.map(({ content }) => content);
  return {
    bullets: before.bullets.length,
    difference: difference(before, after),
    kept: wordsKept(file.text, contents),
  };
}

/** Imports a file for an agent. What is held is approved afterwards, so that it can be compared as well. */
export async function importFile(client: Client, file: ArchiveFile, agent: string): Promise<ImportedFile> {
  const start = performance.now();
  const reply = await client.call('POST', '/v1/skills/import', { agent_id: agent, markdown: file.text });
  const milliseconds = performance.now() - start;
  const { outcome, reason } = outcomeOf(reply);
  const base = { path: file.path, outcome, reason, milliseconds };
  if (outcome === 'refused' || outcome === 'fault') return { ...base, roundTrip: null };
  const id = await settle(client, reply.json as Written);
  return { ...base, roundTrip: await roundTrip(client, file, agent, id) };
}
