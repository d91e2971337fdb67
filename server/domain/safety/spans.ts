/**
 * Where something sensitive stands in a text, and how such places become labels. Detectors only report
 * places; this file alone decides what happens when two of them claim the same characters, so no detector
 * depends on another's order and nothing is left over between two matches that touch.
 */

/**
 * The kinds of text that never reach storage, strongest first: where two overlap, the earlier one names the
 * label.
 */
export const SENSITIVE_KINDS = [
  'private_key',
  'jwt',
  'aws_access_key',
  'github_token',
  'slack_token',
  'api_key',
  'password_assignment',
  'email',
  'iban',
  'id',
  'card',
  'ssn',
  'phone',
] as const;

export type SensitiveKind = (typeof SENSITIVE_KINDS)[number];

/** A half-open range `[start, end)` of UTF-16 units. */
export interface Span<Kind extends string = SensitiveKind> {
  readonly start: number;
  readonly end: number;
  readonly kind: Kind;
}

const PERSONAL_LABELS: Partial<Record<SensitiveKind, string>> = {
  email: '[EMAIL]',
  iban: '[IBAN]',
  id: '[ID]',
  card: '[CARD]',
  ssn: '[SSN]',
  phone: '[PHONE]',
};

/** The label that takes the place of a match of this kind. */
export function redactionLabel(kind: SensitiveKind): string {
  return PERSONAL_LABELS[kind] ?? `[REDACTED ${kind}]`;
}

/** How every label begins; what begins so has been redacted before and is left alone. */
export const LABEL_START = /^\[(?:REDACTED |EMAIL\]|CARD\]|SSN\]|PHONE\]|IBAN\]|ID\])/;

/**
 * Sorts spans and joins those that overlap into one. A joined span covers both and takes the stronger kind,
 * so that no half of a match survives beside its label.
 */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  let last: Span | undefined;
  for (const span of sorted) {
    if (last && span.start < last.end) {
      last = {
        start: last.start,
        end: Math.max(last.end, span.end),
        kind: strongerKind(last.kind, span.kind),
      };
      merged[merged.length - 1] = last;
    } else {
      last = span;
      merged.push(span);
    }
  }
  return merged;
}

function strongerKind(a: SensitiveKind, b: SensitiveKind): SensitiveKind {
  return SENSITIVE_KINDS.indexOf(a) <= SENSITIVE_KINDS.indexOf(b) ? a : b;
}

/** Replaces each span of a merged list by its label. */
export function applyLabels(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.start), redactionLabel(span.kind));
    from = span.end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

// What a safety finding is called, and which findings hold a change back.

/**
 * A finding as stored with a changeset: `secret:<kind>`, `injection:<kind>`, `size:<characters>`, `model:<question>` or
 * `lint:<advice>`.
 */
export type Finding = string;

/** A memory that a model learned from untrusted text. */
export const UNTRUSTED_SOURCE: Finding = 'injection:untrusted_source';

/** A memory about a person that belongs to no user. */
export const PERSONAL_FACT: Finding = 'injection:personal_fact';

/** The judge was asked what the change is worth, and gave no answer that can be used. */
export const NOT_JUDGED: Finding = 'model:not_judged';
/** The model was asked what becomes of a lesson beside what it resembles, and gave no answer that can be used. */
export const NOT_CURATED: Finding = 'model:not_curated';

const BLOCKING = /^(?:secret|injection|size|model):/;

/** All but lint hold a change until a person has looked; lint is advice and never does. */
export function isBlocking(finding: Finding): boolean {
  return BLOCKING.test(finding);
}
