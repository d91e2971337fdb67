/**
 * The layout of an imported document: its text, cut where its rules stand. It lets an export give back the same
 * document, and a recall serve its rules under their headings. Each rule is known by a key of its wording, so that a
 * rule which was reworded since is no longer taken for what the document says.
 */
import { z } from 'zod';
import { describeTrigger } from '../../moments/wording.ts';
import { drawUnit } from '../../runs/holdout.ts';
import { LAYOUT_FIELD, SECTIONS, type Section, withoutLayout } from '../skill-state.ts';
import { headingWords } from './blocks.ts';
import type { BulletDraft } from './rule-forms.ts';
import { joinHeadings } from './sections.ts';

/** Lines of a body that became rules, counted from 0, `end` excluded. */
export interface BodyPart {
  start: number;
  end: number;
  /** How many rules they became. */
  rules: number;
  /** The section that the headings above them open, and the depth of the innermost of these. */
  section: Section;
  depth: number;
}

const partSchema = z.object({
  /** The text between the part before and this one: blank lines, headings that only name a section. */
  lead: z.string(),
  source: z.string(),
  rules: z.array(z.string()),
  section: z.enum(SECTIONS),
  depth: z.number(),
});

const layoutSchema = z.object({ front: z.string(), parts: z.array(partSchema), tail: z.string() });

export type DocumentPart = z.infer<typeof partSchema>;

/** `front`, the leads and sources of the parts, and `tail` make up the document; `front` is empty for a body alone. */
export type DocumentLayout = z.infer<typeof layoutSchema>;

/** Cuts a document whose body begins in line `bodyFrom`. Line ends stay as they are. */
export function layOut(
  markdown: string,
  { bodyFrom, parts, bullets }: { bodyFrom: number; parts: BodyPart[]; bullets: BulletDraft[] },
): DocumentLayout {
  const lines = markdown.split(/(?<=\n|\r(?!\n))/);
  const text = (from: number, to: number) => lines.slice(bodyFrom + from, bodyFrom + to).join('');
  let line = 0;
  let rule = 0;
  const cut = parts.map(({ start, end, rules, section, depth }) => {
    const keys = bullets.slice(rule, rule + rules).map(ruleKey);
    const part = { lead: text(line, start), source: text(start, end), rules: keys, section, depth };
    line = end;
    rule += rules;
    return part;
  });
  return { front: lines.slice(0, bodyFrom).join(''), parts: cut, tail: text(line, lines.length) };
}

type Wording = BulletDraft;

function ruleKey({ section, content, issue, keywords, ...trigger }: Wording): string {
  const words = [section, content, issue, ...keywords];
  if (trigger.applies_when) words.push(describeTrigger(trigger));
  return Math.floor(drawUnit('rule', ...words) * 2 ** 53).toString(36);
}

export function wholeText({ front, parts, tail }: DocumentLayout): string {
  return [front, ...parts.flatMap(({ lead, source }) => [lead, source]), tail].join('');
}

/** What of a document no rule says: its front matter as it was written, and what stands between its rules. */
export function textOutsideRules({ front, parts, tail }: DocumentLayout): string {
  return [front, ...parts.map(({ lead }) => lead), tail].filter((text) => text.trim() !== '').join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

export function withLayout(fields: Fields, layout: DocumentLayout | null): Record<string, unknown> {
  const rest = withoutLayout(fields);
  return layout === null ? rest : { ...rest, [LAYOUT_FIELD]: layout };
}

/** The layout beside the fields; null for a skill that was not imported. */
export function layoutIn(fields: Fields): DocumentLayout | null {
  const layout = fields[LAYOUT_FIELD];
  return layout === undefined ? null : (layoutSchema.safeParse(layout).data ?? null);
}

const ATX_HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;

/** The headings between two rules: their lines, and their words. */
export function headingsIn(lead: string): { lines: string; words: string }[] {
  const lines = normaliseLines(lead).split('\n');
  return lines.flatMap((line, at) => {
    if (ATX_HEADING.test(line)) return { lines: line, words: headingWords(line.trimStart()) };
    const under = lines[at + 1] ?? '';
    const isUnderlined = line.trim() !== '' && UNDERLINE.test(under) && !UNDERLINE.test(line);
    return isUnderlined ? { lines: `${line}\n${under}`, words: line.trim() } : [];
  });
}

/** How a part's source begins. */
interface SourceHead {
  /** The lines of its headings with the blank ones below. */
  headingLines: string;
  /** Their words, as the text of a rule has them. */
  headings: string;
  /** Marker and indentation of a list item; empty for another block. */
  marker: string;
  indent: string;
}

/** Reads the headings and the marker of a part's source. What is underlined counts as text. */
export function readSource(source: string): SourceHead {
  const lines = normaliseLines(source).split('\n');
  const isHeading = (line: string) => ATX_HEADING.test(line);
  const from = isHeading(lines[0] ?? '')
    ? lines.findIndex((line) => line.trim() !== '' && !isHeading(line))
    : 0;
  const head = lines.slice(0, from === -1 ? lines.length : from);
  const words = head.filter(isHeading).map((line) => headingWords(line.trimStart()));
  const [, indent = '', marker = ''] =
    /^( {0,3})([-+*]|\d{1,9}[.)])[ \t]/.exec(lines[head.length] ?? '') ?? [];
  return {
    headingLines: head.map((line) => `${line}\n`).join(''),
    headings: joinHeadings(words),
    marker,
    indent,
  };
}

function normaliseLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** A place in a document whose rule was reworded or removed since; `lead` stands before it. */
export interface LostPlace {
  part: DocumentPart;
  lead: string;
}

/** A step through rules and document at once. */
export type AlignedRules<Rule> =
  | { kind: 'part'; part: DocumentPart; lead: string; rules: Rule[] }
  | { kind: 'lost'; place: LostPlace }
  /** A rule that the document does not have; `place` is where it stands in for another. */
  | { kind: 'rule'; rule: Rule; place: LostPlace | null };

/**
 * Reads rules beside the document they came from. A part counts where all of its rules are there, together and in
 * their order; between two such parts, rules stand in for those that are lost, one for one.
 */
export function alignRules<Rule extends Wording>(
  rules: readonly Rule[],
  { parts }: DocumentLayout,
): AlignedRules<Rule>[] {
  const aligned: AlignedRules<Rule>[] = [];
  let rule = 0;
  let part = 0;
  const fillGap = (toRule: number, toPart: number) => {
    const lost = parts.slice(part, toPart).flatMap(lostPlaces);
    for (const [index, loose] of rules.slice(rule, toRule).entries())
      aligned.push({ kind: 'rule', rule: loose, place: lost[index] ?? null });
    for (const place of lost.slice(toRule - rule)) aligned.push({ kind: 'lost', place });
  };
  for (const [index, at] of intactParts(rules, parts)) {
    const intact = parts[index];
    if (!intact) continue;
    fillGap(at, index);
    rule = at + intact.rules.length;
    part = index + 1;
    aligned.push({ kind: 'part', part: intact, lead: intact.lead, rules: rules.slice(at, rule) });
  }
  fillGap(rules.length, parts.length);
  return aligned;
}

function lostPlaces(part: DocumentPart): LostPlace[] {
  return part.rules.map((_, index) => ({ part, lead: index === 0 ? part.lead : '\n' }));
}

/** Parts by their index with the index of their first rule, both rising. */
function intactParts(rules: readonly Wording[], parts: readonly DocumentPart[]): [number, number][] {
  const partsByKey = Map.groupBy(parts.keys(), (index) => parts[index]?.rules[0] ?? '');
  const waiting = new Map([...partsByKey].map(([key, same]) => [key, same.values()]));
  const keys = rules.map(ruleKey);
  const found: [number, number][] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const index = waiting.get(keys[at] ?? '')?.next().value;
    const own = index === undefined ? undefined : parts[index]?.rules;
    if (index === undefined || own === undefined) continue;
    if (own.every((key, place) => keys[at + place] === key)) {
      found.push([index, at]);
      at += own.length - 1;
    }
  }
  const rising = longestRising(found.map(([index]) => index));
  return found.filter((_, place) => rising.has(place));
}

/** The indexes of a longest strictly rising subsequence (patience sorting, n log n). */
export function longestRising(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    const length = firstAtLeast(tails, values, value);
    before[index] = tails[length - 1] ?? -1;
    tails[length] = index;
  }
  const chosen = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) chosen.add(index);
  return chosen;
}

/** How many piles end below `value`; piles rise from left to right. */
function firstAtLeast(tails: readonly number[], values: readonly number[], value: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
