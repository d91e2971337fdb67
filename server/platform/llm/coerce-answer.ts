/**
 * What is plainly meant by an answer that is valid JSON but not quite of the form that was asked for: other case, numbers
 * in strings, a comma-separated list, a wrapping object, lists that were left out. Texts are never invented or cut.
 */
import { z } from 'zod';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const typesOf = ({ type }: Node): unknown[] => (Array.isArray(type) ? type : [type]);

/** Letters and digits in lower case: `userSpecific`, `user-specific` and `user_specific` are the same name. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function coerceString(value: unknown, { enum: allowed, const: only }: Node): unknown {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const choices = Array.isArray(allowed) ? allowed : only === undefined ? [] : [only];
  if (typeof text !== 'string' || choices.includes(text)) return text;
  return choices.find((choice) => typeof choice === 'string' && plain(choice) === plain(text)) ?? text;
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

function coerceBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function coerceArray(value: unknown, { items }: Node): unknown {
  const item = isNode(items) ? items : {};
  const list = asList(value, item);
  return Array.isArray(list) ? list.map((entry) => coerce(entry, item)) : list;
}

function asList(value: unknown, item: Node): unknown {
  if (typeof value === 'string') {
    const list = parsed(value);
    if (Array.isArray(list)) return list;
    // A text of an object list is not a list of objects: only words may be separated by commas.
    if (!typesOf(item).includes('string')) return value;
    return value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }
  return isNode(value) && isNode(item['properties']) ? [value] : value;
}

/** The values of an object under the names of the schema. */
function renamed(value: Node, properties: Node): Node {
  const names = new Map(Object.keys(properties).map((name) => [plain(name), name]));
  const exact = Object.fromEntries(Object.entries(value).filter(([key]) => key in properties));
  const others = Object.entries(value).flatMap(([key, entry]) => {
    const name = names.get(plain(key));
    return name === undefined || name in exact ? [] : [[name, entry] as const];
  });
  return { ...Object.fromEntries(others), ...exact };
}

const hasOneKey = (value: Node): boolean => Object.keys(value).length === 1;

function coerceObject(value: unknown, node: Node): unknown {
  const given = typeof value === 'string' ? parsed(value) : value;
  const { properties } = node;
  if (!isNode(given) || !isNode(properties)) return value;
  const own = renamed(given, properties);
  const names = Object.keys(properties);
  if (Object.keys(own).length === 0) {
    // `{"thoughts": "…", "answer": {…}}`: keys of the model's own around the answer.
    const inner = Object.values(given).find(
      (value) => isNode(value) && (Object.keys(renamed(value, properties)).length > 0 || hasOneKey(given)),
    );
    return inner === undefined ? given : coerceObject(inner, node);
  }
  const entries = names.flatMap((name) => {
    const property = isNode(properties[name]) ? properties[name] : {};
    if (own[name] !== undefined) return [[name, coerce(own[name], property)] as const];
    return typesOf(property).includes('array') ? [[name, []] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether a branch of a union is the one that a value names, by the constant of one of its properties. */
function isNamedBy(value: Node, { properties }: Node): boolean {
  if (!isNode(properties)) return false;
  const constants = Object.entries(properties).filter(([, node]) => isNode(node) && 'const' in node);
  const own = renamed(value, properties);
  return (
    constants.length > 0 &&
    constants.every(([name, node]) => isNode(node) && coerceString(own[name], node) === node['const'])
  );
}

function coerceUnion(value: unknown, branches: readonly Node[]): unknown {
  if (value === null || value === undefined) return value;
  const choices = branches.filter((branch) => !typesOf(branch).includes('null'));
  if (choices.length === 1) return coerce(value, choices[0] ?? {});
  const branch = isNode(value) ? choices.find((choice) => isNamedBy(value, choice)) : undefined;
  return branch === undefined ? value : coerce(value, branch);
}

function coerce(value: unknown, node: Node): unknown {
  const branches = asNodes(node['anyOf'] ?? node['oneOf']);
  if (branches.length > 0) return coerceUnion(value, branches);
  const types = typesOf(node);
  if (value === null || value === undefined) return types.includes('array') ? [] : value;
  if (types.includes('object')) return coerceObject(value, node);
  if (types.includes('array')) return coerceArray(value, node);
  if (types.includes('number') || types.includes('integer')) return coerceNumber(value);
  if (types.includes('boolean')) return coerceBoolean(value);
  return types.includes('string') || 'enum' in node || 'const' in node ? coerceString(value, node) : value;
}

const FORMS = new WeakMap<z.ZodType, Node>();

/** `value` as `schema` would have it, as far as that is plain; the schema itself decides afterwards. */
export function coerceToSchema(value: unknown, schema: z.ZodType): unknown {
  const form = FORMS.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Node);
  FORMS.set(schema, form);
  return coerce(value, form);
}
