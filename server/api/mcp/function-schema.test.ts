/** The tools' arguments fit what each vendor documents for function calling, so that hosts can pass them on as they are. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOOLS } from './exchange-messages.ts';
import { functionSchema } from './function-schema.ts';

type Schema = Record<string, unknown>;

interface Vendor {
  words: ReadonlySet<string>;
  types: ReadonlySet<string>;
  /** Most levels of objects, and most properties of all objects together. */
  depth: number;
  properties: number;
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const OBJECTS = ['properties', 'required', 'additionalProperties'];

/**
 * What is documented of JSON Schema. All three also want one object at the root, without alternatives. OpenAI's and
 * Anthropic's strict modes want `additionalProperties: false` everywhere; OpenAI's wants every property required too,
 * which a host that uses it adds itself.
 */
const VENDORS: Record<string, Vendor> = {
  // https://platform.openai.com/docs/guides/structured-outputs#supported-schemas, as of February 2026
  OpenAI: {
    words: new Set([
      ...[
        'type',
        'description',
        'enum',
        'anyOf',
        '$ref',
        '$defs',
        'items',
        'minItems',
        'maxItems',
        ...OBJECTS,
      ],
      ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ]),
    types: new Set(TYPES),
    depth: 10,
    properties: 5000,
  },
  // https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations, which strict tool
  // use refers to. Without `strict`, any schema of an object will do.
  Anthropic: {
    words: new Set([
      ...[
        'type',
        'description',
        'enum',
        'const',
        'default',
        'anyOf',
        'allOf',
        '$ref',
        '$defs',
        'items',
        ...OBJECTS,
      ],
      ...['format', 'pattern', 'minItems'],
    ]),
    types: new Set([...TYPES, 'null']),
    depth: Number.POSITIVE_INFINITY,
    properties: Number.POSITIVE_INFINITY,
  },
  // https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, of 26 February 2026, for
  // `parametersJsonSchema`. The older `parameters` also refuses an object without properties.
  Gemini: {
    words: new Set([
      ...['type', 'title', 'description', 'enum', 'format', 'minimum', 'maximum', 'items', 'prefixItems'],
      ...['minItems', 'maxItems', 'propertyOrdering', ...OBJECTS],
    ]),
    types: new Set([...TYPES, 'null']),
    depth: Number.POSITIVE_INFINITY,
    properties: Number.POSITIVE_INFINITY,
  },
};

/** A schema and all within it, each with its level of objects. */
function* schemasIn(schema: Schema, depth = 1): Generator<{ schema: Schema; depth: number }> {
  yield { schema, depth };
  const within = Object.values((schema.properties ?? {}) as Record<string, Schema>);
  for (const one of within) yield* schemasIn(one, depth + 1);
  if (schema.items !== undefined) yield* schemasIn(schema.items as Schema, depth);
}

const namesOf = ({ properties = {} }: Schema) => Object.keys(properties as Schema);

/** What a vendor would refuse of one schema, not of those within it. */
function refusalsOf(schema: Schema, vendor: Vendor): string[] {
  const found = Object.keys(schema)
    .filter((word) => !vendor.words.has(word))
    .map((word) => `the word ${word}`);
  if (Array.isArray(schema.type) || !vendor.types.has(String(schema.type))) found.push('a type');
  if (schema.type === 'array' && schema.items === undefined) found.push('a list of anything');
  return schema.type === 'object' ? [...found, ...refusalsOfObject(schema)] : found;
}

function refusalsOfObject(schema: Schema): string[] {
  const names = namesOf(schema);
  const unknown = ((schema.required ?? []) as string[]).filter((name) => !names.includes(name));
  return [
    ...(names.length === 0 ? ['an object without properties'] : []),
    ...(schema.additionalProperties === false ? [] : ['an open object']),
    ...unknown.map((name) => `${name} is required and unknown`),
  ];
}

/** What a vendor would refuse of the arguments of a function. */
function refusals(root: Schema, vendor: Vendor): string[] {
  const all = [...schemasIn(root)];
  const properties = all.reduce((sum, { schema }) => sum + namesOf(schema).length, 0);
  return [
    ...all.flatMap(({ schema }) => refusalsOf(schema, vendor)),
    ...(all.some(({ depth }) => depth > vendor.depth) ? ['too many levels'] : []),
    ...(properties > vendor.properties ? ['too many properties'] : []),
    ...(root.type === 'object' ? [] : ['a root that is no object']),
  ];
}

const NAMED = TOOLS.map(({ listed }) => [listed.name, listed.inputSchema as Schema] as const);

describe.each(Object.keys(VENDORS))('function calling of %s', (name) => {
  const vendor = VENDORS[name];
  if (vendor === undefined) throw new Error(`no vendor ${name}`);

  it.each(NAMED)('takes the arguments of %s', (_, schema) => {
    expect(refusals(schema, vendor)).toEqual([]);
  });

  it('would refuse what the check is there for', () => {
    const bad = { type: 'object', properties: { a: { type: ['string', 'null'] }, b: { oneOf: [] } } };
    expect(refusals(bad, vendor)).toEqual(
      expect.arrayContaining(['a type', 'the word oneOf', 'an open object']),
    );
  });
});

describe('the schema of a tool', () => {
  it.each(NAMED)('%s says of every argument what it is', (_, schema) => {
    for (const { schema: part } of schemasIn(schema)) {
      for (const [name, field] of Object.entries((part.properties ?? {}) as Record<string, Schema>)) {
        expect([name, field.description]).toEqual([name, expect.stringMatching(/\.$/)]);
      }
    }
  });

  it('says in words what the subsets have no word for', () => {
    const { properties } = functionSchema(
      z.object({
        text: z.string().min(1).max(9).regex(/^a/).nullish().describe('A text'),
        count: z.number().int().min(0).max(5).default(3),
        many: z.array(z.string()).max(2).optional(),
      }),
    );
    expect(properties).toEqual({
      text: { type: 'string', description: 'A text. Not empty. At most 9 characters. Matches `^a`.' },
      count: { type: 'integer', description: 'Default: 3. From 0 to 5.' },
      many: { type: 'array', description: 'At most 2 items.', items: { type: 'string' } },
    });
  });

  it.each([
    ['two forms', z.object({ a: z.union([z.string(), z.number()]) })],
    ['an object of anything', z.object({ a: z.record(z.string(), z.string()) })],
  ])('cannot be declared with %s', (_, schema) => {
    expect(() => functionSchema(schema)).toThrow('the argument .a has');
  });
});
