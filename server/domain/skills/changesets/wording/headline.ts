/**
 * What a changeset says, for its title: the text of its most telling operation beside the text that it
 * replaces, and how many more operations there are.
 */

import { cutText } from '../../../characters.ts';
import { changedTrigger } from '../../../moments/trigger.ts';
import { describeTrigger } from '../../../moments/wording.ts';
import { maskSecrets } from '../../../safety/redact.ts';
import { scanMatches } from '../../../safety/scan.ts';
import { type Finding, isBlocking } from '../../../safety/spans.ts';
import type { VersionBullet } from '../../skill.ts';
import type { CreateSkillOp, Operation, SetDescriptionOp, UpdateOp } from '../ops.ts';
import { shortenChanges } from './shorten-changes.ts';
import { isRewritten, type WordChange, wordChanges } from './word-changes.ts';

export interface Headline {
  kind: 'added' | 'changed' | 'moved' | 'removed' | 'merged' | 'description' | 'new skill';
  /** The name of a new skill, or the part of a rule or a heading that changes: "section", "tags". */
  label: string | null;
  /** The text in reading order, cut around its changes; all `same` where nothing of it is replaced. */
  parts: WordChange[];
  /** Operations that it does not tell of. */
  more: number;
  /** All operations, counted: "2 rules added, 1 changed". */
  counts: string;
}

export interface HeadlineSource {
  readonly ops: readonly Operation[];
  readonly safetyFindings: readonly string[];
}

/** A skill as the changeset was proposed against it. */
export interface BaseText {
  readonly description: string;
  readonly tags: readonly string[];
  readonly bullets: readonly VersionBullet[];
}

/** Longest text of a headline, in UTF-16 units; pages cut it further. */
const LONGEST = 600;

/** The skill (name or id, as written) whose earlier text the headline needs; null where it needs none. */
export function skillOfHeadline(ops: readonly Operation[]): string | null {
  const lead = leadOf(ops);
  return lead === undefined || lead.op === 'create_skill' || lead.op === 'add' ? null : lead.skill;
}

/** The headline; `base` is the skill that {@link skillOfHeadline} names, null where its text is not known. */
export function headlineOf({ ops, safetyFindings }: HeadlineSource, base: BaseText | null): Headline {
  const lead = leadOf(ops);
  const counts = describeOps(ops);
  if (lead === undefined) return { kind: 'changed', label: null, parts: [], more: 0, counts };
  const { opCount = 1, parts, ...headline } = draftHeadline(lead, { ops, safetyFindings }, base);
  const secret = safetyFindings.some((finding) => finding.startsWith('secret:'));
  const shown = parts.map(({ kind, text }) => ({ kind, text: secret ? maskSecrets(text) : text }));
  return { ...headline, parts: shortenChanges(shown, LONGEST), more: ops.length - opCount, counts };
}

