/**
 * Looks for injection in a text that is about to be kept as knowledge. The text is folded once (and once more
 * without resolving look-alikes, where it has letters of other scripts), all phrases are matched on it, and
 * what the sentence itself speaks against is dropped.
 */
import type { Span } from '../spans.ts';
import { type FoldedText, foldText, withoutBlanks } from './fold-text.ts';
import { findHiddenCharacters } from './hidden-characters.ts';
import { isSpokenAgainst } from './injection-guards.ts';
import { DESTRUCTIVE_COMMAND, findShellTransfers, MARKUP_PATTERNS } from './injection-markup.ts';
import type { InjectionKind, InjectionPattern } from './injection-pattern.ts';
import {
  COMPACT_PHRASES,
  LATIN_PHRASES,
  OTHER_SCRIPT_PHRASES,
  UNSPACED_PHRASES,
} from './injection-phrases.ts';

/** Every phrase or piece of markup that tries to steer the agent, as ranges of the raw text. May overlap. */
export function findInjections(text: string): Span<InjectionKind>[] {
  const resolved = foldText(text, { lookalikes: true, clauses: true });
  const found = [
    ...findMatches(text, resolved, LATIN_PHRASES),
    ...findMatches(text, withoutBlanks(resolved), COMPACT_PHRASES),
    ...rawMatches(text),
  ];
  if (!/[^\0-\x7f]/.test(text)) return found;
  const kept = foldText(text, { lookalikes: false, clauses: true });
  return [
    ...found,
    ...findMatches(text, kept, OTHER_SCRIPT_PHRASES),
    ...findMatches(text, withoutBlanks(kept), UNSPACED_PHRASES),
  ];
}

function findMatches(
  raw: string,
  folded: FoldedText,
  patterns: readonly InjectionPattern[],
): Span<InjectionKind>[] {
  const spans: Span<InjectionKind>[] = [];
  for (const pattern of patterns) {
    // Hardly any pattern is found in a text, and this is much faster than an iteration that ends at once.
    if (folded.text.search(pattern.pattern) === -1) continue;
    for (const match of folded.text.matchAll(pattern.pattern)) {
      const { start, end } = rawRange(raw, folded, match);
      if (counts(raw, start, end, pattern)) spans.push({ start, end, kind: pattern.kind });
    }
  }
  return spans;
}

/** The pattern's own conditions hold and the sentence does not speak against the phrase. */
function counts(raw: string, start: number, end: number, { kind, followedBy }: InjectionPattern): boolean {
  if (followedBy && !followedBy.test(raw.slice(end, end + 16))) return false;
  return !isSpokenAgainst(raw, start, end, kind);
}

/** Where the words of a match stand in the raw text, without the blank that a phrase begins with. */
function rawRange(raw: string, folded: FoldedText, match: RegExpExecArray): { start: number; end: number } {
  const first = match.index + (/^[ ;]/.test(match[0]) ? 1 : 0);
  const last = match.index + match[0].length - 1;
  const start = folded.origins[first] ?? 0;
  const lastOrigin = folded.origins[last] ?? start;
  const width = (raw.codePointAt(lastOrigin) ?? 0) > 0xffff ? 2 : 1;
  return { start, end: lastOrigin + width };
}

function rawMatches(text: string): Span<InjectionKind>[] {
  const spans = [...findShellTransfers(text), ...hiddenText(text)];
  for (const { kind, pattern } of [...MARKUP_PATTERNS, DESTRUCTIVE_COMMAND]) {
    if (text.search(pattern) === -1) continue;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (!isSpokenAgainst(text, match.index, end, kind)) spans.push({ start: match.index, end, kind });
    }
  }
  return spans;
}

/** Characters that nobody sees; those side by side are one place. Nothing said about them excuses them. */
function hiddenText(text: string): Span<InjectionKind>[] {
  const spans: Span<InjectionKind>[] = [];
  let end = -1;
  for (const hidden of findHiddenCharacters(text)) {
    const last = hidden.start === end ? spans.pop() : undefined;
    spans.push({ start: last?.start ?? hidden.start, end: hidden.end, kind: 'hidden_text' });
    end = hidden.end;
  }
  return spans;
}
