/**
 * What a rule earned in its present wording. A rule keeps its counters when it is reworded; the versions of
 * its skill say since when it has read as it does, and the runs since then what was said of it.
 */
import { type RuleVerdict, tallyChanges } from '../../domain/learning/reflection/rule-verdicts.ts';
import type { Principal } from '../../domain/principal.ts';
import type { VersionBullet } from '../../domain/skills/skill.ts';
import { fromJson } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { type RuleRow, wordingStore } from './wording-store.ts';

/** A reworded rule in its present wording. */
interface Wording {
  id: string;
  /** The version that brought the wording, and when. */
  version: number;
  since: string;
  /** Counted in the latest runs with the skill that were served the wording. */
  helpful: number;
  harmful: number;
}

/** Those of the rules that read differently before, as far as the latest versions of their skills tell. */
export async function readWordings(
  runtime: Runtime,
  { tenant }: Principal,
  ruleIds: readonly string[],
): Promise<Wording[]> {
  const store = wordingStore(runtime.db.read, tenant);
  const rules = await store.rules([...ruleIds]);
  const wordings: Wording[] = [];
  for await (const [skillId, own] of inTurns(Map.groupBy(rules, (rule) => rule.skillId))) {
    const versions = await store.versions(skillId);
    const texts = versions.map(({ bullets, ...row }) => ({
      ...row,
      bullets: fromJson<VersionBullet[]>(bullets),
    }));
    const reworded = own.flatMap((rule) => wordingSince(rule, texts) ?? []);
    const [first] = reworded.toSorted((a, b) => a.version - b.version);
    if (first === undefined) continue;
    const runs = await store.verdicts(skillId, first.version);
    wordings.push(...reworded.map((rule) => ({ ...rule, ...tallyOf(rule, runs) })));
  }
  return wordings;
}

interface VersionText {
  version: number;
  createdAt: Date;
  bullets: VersionBullet[];
}

/** The version that brought the rule's present wording; null where no earlier one is known to read otherwise. */
function wordingSince({ id, content }: RuleRow, newestFirst: readonly VersionText[]) {
  let began: VersionText | null = null;
  for (const text of newestFirst) {
    const earlier = text.bullets.find((bullet) => bullet.id === id);
    if (earlier === undefined) return null;
    if (earlier.content !== content) {
      return began && { id, version: began.version, since: began.createdAt.toISOString() };
    }
    began = text;
  }
  return null;
}

interface JudgedRun {
  version: number;
  reward: number | null;
  verdicts: RuleVerdict[];
}

function tallyOf({ id, version }: { id: string; version: number }, runs: readonly JudgedRun[]) {
  const nothing = { verdicts: [], reward: null };
  const steps = runs
    .filter((run) => run.version >= version)
    .flatMap((run) => tallyChanges(nothing, run).get(id) ?? []);
  return {
    helpful: steps.reduce((sum, step) => sum + step.helpful, 0),
    harmful: steps.reduce((sum, step) => sum + step.harmful, 0),
  };
}
