/** What the candidate arm of a skill served, for whoever reads of a run: it may never have become a version. */
import type { Runtime } from '../../platform/runtime.ts';
import type { CandidateText } from './records.ts';
import { experimentStore } from './store.ts';

/** The text that was tried as `version` of the skill, by the latest canary that did; null where none did. */
export async function candidateText(
  runtime: Runtime,
  tenant: string,
  { skillId, version }: { skillId: string; version: number },
): Promise<CandidateText | null> {
  const experiment = await experimentStore(runtime.db.read, tenant).latestAfter(skillId, version - 1);
  return experiment?.candidate ?? null;
}
