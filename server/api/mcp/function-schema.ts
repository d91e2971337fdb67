/**
 * The schema of a tool's arguments as hosts pass it on to a model's function calling. Each vendor documents another
 * part of JSON Schema; what is written here is in all of them: one type each, text that is an enum, lists, and objects
 * that name all of their fields. Every other bound is said in the description, and holds when the tool is called.
 */
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The words that every vendor takes, apart from those that hold other schemas. */
const KEPT = ['type', 'enum', 'required'];

/** What a bound says in words, which are the whole of what a model learns of it. */
const SAID: Record<string, (bound: unknown, schema: Json) => string | null> = {
  default: (value) => `Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.`,
  minLength: (length) => (length === 1 ? 'Not empty.' : `At least ${String(length)} characters.`),
  maxLength: (length) => `At most ${String(length)} characters.`,
  minimum: (least, { maximum }) =>
    isBound(maximum) ? `From ${String(least)} to ${String(maximum)}.` : `At least ${String(least)}.`,
  maximum: (most, { minimum }) =>
    minimum === undefined && isBound(most) ? `At most ${String(most)}.` : null,
  maxItems: (length) => `At most ${String(length)} items.`,
  pattern: (pattern) => `Matches \`${String(pattern)}\`.`,
};

/** Words that hold for every object here, or say nothing to a model. */
const IMPLIED = new Set(['$schema', 'additionalProperties', 'description', 'properties', 'items']);

function isBound(maximum: unknown): boolean {
  return typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
}

/** What is said of schemas but for their names: a schema with a name becomes a reference, which many clients do not follow. */
const nameless = z.registry<z.core.GlobalMeta>();
nameless.get = (schema) => {
  const { id: _, ...said } = z.globalRegistry.get(schema) ?? {};
  return said;
};

/** The JSON schema of an object, without references. */
export function namelessSchema(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: nameless });
  return { ...made, type: 'object' };
}

/** The schema of a tool's arguments. Throws for one that only some vendors could take, such as two forms of a value. */
export function functionSchema(schema: z.ZodObject): Json & { type: 'object' } {
  return { ...simplified(namelessSchema(schema, 'input'), ''), type: 'object' };
}

function simplified(sent: Json, path: string): Json {
  const schema = withoutNull(sent, path);
  const foreign = Object.keys(schema).filter(
    (word) => !(KEPT.includes(word) || IMPLIED.has(word) || word in SAID),
  );
  if (foreign.length > 0) throw new Error(`the argument ${path} has ${foreign.join(', ')}`);
  const description = wordingOf(schema);
  return {
    ...(description === '' ? {} : { description }),
    ...Object.fromEntries(KEPT.filter((word) => word in schema).map((word) => [word, schema[word]])),
    ...('items' in schema ? { items: simplified(schema.items as Json, `${path}[]`) } : {}),
    ...(schema.type === 'object' ? objectParts(schema, path) : {}),
  };
}

function objectParts({ properties = {} }: Json, path: string): Json {
  const fields = Object.entries(properties as Record<string, Json>);
  if (fields.length === 0) throw new Error(`the argument ${path} is an object that names no field`);
  return {
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, simplified(field, `${path}.${name}`)]),
    ),
    additionalProperties: false,
  };
}

/** The schema of what is not null: an argument that may be null may be left out as well. */
function withoutNull({ anyOf, ...own }: Json, path: string): Json {
  const types = [own.type].flat().filter((type) => type !== 'null');
  const options = ((anyOf ?? []) as Json[]).filter(({ type }) => type !== 'null');
  const [only] = options;
  if (types.length > 1 || options.length > 1) throw new Error(`the argument ${path} has several forms`);
  if (only !== undefined) return { ...withoutNull(only, path), ...own };
  return own.type === undefined ? own : { ...own, type: types[0] };
}

function wordingOf(schema: Json): string {
  const { description } = schema;
  const bounds = Object.entries(SAID).flatMap(([word, say]) =>
    word in schema ? (say(schema[word], schema) ?? []) : [],
  );
  const own = typeof description === 'string' ? [description.replace(/([^.!?])$/, '$1.')] : [];
  return [...own, ...bounds].join(' ');
}
