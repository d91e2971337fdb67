/** Turns a schema's issues into the problems of a 422 body; `input` is included where it is short. */
import type { core, ZodError } from 'zod';
import { MAX_PROBLEMS, type Problem } from '../../platform/errors.ts';
import type { RawInput } from './read-input.ts';

const MAX_ECHO = 200;

type Issue = core.$ZodIssue;

/** The first problems of an invalid input; `bodyField` names the field that is the whole body. */
export function toProblems(error: ZodError, input: RawInput, bodyField: string | undefined): Problem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const value = valueAt(input.value, issue.path);
    return {
      loc: toLocation(issue.path, input, bodyField),
      msg: issue.message,
      type: problemType(issue, value),
      ...toContext(issue),
      ...echoed(value),
    };
  });
}

/** Where in the request a part of the input came from. */
export function toLocation(
  path: PropertyKey[],
  input: RawInput,
  bodyField: string | undefined,
): Problem['loc'] {
  const [first, ...others] = path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (first === undefined) return ['body'];
  const source = input.sourceOf(String(first));
  return first === bodyField ? [source, ...others] : [source, first, ...others];
}

function valueAt(root: unknown, path: PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

const NOUNS: Record<string, string> = { string: 'string', array: 'list', set: 'list', map: 'dict' };

function problemType(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? 'missing' : `${issue.expected}_type`;
    case 'too_big':
      return sizeType(issue.origin, 'too_long', 'less_than', issue.inclusive !== false);
    case 'too_small':
      return sizeType(issue.origin, 'too_short', 'greater_than', issue.inclusive !== false);
    case 'invalid_format':
      return issue.format === 'regex' ? 'string_pattern_mismatch' : `${issue.format}_parsing`;
    case 'invalid_value':
      return value === undefined ? 'missing' : 'enum';
    case 'not_multiple_of':
      return 'multiple_of';
    case 'unrecognized_keys':
      return 'extra_forbidden';
    case 'invalid_union':
      return value === undefined ? 'missing' : 'union_mismatch';
    case 'custom':
      return typeof issue.params?.type === 'string' ? issue.params.type : 'value_error';
    case 'invalid_key':
    case 'invalid_element':
      return 'value_error';
  }
}

function sizeType(origin: string, length: string, compare: string, inclusive: boolean): string {
  const noun = NOUNS[origin];
  return noun === undefined ? `${compare}${inclusive ? '_equal' : ''}` : `${noun}_${length}`;
}

function toContext(issue: Issue): Pick<Problem, 'ctx'> {
  if (issue.code === 'too_big') return { ctx: { maximum: Number(issue.maximum) } };
  if (issue.code === 'too_small') return { ctx: { minimum: Number(issue.minimum) } };
  if (issue.code === 'invalid_value') return { ctx: { expected: issue.values.map(String) } };
  if (issue.code === 'invalid_format' && issue.pattern !== undefined)
    return { ctx: { pattern: issue.pattern } };
  return {};
}

/** The invalid value itself, unless it is missing or too long to be useful. */
function echoed(value: unknown): Pick<Problem, 'input'> {
  if (value === undefined) return {};
  return (JSON.stringify(value) ?? '').length > MAX_ECHO ? {} : { input: value };
}
