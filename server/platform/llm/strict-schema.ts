/**
 * An answer's form as endpoints with strict structured output accept it: every property required, none
 * besides, optional ones nullable, and no keyword that such endpoints refuse. The bounds that are lost are
 * told in words; the form itself is checked in full when the answer arrives.
 */
import { z } from 'zod';

type Node = Record<string, unknown>;

/** Keywords that strict endpoints know; whatever else the form has is dropped. */
const KEPT = ['type', 'enum', 'const', 'description'];

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

function range(node: Node, least: string, most: string, unit: string): string[] {
  const [min, max] = [node[least], node[most]];
  if (typeof min === 'number' && typeof max === 'number') return [`${min} to ${max}${unit}`];
  if (typeof max === 'number') return [`at most ${max}${unit}`];
  return typeof min === 'number' ? [`at least ${min}${unit}`] : [];
}

/** The bounds of a node in words. */
function describeBounds(node: Node): string[] {
  return [
    ...range(node, 'minLength', 'maxLength', ' characters'),
    ...range(node, 'minItems', 'maxItems', ' items'),
    ...range(node, 'minimum', 'maximum', ''),
    ...(typeof node['pattern'] === 'string' ? [`matching ${node['pattern']}`] : []),
  ];
}

function boundsAsDescription(node: Node): Node {
  const bounds = describeBounds(node).join(', ');
  const description = node['description'];
  if (bounds === '') return {};
  return { description: typeof description === 'string' ? `${description} (${bounds})` : bounds };
}

const acceptsNull = ({ type, anyOf }: Node): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || asNodes(anyOf).some(acceptsNull);

const nullable = (node: Node): Node => (acceptsNull(node) ? node : { anyOf: [node, { type: 'null' }] });

function strictObject(node: Node, properties: Node): Node {
  const required = new Set(Array.isArray(node['required']) ? node['required'] : []);
  const entries = Object.entries(properties).map(([name, property]) => {
    const strict = strictNode(isNode(property) ? property : {});
    return [name, required.has(name) ? strict : nullable(strict)];
  });
  return {
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function strictNode(node: Node): Node {
  const kept = Object.fromEntries(KEPT.filter((key) => key in node).map((key) => [key, node[key]]));
  const { anyOf, oneOf, items, properties } = node;
  const choices = asNodes(anyOf ?? oneOf);
  return {
    ...kept,
    ...boundsAsDescription(node),
    ...(choices.length > 0 ? { anyOf: choices.map(strictNode) } : {}),
    ...(isNode(items) ? { items: strictNode(items) } : {}),
    ...(isNode(properties) ? strictObject(node, properties) : {}),
  };
}

/** The strict JSON Schema of what may be written for `schema`. */
export function strictSchema(schema: z.ZodType): Node {
  return strictNode(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }));
}
