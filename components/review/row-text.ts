/** What a row of the queue says about a changeset, in words, and how rows belong together. Pure. */
import { isBlocking } from '../../server/domain/safety/spans.ts';
import { holdingSources } from '../../server/domain/trust/source-names.ts';
import { sourcesText } from '../changesets/sources/source-words.ts';
import { counted } from '../ui/text/counted.ts';
import type { QueueItem } from './review-state.ts';

/** "deploy-billing", "new: deploy-billing", "deploy-billing and 2 more". */
export function skillText({ skills }: Pick<QueueItem, 'skills'>): string {
  const [first] = skills;
  if (first === undefined) return 'No skill';
  const name = first.id === null ? `new: ${first.name}` : first.name;
  return skills.length === 1 ? name : `${name} and ${skills.length - 1} more`;
}

/** "6 episodes, 4 failed", or null where it was not learned. */
export function evidenceText(props: Pick<QueueItem, 'episodes' | 'failures'>): string | null {
  const { episodes, failures } = props;
  if (episodes === 0) return null;
  const runs = counted(episodes, 'episode');
  return failures === 0 ? runs : `${runs}, ${failures} failed`;
}

/** "lint", "2 notes": the advice on a change that nothing holds. */
export function adviceText({ findings, blocking }: Pick<QueueItem, 'findings' | 'blocking'>): string | null {
  if (findings.length === 0 || blocking) return null;
  return findings.length === 1 ? (findings[0]?.split(':')[0] ?? null) : `${findings.length} notes`;
}

/** "from web_fetch": the untrusted sources for which it waits, or which taught it; null where none did. */
export function learnedText({ sources, because }: Pick<QueueItem, 'sources' | 'because'>): string | null {
  const holding = holdingSources(sources, because);
  const text = sourcesText(holding.length === 0 ? sources : holding);
  return text === '' ? null : `from ${text}`;
}

/** Items that wait and are held for the same reason, by the id of the first; only where there are several. */
export function heldAlike(items: readonly QueueItem[], open: (id: string) => boolean): Map<string, string[]> {
  const alike = new Map<string, string[]>();
  for (const { id, findings, source, because } of items) {
    const reasons = [...findings.filter(isBlocking), ...because].sort();
    if (reasons.length === 0 || !open(id)) continue;
    const key = [source, ...reasons].join('\n');
    alike.set(key, [...(alike.get(key) ?? []), id]);
  }
  const several = [...alike.values()].filter((ids) => ids.length > 1);
  return new Map(several.flatMap((ids) => (ids[0] === undefined ? [] : [[ids[0], ids] as const])));
}

/** "0.62 to 0.71"; the score alone where nothing stood before. */
export function scoreText({ evalScore, baselineScore }: Pick<QueueItem, 'evalScore' | 'baselineScore'>) {
  if (evalScore === null) return null;
  const after = evalScore.toFixed(2);
  return baselineScore === null ? `judged ${after}` : `${baselineScore.toFixed(2)} to ${after}`;
}

/** "v6 is now v7", "already exists", "behind a canary". */
export function driftText(drift: 'moved' | 'blocked', { skills }: Pick<QueueItem, 'skills'>): string {
  if (drift === 'blocked') return 'behind a canary';
  const moved = skills.find(({ base, now }) => base !== now);
  if (moved === undefined || moved.now === null) return 'skill moved';
  return moved.base === null ? 'already exists' : `v${moved.base} is now v${moved.now}`;
}

/** Skill id to how many of `items` still wait on it; `open` knows what was decided since they were read. */
export function waitingBySkill(
  items: readonly QueueItem[],
  open: (id: string) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id: changesetId, skills } of items) {
    if (!open(changesetId)) continue;
    for (const { id } of skills) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Neighbours that touch the same first skill, as a list sorted by skill has them. */
export function groupsOf(items: readonly QueueItem[]): { key: string; name: string; items: QueueItem[] }[] {
  const groups: { key: string; name: string; items: QueueItem[] }[] = [];
  for (const item of items) {
    const existing = item.skills.filter(({ id }) => id !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
    const [first] = existing;
    const key = first?.id ?? 'new';
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, name: first?.name ?? 'New skills', items: [item] });
  }
  return groups;
}
