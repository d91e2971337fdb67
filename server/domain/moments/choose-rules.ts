/** Which rules a session is shown before a call of a tool. */
import type { CallMoment } from './match.ts';
import type { Condition } from './trigger.ts';

/** A rule that applies to some calls. */
export interface TriggeredRule {
  id: string;
  applies_when: Condition[];
  blocks?: boolean | undefined;
}

/** What a session was shown before. */
export interface EarlierMoment {
  tool: string;
  rules: readonly string[];
}

/** More would be read no better than the text at the start. */
const MOST_RULES = 2;

/**
 * At most two of the rules that match, those that block first. `earlier` are the session's moments, the newest first: a rule
 * is shown once, and again where it was broken since. One that blocks is about this very call, and always shown.
 */
export function chooseRules<Rule extends TriggeredRule>(
  matching: readonly Rule[],
  moment: CallMoment,
  earlier: readonly EarlierMoment[],
): Rule[] {
  const isDue = (rule: Rule): boolean => {
    const last = earlier.find(({ rules }) => rules.includes(rule.id));
    return rule.blocks === true || last === undefined || isBroken(rule, moment, last);
  };
  const due = matching.filter(isDue);
  return [...due.filter(({ blocks }) => blocks), ...due.filter(({ blocks }) => !blocks)].slice(0, MOST_RULES);
}

/** An error that its conditions are about, or of the call that it was shown before. */
function isBroken(rule: TriggeredRule, { tool, lastError }: CallMoment, last: EarlierMoment): boolean {
  if (lastError === undefined || lastError === null || lastError === '') return false;
  return last.tool === tool.name || rule.applies_when.some(({ error }) => error !== undefined);
}
