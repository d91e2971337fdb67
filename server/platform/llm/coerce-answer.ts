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
  // A skill with its description where its name was asked for.
  const named = isNode(value) && typeof value['name'] === 'string' ? value['name'] : value;
  const text = typeof named === 'number' || typeof named === 'boolean' ? String(named) : named;
  const choices = Array.isArray(allowed) ? allowed : only === undefined ? [] : [only];
  if (typeof text !== 'string' || choices.includes(text)) return text;
  return choices.find((choice) => typeof choice === 'string' && plain(choice) === plain(text)) ?? text;
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const [, part, whole] = /^\s*([\d.]+)\s*(?:%|\/\s*([\d.]+))\s*$/.exec(value) ?? [];
  const number = part === undefined ? Number(value) : Number(part) / Number(whole ?? 100);
  return Number.isFinite(number) ? number : value;
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
  return isNode(value) && isObject(item) ? [value] : value;
}

/** Whether a schema is of an object, or of one of several. */
const isObject = ({ properties, anyOf, oneOf }: Node): boolean =>
  isNode(properties) || asNodes(anyOf ?? oneOf).some(isObject);

/** What the items of a list are; null where the schema is of no list. */
function itemOf(node: unknown): Node | null {
  if (!isNode(node)) return null;
  const list = [node, ...asNodes(node['anyOf'])].find((one) => typesOf(one).includes('array'));
  return list !== undefined && isNode(list['items']) ? list['items'] : null;
}

/** The lists of an object whose names the schema does not have. */
function strayLists(value: Node, properties: Node): unknown[][] {
  const names = new Set(Object.keys(properties).map(plain));
  const strays = Object.entries(value).filter(([key]) => !names.has(plain(key)));
  return strays.flatMap(([, list]) => (Array.isArray(list) && list.length > 0 ? [list] : []));
}

/** A list under another name, such as `operations`: it is the one that is missing and has such items, where that is one only. */
function misnamedList(own: Node, strays: readonly unknown[][], properties: Node): Node {
  const [list, another] = strays;
  if (list === undefined || another !== undefined) return {};
  const fitting = Object.entries(properties).filter(([name, property]) => {
    const item = own[name] === undefined || own[name] === null ? itemOf(property) : null;
    return item !== null && isObject(item) === isNode(list[0]);
  });
  const [only] = fitting;
  return only === undefined || fitting.length > 1 ? {} : { [only[0]]: list };
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

/** The object that a text is: in JSON, or the content of a rule. */
function toObject(value: unknown, properties: Node): unknown {
  if (typeof value !== 'string') return value;
  const read = parsed(value);
  return isNode(read) || !('content' in properties) || value.trim() === '' ? read : { content: value };
}

function coerceObject(value: unknown, node: Node): unknown {
  const { properties } = node;
  if (!isNode(properties)) return value;
  const given = toObject(value, properties);
  if (!isNode(given)) return value;
  const strays = strayLists(given, properties);
  const renamedValues = renamed(given, properties);
  const misnamed = misnamedList(renamedValues, strays, properties);
  const own = { ...renamedValues, ...misnamed };
  const mayBeAbsent = strays.length === Object.keys(misnamed).length;
  const names = Object.keys(properties);
  if (Object.keys(own).length === 0) {
    // `{"thoughts": "…", "answer": {…}}`: keys of the model's own around the answer.
    const values = Object.values(given).map((entry) => (typeof entry === 'string' ? parsed(entry) : entry));
    const inner = values.find(
      (entry) => isNode(entry) && (Object.keys(renamed(entry, properties)).length > 0 || hasOneKey(given)),
    );
    return inner === undefined ? given : coerceObject(inner, node);
  }
  const entries = names.flatMap((name) => {
    const property = isNode(properties[name]) ? properties[name] : {};
    if (own[name] !== undefined) return [[name, coerce(own[name], property)] as const];
    return mayBeAbsent && typesOf(property).includes('array') ? [[name, []] as const] : [];
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

/** What models call the key that names a branch. */
const KIND_NAMES = ['type', 'action', 'operation', 'kind'];

/** A value under the names of the constants of the branches. */
function constantKeys(branches: readonly Node[], value: unknown): Node {
  const constants = branches.flatMap(({ properties }) =>
    Object.entries(isNode(properties) ? properties : {}).filter(
      ([, node]) => isNode(node) && 'const' in node,
    ),
  );
  return value === undefined ? {} : Object.fromEntries(constants.map(([name]) => [name, value]));
}

function coerceUnion(value: unknown, branches: readonly Node[]): unknown {
  if (value === null || value === undefined) return value;
  const choices = branches.filter((branch) => !typesOf(branch).includes('null'));
  const mayBeNull = choices.length < branches.length;
  if (value === '' && mayBeNull && choices.every(({ minLength }) => Number(minLength) > 0)) return null;
  if (choices.length === 1) return coerce(value, choices[0] ?? {});
  if (!isNode(value)) return value;
  const named = KIND_NAMES.map((name) => ({ ...constantKeys(choices, value[name]), ...value }));
  for (const one of [value, ...named]) {
    const branch = choices.find((choice) => isNamedBy(one, choice));
    if (branch !== undefined) return coerce(one, branch);
  }
  return value;
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
