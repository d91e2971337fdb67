/**
 * Cuts lists of a body after the elements whose problems fill a reply. A hostile body can have any number of
 * invalid elements, and a schema makes a problem of each, all at once. Here the first ones are found element
 * by element, with turns for others: forty thousand take about as long as the schema's own check, 50 ms.
 */
import { ZodArray, ZodDiscriminatedUnion, ZodObject, type ZodType } from 'zod';
import { MAX_PROBLEMS } from '../../platform/errors.ts';
import { Slice } from '../../platform/turns.ts';
import { plainSchema } from '../operations/plain-schema.ts';

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
