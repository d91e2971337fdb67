/** Values that a JSON Schema describes, and values that somebody would send who wants to see it break. */

/** What is read of a schema. */
export interface Schema {
  $ref?: string;
  $schema?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Generator {
  random: () => number;
  /** Finds what a `$ref` names. */
  resolve(ref: string): Schema;
  /** A text for a field that is free to hold any. */
  text(): string;
  /** The share of values that do not fit, 0 to 1. */
  hostility: number;
}

const DEEPEST = 6;
const LONG = 3000;

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  -0.5,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  "' OR '1'='1'; DROP TABLE episode; --",
  '%00%2e%2e%2f',
  '{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  '9999-99-99T99:99:99Z',
  'x'.repeat(LONG),
  '😀'.repeat(300),
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: 1, constructor: { prototype: [] } },
  Array.from({ length: 300 }, (_, at) => at),
];

export const pickFrom = <T>(random: () => number, from: readonly T[]): T => {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined && !from.includes(picked as T)) throw new Error('there is nothing to pick from');
  return picked as T;
};

/** A value for `schema`, most of the time one that fits. */
export function generateValue(generator: Generator, schema: Schema, depth = 0): unknown {
  const { random, hostility } = generator;
  if (random() < hostility) return pickFrom(random, HOSTILE);
  if (schema.$ref !== undefined) return generateValue(generator, generator.resolve(schema.$ref), depth);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return generateValue(generator, pickFrom(random, choices), depth);
  if (schema.allOf !== undefined)
    return generateValue(generator, Object.assign({}, ...schema.allOf) as Schema, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pickFrom(random, schema.enum);
  return generateOfType(generator, schema, depth);
}

function generateOfType(generator: Generator, schema: Schema, depth: number): unknown {
  const { random } = generator;
  const type = Array.isArray(schema.type) ? pickFrom(random, schema.type) : schema.type;
  switch (type) {
    case 'string':
      return generator
        .text()
        .slice(0, schema.maxLength)
        .padEnd(schema.minLength ?? 0, 'x');
    case 'integer':
      return Math.floor(numberWithin(random, schema));
    case 'number':
      return numberWithin(random, schema);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array': {
      const length = depth > DEEPEST ? 0 : Math.max(schema.minItems ?? 0, Math.floor(random() * 4));
      return Array.from({ length }, () => generateValue(generator, schema.items ?? {}, depth + 1));
    }
    default:
      return generateObject(generator, schema, depth);
  }
}

function numberWithin(random: () => number, { minimum = 0, maximum = minimum + 100 }: Schema): number {
  return minimum + random() * (Math.min(maximum, minimum + 1000) - minimum);
}

function generateObject(
  generator: Generator,
  { properties = {}, required = [] }: Schema,
  depth: number,
): object {
  const wanted = Object.entries(properties).filter(
    ([name]) => (depth <= DEEPEST && generator.random() < 0.5) || required.includes(name),
  );
  return Object.fromEntries(
    wanted.map(([name, schema]) => [name, generateValue(generator, schema, depth + 1)]),
  );
}
