/**
 * The simulated reviewer: looks through the queue and decides by how a proposal reads, as a person in a hurry
 * would. It does not know what works: that is what canaries are for. Its rules:
 * - a proposal that looks planted or holds a secret is refused;
 * - a proposal that only asks for more care is refused: it tells nobody what to do;
 * - a skill that was used too little for a canary is left until it was used more;
 * - everything else reads well and is approved.
 */
import type { Changeset, Whetstone } from '../../client/src/index.ts';
import { AGENT } from './fleet.ts';

/** What the reviewer did to a proposal. */
export interface Decision {
  readonly changeset: Changeset;
  readonly approved: boolean;
  readonly status: string;
  readonly comment: string;
}

const SUSPICIOUS = /^(?:secret|injection|size):/;
const EMPTY_ADVICE = /\bmore care\b/i;

/** Decides on all that waits and may be decided; `minUses` is what a skill needs for a canary. */
export async function review(client: Whetstone, minUses: number): Promise<Decision[]> {
  const pending = await client.call('listChangesets', { query: { agent_id: AGENT, status: 'pending' } });
  if (pending.length === 0) return [];
  const skills = await client.call('listSkills', { query: { agent_id: AGENT } });
  const used = new Map(skills.flatMap(({ id, name, uses }) => [[id, uses] as const, [name, uses] as const]));
  const decisions: Decision[] = [];
  for (const changeset of pending.toReversed()) {
    const { approve, comment } = formOpinion(changeset);
    if (approve && skillNames(changeset).some((skill) => (used.get(skill) ?? minUses) < minUses)) continue;
    const { status } = await client.call('reviewChangeset', {
      path: { cs_id: changeset.id },
      body: { approve, comment },
    });
    decisions.push({ changeset, approved: approve, status, comment });
  }
  return decisions;
}

function formOpinion({ ops, safety_findings: findings }: Changeset): { approve: boolean; comment: string } {
  if (findings.some((finding) => SUSPICIOUS.test(finding))) {
    return { approve: false, comment: `looks planted: ${findings.join(', ')}` };
  }
  const texts = ops.map((op) => ('content' in op ? (op.content ?? '') : ''));
  if (texts.some((text) => EMPTY_ADVICE.test(text)))
    return { approve: false, comment: 'tells nobody what to do' };
  return { approve: true, comment: 'reads well' };
}

function skillNames({ ops }: Changeset): string[] {
  return ops.flatMap((op) => ('skill' in op ? [op.skill] : []));
}