function leadOf(ops: readonly Operation[]): Operation | undefined {
  return ops.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** The lower, the more it tells. */
function rankOf(op: Operation): number {
  switch (op.op) {
    case 'create_skill':
      return 0;
    case 'add':
    case 'remove':
      return 1;
    case 'set_description':
      return 2;
    case 'update':
      if (op.content != null) return 1;
      return detailOf(op) === null ? 4 : 3;
    default:
      return op satisfies never;
  }
}

type HeadlineDraft = Omit<Headline, 'more' | 'counts'> & { opCount?: number };

function draftHeadline(
  lead: Operation,
  { ops, safetyFindings }: HeadlineSource,
  base: BaseText | null,
): HeadlineDraft {
  switch (lead.op) {
    case 'create_skill':
      return newSkill(lead, safetyFindings);
    case 'add':
      return { kind: 'added', label: null, parts: plain(lead.content) };
    case 'set_description':
      return describing(lead, base);
    case 'remove':
      if (lead.merged_into) return merging(lead.merged_into, ops, base);
      return { kind: 'removed', label: null, parts: [{ kind: 'removed', text: textOf(lead.bullet, base) }] };
    case 'update':
      return ops.some((op) => op.op === 'remove' && op.merged_into === lead.bullet)
        ? merging(lead.bullet, ops, base)
        : updating(lead, base);
    default:
      return lead satisfies never;
  }
}

/** By what holds it for review, else by what it is for. */
function newSkill({ name, description, bullets }: CreateSkillOp, findings: readonly string[]): HeadlineDraft {
  const rules = bullets.map(({ content }) => content);
  const purpose = description.trim() === '' ? (rules[0] ?? '') : description;
  const text = heldExcerpt([description, ...rules], findings) ?? purpose;
  return { kind: 'new skill', label: name, parts: plain(text) };
}

function describing({ description, tags }: SetDescriptionOp, base: BaseText | null): HeadlineDraft {
  if (base?.description !== description || tags === undefined) {
    return { kind: 'description', label: null, parts: between(base?.description, description) };
  }
  return { kind: 'description', label: 'tags', parts: between(base.tags.join(', '), tags.join(', ')) };
}

/** The rule that stays, with all operations that make it say what the others said. */
function merging(survivor: string, ops: readonly Operation[], base: BaseText | null): HeadlineDraft {
  const mergeOps = ops.filter((op) =>
    op.op === 'remove' ? op.merged_into === survivor : op.op === 'update' && op.bullet === survivor,
  );
  const reworded = mergeOps.find((op) => op.op === 'update' && op.content != null) as UpdateOp | undefined;
  const text = reworded?.content ?? textOf(survivor, base);
  return { kind: 'merged', label: null, parts: plain(text), opCount: mergeOps.length };
}

function updating(op: UpdateOp, base: BaseText | null): HeadlineDraft {
  const rule = base?.bullets.find(({ id }) => id === op.bullet);
  if (op.content != null && op.content !== rule?.content) {
    return { kind: 'changed', label: null, parts: between(rule?.content, op.content) };
  }
  const text = textOf(op.bullet, base);
  const detail = detailOf(op, rule);
  if (detail === null) return { kind: 'moved', label: null, parts: plain(text) };
  const { label, before, after } = detail;
  const change = before === after ? [] : between(before, after);
  return { kind: 'changed', label, parts: [...change, { kind: 'same', text: ` · ${text}` }] };
}

/** The part beside its wording that an update changes. */
function detailOf(op: UpdateOp, rule?: VersionBullet): RuleDetail | null {
  const part = (['section', 'issue', 'keywords'] as const).find((name) => op[name] != null);
  if (part !== undefined) return { label: part, before: rule && `${rule[part]}`, after: `${op[part]}` };
  if (op.applies_when === undefined && op.blocks == null) return null;
  const after = describeTrigger(changedTrigger(op, rule ?? {})) || 'No trigger';
  return { label: 'trigger', before: rule && describeTrigger(rule), after };
}

interface RuleDetail {
  label: string;
  before: string | undefined;
  after: string;
}

/** A rule's wording; where it is not known, what stands for it on the changeset's own page too. */
function textOf(bullet: string, base: BaseText | null): string {
  return base?.bullets.find(({ id }) => id === bullet)?.content ?? `Rule ${bullet}`;
}

function plain(text: string): WordChange[] {
  return [{ kind: 'same', text }];
}

/** A replaced text of at most so many characters may stand before what replaces it. */
const GLANCE = 40;

/** The words that differ; after a rewrite both texts whole, the new one where it is seen first. */
function between(before: string | undefined, after: string): WordChange[] {
  if (before === undefined || before === '') return plain(after);
  const changes = wordChanges(before, after);
  if (!isRewritten(changes)) return changes;
  const old: WordChange = { kind: 'removed', text: before };
  const now: WordChange = { kind: 'added', text: after };
  return before.length > GLANCE ? [now, old] : [old, now];
}

/** For example "2 rules added, 1 changed, 1 merged", or "New skill with 5 rules". */
function describeOps(ops: readonly Operation[]): string {
  const parts = [...newSkills(ops), ...ruleChanges(ops), ...headings(ops)];
  const sentence = parts.length > 0 ? parts.join(', ') : 'nothing changed';
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function newSkills(ops: readonly Operation[]): string[] {
  const created = ops.filter((op) => op.op === 'create_skill');
  if (created.length === 0) return [];
  const rules = created.reduce((sum, { bullets }) => sum + bullets.length, 0);
  const skills = created.length === 1 ? 'new skill' : `${created.length} new skills`;
  return [`${skills} with ${rules === 0 ? 'no rules' : counted(rules)}`];
}

/** Only the first number gets the word "rule". */
function ruleChanges(ops: readonly Operation[]): string[] {
  const counts = new Map<string, number>();
  for (const verb of ops.map(findVerb)) if (verb) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  const verbs = VERBS.filter((verb) => counts.has(verb));
  return verbs.map((verb, index) => {
    const count = counts.get(verb) ?? 0;
    return `${index === 0 ? counted(count) : count} ${verb}`;
  });
}

const VERBS = ['added', 'changed', 'moved', 'merged', 'removed'] as const;

function findVerb(op: Operation): (typeof VERBS)[number] | null {
  switch (op.op) {
    case 'add':
      return 'added';
    case 'update':
      return [op.section, op.content, op.issue, op.keywords, op.blocks].some((change) => change != null) ||
        op.applies_when !== undefined
        ? 'changed'
        : 'moved';
    case 'remove':
      return op.merged_into ? 'merged' : 'removed';
    case 'create_skill':
    case 'set_description':
      return null;
    default:
      return op satisfies never;
  }
}

function headings(ops: readonly Operation[]): string[] {
  const changed = ops.filter((op) => op.op === 'set_description');
  if (changed.length === 0) return [];
  const alone = changed.every(({ tags, front_matter }) => tags === undefined && front_matter === undefined);
  return [alone ? 'description changed' : 'description and tags replaced'];
}

function counted(count: number): string {
  return count === 1 ? '1 rule' : `${count} rules`;
}

/** Characters that are looked through: a list shows dozens of skills, and its title need not be found at any price. */
const LOOKED_THROUGH = 20_000;
/** Characters before the passage, so that its beginning is seen in a short title too. */
const BEFORE = 24;
const LONGEST_EXCERPT = 240;

/** The line with the first passage that one of `findings` is about; null where none is found. */
function heldExcerpt(texts: readonly string[], findings: readonly Finding[]): string | null {
  const held = new Set(findings.filter(isBlocking));
  if (held.size === 0) return null;
  let left = LOOKED_THROUGH;
  for (const text of texts) {
    if (left <= 0) return null;
    const searched = cutText(text, left);
    left -= searched.length;
    const match = scanMatches(searched).find(({ finding }) => held.has(finding));
    if (match !== undefined) return around(text, match.start);
  }
  return null;
}

/** Secrets are masked before anything is cut: half of one would not be known for one. */
function around(text: string, start: number): string {
  const before = maskSecrets(text.slice(0, start));
  const after = maskSecrets(text.slice(start));
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const lead = line.length <= BEFORE ? line : `… ${line.slice(line.indexOf(' ', line.length - BEFORE) + 1)}`;
  const [rest = ''] = after.split('\n', 1);
  return cutText(`${lead}${rest}`.trim(), LONGEST_EXCERPT);
}
