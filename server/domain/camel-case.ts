/**
 * Code says `agentId`, the REST interface says `agent_id`. A schema has the names of the interface. The type that
 * code uses is derived from it, and a reply gets the names of the interface when it leaves.
 */
import { z } from 'zod';

type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** What `Schema` describes, with the names that code uses. Keys of records and members of unions stay as they are. */
export type CamelCased<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? {
        [Name in keyof z.output<Schema> as CamelCase<Name>]: Name extends keyof Shape
          ? CamelCased<Shape[Name]>
          : never;
      }
    : Schema extends z.ZodArray<infer Item>
      ? CamelCased<Item>[]
      : Schema extends z.ZodNullable<infer Inner>
        ? CamelCased<Inner> | null
        : Schema extends z.ZodOptional<infer Inner>
          ? CamelCased<Inner> | undefined
          : Schema extends z.ZodType
            ? z.output<Schema>
            : never;

/** `schema` for a value with the names of code: its keys are renamed before it is checked. */
export function snakeCased<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodPreprocess<Schema, CamelCased<Schema>> {
  return z.preprocess<unknown, Schema, CamelCased<Schema>>(renaming(schema), schema);
}

/** `agentId` → `agent_id`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Rename = (value: unknown) => unknown;

const asItIs: Rename = (value) => value;

function renaming(schema: unknown): Rename {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const rename = renaming(schema.unwrap());
    return (value) => (value === null || value === undefined ? value : rename(value));
  }
  if (schema instanceof z.ZodArray) {
    const rename = renaming(schema.element);
    return rename === asItIs ? asItIs : (value) => (value as unknown[]).map(rename);
  }
  return schema instanceof z.ZodObject ? renamingFields(schema) : asItIs;
}

function renamingFields({ shape }: z.ZodObject): Rename {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    inside: name.replace(/_([a-z\d])/g, (_match, letter: string) => letter.toUpperCase()),
    rename: renaming(field),
  }));
  if (fields.every(({ name, inside, rename }) => name === inside && rename === asItIs)) return asItIs;
  return (value) => {
    const values = value as Record<string, unknown>;
    return Object.fromEntries(fields.map(({ name, inside, rename }) => [name, rename(values[inside])]));
  };
}
