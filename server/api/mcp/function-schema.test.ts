/** The tools' arguments fit what each vendor documents for function calling, so that hosts can pass them on as they are. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOOLS } from './exchange-messages.ts';
import { functionSchema } from './function-schema.ts';

type Schema = Record<string, unknown>;

/**
 * What OpenAI, Anthropic and Gemini all document of JSON Schema for function calling, strict modes included, as of
 * February 2026. All want one object at the root, without alternatives.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 * https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support
 */
const WORDS = new Set([
  ...['type', 'description', 'enum', 'items', 'minItems', 'format'],
  ...['properties', 'required', 'additionalProperties'],
]);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
/** Most levels of objects, by OpenAI. */
const DEPTH = 10;

/** A schema and all within it, each with its level of objects. */
function* schemasIn(schema: Schema, depth = 1): Generator<{ schema: Schema; depth: number }> {
  yield { schema, depth };
  const within = Object.values((schema.properties ?? {}) as Record<string, Schema>);
  for (const one of within) yield* schemasIn(one, depth + 1);
  if (schema.items !== undefined) yield* schemasIn(schema.items as Schema, depth);
}

const namesOf = ({ properties = {} }: Schema) => Object.keys(properties as Schema);

/** What a vendor would refuse of one schema, not of those within it. */
function refusalsOf(schema: Schema): string[] {
  const found = Object.keys(schema)
    .filter((word) => !WORDS.has(word))
    .map((word) => `the word ${word}`);
  if (Array.isArray(schema.type) || !TYPES.has(String(schema.type))) found.push('a type');
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
function refusals(root: Schema): string[] {
  const all = [...schemasIn(root)];
  return [
    ...all.flatMap(({ schema }) => refusalsOf(schema)),
    ...(all.some(({ depth }) => depth > DEPTH) ? ['too many levels'] : []),
    ...(root.type === 'object' ? [] : ['a root that is no object']),
  ];
}

const NAMED = TOOLS.map(({ listed }) => [listed.name, listed.inputSchema as Schema] as const);

describe('function calling', () => {
  it.each(NAMED)('takes the arguments of %s', (_, schema) => {
    expect(refusals(schema)).toEqual([]);
  });
});

describe('the schema of a tool', () => {
  it.each([
    ['two forms', z.object({ a: z.union([z.string(), z.number()]) })],
    ['an object of anything', z.object({ a: z.record(z.string(), z.string()) })],
  ])('cannot be declared with %s', (_, schema) => {
    expect(() => functionSchema(schema)).toThrow('the argument .a has');
  });
});
