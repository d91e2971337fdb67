/**
 * What the walks of the canaries' model propose: changes of one skill, of two, and with skills that are
 * created beside.
 */
import type { Operation } from '../../domain/skills/changesets/ops.ts';

export const WALKED_SKILLS = ['kubernetes-rollout', 'kubernetes-rollout-plan', 'kubernetes-rollout-check'];

/** Names of skills that changes create: few, so that one is wanted twice. */
const EXTRAS = 4;

/**
 * `two` changes two skills that do not need each other, `bundle` changes one and creates another, `together`
 * changes two that both send readers to the one that it creates.
 */
export type ProposalKind = 'low' | 'high' | 'two' | 'bundle' | 'together';

/** The operations, the places of the skills that they change, and the name of the one that they create. */
export interface WalkProposal {
  ops: Operation[];
  affected: number[];
  extra: string | null;
}

export function toProposal(which: number, kind: ProposalKind, words: string): WalkProposal {
  const affected = kind === 'two' || kind === 'together' ? [which, which + 1] : [which];
  const extra = kind === 'bundle' || kind === 'together' ? `extra-${which % EXTRAS}` : null;
  const see = kind === 'together' ? `, see ${extra}` : '';
  const ops = affected.map((at): Operation => {
    const skill = WALKED_SKILLS[at % 3] ?? '';
    const content = `Look at ${words} again`;
    if (kind === 'low') return { op: 'add', skill, section: 'steps', content, issue: '', keywords: [] };
    return { op: 'set_description', skill, description: `Roll out a container image, ${words}${see}` };
  });
  return { ops: extra === null ? ops : [...ops, creation(extra, words)], affected, extra };
}

/** Of a skill that no run of the walks is served. */
function creation(name: string, words: string): Operation {
  const rule = { section: 'steps' as const, content: `Water the plants, ${words}`, issue: '', keywords: [] };
  return { op: 'create_skill', name, description: 'Care for office plants', tags: [], bullets: [rule] };
}
