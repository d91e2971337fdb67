/** Which rules a session is shown before a call of a tool. */
import { drawUnit } from '../runs/holdout.ts';
import type { CallMoment } from './match.ts';
import type { Condition } from './trigger.ts';

/** A rule that applies to some calls. */
export interface TriggeredRule {
  id: string;
  applies_when: Condition[];
  blocks?: boolean | undefined;
}

/** What a session was shown before, or was not because it was held back. */
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

/** `unit` is what keeps its draw: a session, without one a recall. `rate` is a share of 1. */
interface MomentDraw {
  tenant: string;
  agentId: string;
  unit: string;
  rate: number;
  rules: readonly TriggeredRule[];
}

/** Whether the rules are held back, and with what probability. A session never sees a rule once and then not; what blocks always holds. */
export function drawMoment({ tenant, agentId, unit, rate, rules }: MomentDraw) {
  const probability = rules.some(({ blocks }) => blocks) ? 0 : rate;
  const [first] = rules;
  const draw = drawUnit('moment', tenant, agentId, unit, first?.id ?? '');
  return { heldBack: draw < probability, probability };
}
