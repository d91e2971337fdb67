/** A skill while it is being written, and what of it can already be checked. Pure. */
import { AGENT_ID_OR_SHARED } from '../../../server/domain/agent-id.ts';
import { type Trigger, triggerOf } from '../../../server/domain/moments/trigger.ts';
import { DEFAULT_SECTION, type Section } from '../../../server/domain/skills/skill-state.ts';
import { type Inputs, toCallError } from '../../api/trpc.ts';
import type { SkillDetail } from '../wording.ts';

/** `key` tells rules apart while they are moved and edited; it is never sent. */
export interface RuleDraft extends Trigger {
  key: string;
  section: Section;
  content: string;
  issue: string;
  /** Parted by commas, as typed. */
  keywords: string;
}

export interface SkillDraft {
  agentId: string;
  name: string;
  description: string;
  /** Parted by commas, as typed. */
  tags: string;
  rules: RuleDraft[];
}

/** What the check and an author's request both take of a rule. */
interface RuleToSend extends Trigger {
  section: Section;
  content: string;
  issue: string;
  keywords: string[];
}

/** What is checked of a skill, wherever it was written. */
export interface CheckInput {
  agentId: string;
  name: string;
  description: string;
  tags: string[];
  rules: RuleToSend[];
}

type CheckedOps = Inputs['changesets']['check']['ops'];

const NAME = /^[a-z0-9][a-z0-9-]{1,63}$/;
/** Shorter or longer texts are no rules; the check would refuse them all because of one. */
const [SHORTEST, LONGEST, LONGEST_DESCRIPTION] = [3, 2000, 1024];
/** As many operations as one check takes. */
const MOST_OPS = 100;

/** A rule without text; `key` must be new among the rules. */
export function emptyRule(key: string): RuleDraft {
  return { key, section: DEFAULT_SECTION, content: '', issue: '', keywords: '' };
}

export function emptyDraft(agentId: string): SkillDraft {
  return { agentId, name: '', description: '', tags: '', rules: [emptyRule('rule-0')] };
}

/** A draft that begins from a skill as it is. */
export function draftOf({ skill }: SkillDetail): SkillDraft {
  const active = skill.bullets.filter(({ status }) => status === 'active');
  const rules = active.map(({ id, section, content, issue, keywords, ...rule }) => ({
    ...{ key: id, section, content, issue, ...triggerOf(rule) },
    keywords: keywords.join(', '),
  }));
  const { agentId, name, description, tags } = skill;
  return { agentId, name, description, tags: tags.join(', '), rules };
}

/** The words of a list that was typed with commas. */
export function listOf(typed: string): string[] {
  return typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** What is sent of a draft. Rules without any text are left out. */
export function candidateOf({ agentId, name, description, tags, rules }: SkillDraft): CheckInput {
  return { agentId, name, description, tags: listOf(tags), rules: writtenRules(rules).map(ruleToSend) };
}

/** The rules that have a text: problems that the server finds count through these. */
export function writtenRules(rules: readonly RuleDraft[]): RuleDraft[] {
  return rules.filter(({ content }) => content.trim() !== '');
}

function ruleToSend({ section, content, issue, keywords, ...trigger }: RuleDraft): RuleToSend {
  return { section, content, issue, keywords: listOf(keywords), ...triggerOf(trigger) };
}

/** Operations whose check gives findings rule by rule, and the rule of each (null: the whole skill). */
interface Check {
  agentId: string;
  ops: CheckedOps;
  ruleOfOp: (number | null)[];
}

/** The part of a candidate that can be checked: a check refuses half-written names and rules. */
export function checkOf({ agentId, name, description, tags, rules }: CheckInput): Check {
  const skill = NAME.test(name) ? name : 'unnamed';
  const sound = rules.flatMap(({ content, ...rule }, index) =>
    content.length >= SHORTEST && content.length <= LONGEST ? [{ index, rule: { ...rule, content } }] : [],
  );
  const alone = sound.slice(0, MOST_OPS - 1);
  const rest = sound.slice(MOST_OPS - 1).map(({ rule }) => rule);
  const whole = { description: description.slice(0, LONGEST_DESCRIPTION), tags, bullets: rest };
  return {
    agentId: AGENT_ID_OR_SHARED.test(agentId) ? agentId : 'default',
    ops: [
      { op: 'create_skill', name: skill, ...whole },
      ...alone.map(({ rule }) => ({ op: 'add' as const, skill, ...rule })),
    ],
    ruleOfOp: [null, ...alone.map(({ index }) => index)],
  };
}

/** Which field a refusal is about. Pure. */
interface FieldErrors {
  /** What is wrong at a path or below it, null where nothing is. */
  at: (...path: (string | number)[]) => string | null;
  /** Whether the refusal says something that belongs to no field. */
  hasUnplaced: boolean;
}

/** The errors of a failed call, by field; a `body` that the service puts before its paths is passed over. */
export function toFieldErrors(error: unknown): FieldErrors {
  const problems = error === null ? [] : (toCallError(error).problems ?? []);
  const placed = problems.map(({ path, message }) => ({
    path: path[0] === 'body' ? path.slice(1) : path,
    message,
  }));
  const at = (...path: (string | number)[]) => {
    const found = placed.filter((problem) => path.every((part, index) => problem.path[index] === part));
    return found.length === 0 ? null : found.map(({ message }) => message).join(' · ');
  };
  return { at, hasUnplaced: error !== null && problems.length === 0 };
}
