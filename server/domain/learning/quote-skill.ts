/**
 * A skill as the learning model reads it. What it says was learned from runs or imported, so it is quoted like them; what was counted
 * for its rules is ours and stands with each of them.
 */
import { activeRules, type RuleState, type SkillState } from '../skills/changesets/skill-state.ts';
import { quotedRecords } from './quote.ts';

/** A rule with its evidence as one record. */
export function ruleRecord({ id, section, content, issue, keywords, ...counted }: RuleState) {
  const { helpful, harmful, neutral, used } = counted;
  return {
    rule: id,
    section,
    content,
    ...(issue === '' ? {} : { issue }),
    ...(keywords.length === 0 ? {} : { keywords: keywords.join(', ') }),
    evidence: `helpful ${helpful}, harmful ${harmful}, neutral ${neutral}, used ${used}`,
  };
}

/** The skill's name, description and active rules in reading order, quoted. */
export function quotedSkill(skill: SkillState): string {
  const { name, description } = skill;
  return quotedRecords([{ skill: name, description }, ...activeRules(skill).map(ruleRecord)]);
}
