/**
 * The dialect of an endpoint and its model: which parts of the chat completions protocol they understand. It is learned
 * from refusals. A refusal that names a part is believed. One that names nothing costs the least harmful part first, and
 * parts that were left out on suspicion are tried again by later questions, one at a time.
 */

/** How the form of the answer is asked for, the strictest first. `text` has the schema in the prompt alone. */
const FORMS = ['json_schema', 'json_object', 'tool', 'text'] as const;

export interface Dialect {
  readonly form: (typeof FORMS)[number];
  /** Whether `reasoning_effort` is sent. */
  readonly effort: boolean;
  /** The name of the bound on the answer's length; null where none is sent. */
  readonly bound: 'max_completion_tokens' | 'max_tokens' | null;
  /** Whether there is a system role; else the instructions begin the first message of the user. */
  readonly system: boolean;
  /** Most tokens of an answer; null where no limit is known. */
  readonly maxAnswer: number | null;
  /** Most tokens of prompt and answer together; null where no limit is known. */
  readonly context: number | null;
  /** Parts as they were before an unnamed refusal, to be tried again. */
  readonly suspects: readonly Partial<Pick<Dialect, 'form' | 'effort' | 'bound' | 'system'>>[];
}

/** What every endpoint is first expected to understand. */
export const FULL_DIALECT: Dialect = {
  form: 'json_schema',
  effort: true,
  bound: 'max_completion_tokens',
  system: true,
  maxAnswer: null,
  context: null,
  suspects: [],
};

type Part = 'effort' | 'bound' | 'form' | 'system';

/** What to leave out where a refusal names nothing: the least harmful first. */
const BY_HARM: readonly Part[] = ['effort', 'bound', 'form', 'system'];

/** The dialect with less of a part; null where nothing of it is left. */
function reduce(dialect: Dialect, part: Part): Dialect | null {
  switch (part) {
    case 'effort':
      return dialect.effort ? { ...dialect, effort: false } : null;
    case 'bound':
      if (dialect.bound === null) return null;
      return { ...dialect, bound: dialect.bound === 'max_completion_tokens' ? 'max_tokens' : null };
    case 'form': {
      const next = FORMS[FORMS.indexOf(dialect.form) + 1];
      return next === undefined ? null : { ...dialect, form: next };
    }
    case 'system':
      return dialect.system ? { ...dialect, system: false } : null;
    default:
      return part satisfies never;
  }
}

/** Words by which endpoints name the part that they refuse. */
const NAMES: readonly (readonly [Part, RegExp])[] = [
  ['effort', /reasoning[_ .]?effort|\bthinking\b|\breasoning\b/i],
  [
    'form',
    /response[_ .]?format|json_schema|json_object|structured output|grammar|guided|\btool_choice\b|\btools?\b/i,
  ],
  [
    'system',
    /\bsystem\b.{0,30}\b(role|message|prompt|instruction)|\brole\b.{0,30}\bsystem\b|developer instruction/i,
  ],
];

/** Whether a refusal names a part of the protocol. */
export const namesPart = (refusal: string): boolean => NAMES.some(([, words]) => words.test(refusal));

const number = (text: string | undefined): number | null => {
  const value = Number((text ?? '').replaceAll(/[,_ ]/g, ''));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

const CONTEXT = [
  /context (?:length|window|size)[^0-9.]{0,40}?(\d[\d,_]*)/i,
  /(\d[\d,_]*)[- ]tokens? context/i,
  /(?:n_ctx|max_model_len|num_ctx)\D{0,8}(\d[\d,_]*)/i,
  /context[^.]{0,80}?\((\d[\d,_]*) tokens\)/i,
];

const ANSWER_LIMIT = [
  /(?:at most|up to|maximum(?: value)?(?: of| is| allowed)?|max(?:imum)?|less than or equal to|<=|cannot exceed|limit(?: of| is)?)\D{0,24}?(\d[\d,_]*)\D{0,12}(?:completion|output|tokens?|$)/i,
  /less than or equal to\D{0,12}(\d[\d,_]*)/i,
];

/** The context's length in tokens that a refusal states; null where it states none. */
export function statedContext(refusal: string): number | null {
  for (const pattern of CONTEXT) {
    const found = number(pattern.exec(refusal)?.[1]);
    if (found !== null && found >= 256) return found;
  }
  return null;
}

/** Whether a refusal says that prompt and answer do not fit into the context. */
export function isContextRefusal(refusal: string): boolean {
  return /context_length|context (?:length|window|size)|n_ctx|prompt is too long|string_above_max_length/i.test(
    refusal,
  );
}

function statedAnswerLimit(refusal: string): number | null {
  if (!/max_(?:completion_|output_)?tokens|completion tokens|output tokens|max output/i.test(refusal))
    return null;
  for (const pattern of ANSWER_LIMIT) {
    const found = number(pattern.exec(refusal)?.[1]);
    if (found !== null) return found;
  }
  return null;
}

function namedBound(dialect: Dialect, refusal: string): Dialect | null {
  const { bound } = dialect;
  if (bound === 'max_completion_tokens' && /max_completion_tokens/i.test(refusal))
    return { ...dialect, bound: 'max_tokens' };
  const isOther = bound === 'max_tokens' && /\bmax_tokens\b/i.test(refusal);
  return isOther ? { ...dialect, bound: null } : null;
}

/**
 * The dialect to ask in next after a refusal with `sent` tokens of answer allowed; null where nothing is left to try.
 */
export function afterRefusal(dialect: Dialect, refusal: string, sent: number | null): Dialect | null {
  const limit = statedAnswerLimit(refusal);
  if (limit !== null && (sent === null || limit < sent)) return { ...dialect, maxAnswer: limit };
  const bound = namedBound(dialect, refusal);
  if (bound !== null) return bound;
  for (const [part, words] of NAMES) {
    const reduced = words.test(refusal) ? reduce(dialect, part) : null;
    if (reduced !== null) return reduced;
  }
  return suspectOne(dialect);
}

function suspectOne(dialect: Dialect): Dialect | null {
  for (const part of BY_HARM) {
    const reduced = reduce(dialect, part);
    if (reduced === null || (part === 'bound' && reduced.bound === null)) continue;
    return { ...reduced, suspects: [...dialect.suspects, { [part]: dialect[part] }] };
  }
  return null;
}

/** The dialect with its oldest suspect part back, for a question that tries it; null without suspects. */
export function withSuspect(dialect: Dialect): Dialect | null {
  const [suspect, ...suspects] = dialect.suspects;
  return suspect === undefined ? null : { ...dialect, ...suspect, suspects };
}

/** The dialect after a try of its oldest suspect part was refused: that part stays out. */
export function withoutSuspect(dialect: Dialect): Dialect {
  return { ...dialect, suspects: dialect.suspects.slice(1) };
}
