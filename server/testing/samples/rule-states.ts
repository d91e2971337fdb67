/** Rules of a skill as changesets read them. */
import type { RuleState } from '../../domain/skills/changesets/changeset.ts';

/** An active step that no run has used yet. */
export function ruleState(id: string, content: string, changes: Partial<RuleState> = {}): RuleState {
  return {
    ...{ id, section: 'steps', content, issue: '', keywords: [], status: 'active', sources: [] },
    ...{ helpful: 0, harmful: 0, neutral: 0, used: 0, ...changes },
  };
}
