/**
 * The text that a recall served, put together again from the versions and memories that its record names. They never
 * change, so it is the same text, unless a part was deleted since.
 */
import type { Principal } from '../../domain/principal.ts';
import type { RecalledMemory, RecalledSkill } from '../../domain/runs/recall/recall.ts';
import {
  type MemoryText,
  renderIndexEntry,
  renderInstructions,
  renderMemory,
  renderSkill,
  type SkillText,
} from '../../domain/runs/recall/render-instructions.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { servedSkillText } from '../../skills/index.ts';
import { type RecallRead, recallStore, servedMemories } from './store.ts';

/** What a line of the text says; null for headings of the whole and the frame around it. */
type LineSource =
  | { kind: 'skill'; id: string; name: string; version: number; rule: string | null }
  | { kind: 'memory'; id: string }
  | null;

export interface ServedText {
  /** The text, line by line; no line where nothing was served. */
  lines: { text: string; source: LineSource }[];
  /** Skills and memories that were served and are gone. */
  gone: number;
}

/** A part of the text, and what its lines are about. */
export interface Piece {
  text: string;
  sourceOf: (line: string) => LineSource;
}

/** A skill that the agent has as a file is only named. */
const isInFull = ({ served, reason }: RecalledSkill) => served && reason !== 'file';

const isInText = ({ served, skipped }: RecalledMemory) => served && skipped !== true;

function without(text: SkillText, rules: readonly string[]): SkillText {
  return rules.length === 0
    ? text
    : { ...text, bullets: text.bullets.filter(({ id }) => !rules.includes(id)) };
}

/** Unknown: `recall not found`. */
export async function readServed(runtime: Runtime, { tenant }: Principal, id: string): Promise<ServedText> {
  const recall = await recallStore(runtime.db.read, tenant).find(id);
  if (recall === null) throw notFound('recall');
  const named = recall.skills.filter(({ served, reason }) => served || reason === 'index');
  const texts = await Promise.all(named.map((skill) => servedSkillText(runtime, tenant, skill)));
  const found = named.flatMap((skill, at) => {
    const text = texts[at] ?? null;
    return text === null ? [] : [{ skill, text }];
  });
  const skills = found.filter(({ skill }) => !skill.skipped);
  const full = skills
    .filter(({ skill }) => isInFull(skill))
    .flatMap(({ skill, text }) => {
      const left = without(text, skill.skipped_rules);
      return left.bullets.length === 0 && text.bullets.length > 0 ? [] : [skillPiece(skill.id, left)];
    });
  const index = skills
    .filter(({ skill }) => !isInFull(skill))
    .map(({ skill, text }) => indexPiece(skill.id, text));
  const memories = await memoryPieces(runtime, tenant, recall);
  const textsOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text);
  const whole = renderInstructions({
    ...{ skills: textsOf(full), index: textsOf(index), memories: textsOf(memories) },
    profile: recall.profile,
  });
  const served = recall.memories.filter(isInText).length;
  return {
    lines: linesOf(whole, [...full, ...index, ...memories]),
    gone: named.length - found.length + served - memories.length,
  };
}

export function skillPiece(id: string, text: SkillText): Piece {
  const { name, version } = text;
  const rules = new Set(text.bullets.map((rule) => rule.id));
  // A rule may go on over several lines.
  let rule: string | null = null;
  return {
    text: renderSkill(text),
    sourceOf: (line) => {
      const marked = /^\S+ (?:.* )?\[([^\]]+)\]|^\*\*.* \[([^\]]+)\]$/u.exec(line);
      const named = marked?.[1] ?? marked?.[2];
      if (named !== undefined && rules.has(named)) rule = named;
      else if (!line.startsWith(' ')) rule = null;
      return { kind: 'skill', id, name, version, rule };
    },
  };
}

export function indexPiece(id: string, text: SkillText): Piece {
  const { name, version } = text;
  return { text: renderIndexEntry(text), sourceOf: () => ({ kind: 'skill', id, name, version, rule: null }) };
}

async function memoryPieces(runtime: Runtime, tenant: string, recall: RecallRead): Promise<Piece[]> {
  const ids = recall.memories.filter(isInText).map(({ id }) => id);
  const known = await servedMemories(runtime.db.read, tenant, ids);
  return ids.flatMap((id) => {
    const memory = known.get(id);
    return memory === undefined ? [] : [memoryPiece(id, memory)];
  });
}

export function memoryPiece(id: string, memory: MemoryText): Piece {
  return { text: renderMemory(memory), sourceOf: () => ({ kind: 'memory', id }) };
}

/** Lines of the whole, each with what it is about: the pieces stand in it in their order. */
export function linesOf(whole: string, pieces: readonly Piece[]): ServedText['lines'] {
  if (whole === '') return [];
  const lines: ServedText['lines'] = [];
  let from = 0;
  const frame = (text: string) => text.split('\n').map((line) => ({ text: line, source: null }));
  for (const { text, sourceOf } of pieces) {
    const at = whole.indexOf(text, from);
    if (at > from) lines.push(...frame(whole.slice(from, at - 1)));
    lines.push(...text.split('\n').map((line) => ({ text: line, source: sourceOf(line) })));
    from = at + text.length + 1;
  }
  return [...lines, ...frame(whole.slice(from))];
}
