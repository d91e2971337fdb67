/**
 * Lists that instrumentations write as one attribute a leaf: `llm.input_messages.0.message.role`. Indexes are the
 * sender's choice, so nothing is allocated by them: they only say the order.
 */
import type { Attributes } from './attributes.ts';

const MAX_PARTS = 16;
const INDEX = /^\d{1,9}$/;

type Node = Map<string, Node | { leaf: unknown }>;

/** The list under `prefix`, nested as its keys say; numbered levels become lists in the order of their numbers. */
export function flattenedList(attributes: Attributes, prefix: string): unknown[] {
  const root: Node = new Map();
  for (const [key, value] of attributes) {
    if (!key.startsWith(prefix)) continue;
    const parts = key.slice(prefix.length).split('.');
    if (parts.length <= MAX_PARTS && INDEX.test(parts[0] ?? '')) plant(root, parts, value);
  }
  const value = grown(root);
  return Array.isArray(value) ? value : [];
}

function plant(root: Node, parts: string[], value: unknown): void {
  let node = root;
  for (const part of parts.slice(0, -1)) {
    const next = node.get(part);
    if (next instanceof Map) node = next;
    else {
      const made: Node = new Map();
      node.set(part, made);
      node = made;
    }
  }
  const last = parts.at(-1) ?? '';
  if (!node.has(last)) node.set(last, { leaf: value });
}

function grown(node: Node): unknown {
  const entries = [...node].map(
    ([key, child]) => [key, child instanceof Map ? grown(child) : child.leaf] as const,
  );
  if (!entries.every(([key]) => INDEX.test(key))) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
