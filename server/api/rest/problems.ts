/** Turns a schema's issues into the problems of a 422 body; `input` is included where it is short. */
import { type core, ZodArray, ZodDiscriminatedUnion, type ZodError, ZodObject, type ZodType } from 'zod';
import { MAX_PROBLEMS, type Problem } from '../../platform/errors.ts';
import { Slice } from '../../platform/turns.ts';
import { plainSchema } from '../operations/plain-schema.ts';
import type { RawInput } from './read-input.ts';

/** Lists with more elements than this are checked here before their schema checks them as a whole. */
const LONG_LIST = 100;

/**
 * The value with every long list cut where enough problems were found, or the value itself where there are
 * fewer. Its schema finds the same first problems in both.
 */
export async function limitProblems(schema: ZodType, value: unknown): Promise<unknown> {
  const unwrapped = plainSchema(schema);
  if (Array.isArray(value)) {
    return unwrapped instanceof ZodArray ? await limitList(unwrapped, value) : value;
  }
  if (!isRecord(value)) return value;
  const object = unwrapped instanceof ZodDiscriminatedUnion ? optionFor(unwrapped, value) : unwrapped;
  return object instanceof ZodObject ? await limitFields(object, value) : value;
}

async function limitFields(schema: ZodObject, fields: Record<string, unknown>): Promise<unknown> {
  const limited: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(fields, name) || !isRecord(fields[name])) continue;
    const value = await limitProblems(field as ZodType, fields[name]);
    if (value !== fields[name]) limited[name] = value;
  }
  return Object.keys(limited).length === 0 ? fields : { ...fields, ...limited };
}

async function limitList(schema: ZodArray, list: readonly unknown[]): Promise<unknown> {
  if (isTooLong(schema, list)) return list;
  const element = schema.element as ZodType;
  const limited: unknown[] = [];
  const isLong = list.length > LONG_LIST;
  let problems = 0;
  let isCut = false;
  const slice = new Slice();
  for (const item of list) {
    if (problems >= MAX_PROBLEMS) return limited;
    const value = isRecord(item) ? await limitProblems(element, item) : item;
    limited.push(value);
    isCut ||= value !== item;
    if (isLong) problems += element.safeParse(value).error?.issues.length ?? 0;
    if (slice.isOver) await slice.next();
  }
  return isCut ? limited : list;
}

/** Whether the schema refuses the list for its length; it does so without checking the elements. */
function isTooLong(schema: ZodArray, { length }: readonly unknown[]): boolean {
  return (schema.def.checks ?? []).some((check) => {
    const { maximum } = check._zod.def as { maximum?: unknown };
    return typeof maximum === 'number' && length > maximum;
  });
}

/** The object of a union that the value's discriminator names. */
function optionFor(union: ZodDiscriminatedUnion, value: Record<string, unknown>): ZodType | undefined {
  const { discriminator } = union.def;
  const options = union.options as readonly ZodType[];
  return options.find(
    (option) =>
      option instanceof ZodObject &&
      (option.shape[discriminator] as ZodType | undefined)?.safeParse(value[discriminator]).success === true,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

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
