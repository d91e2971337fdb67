import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ANSWERS } from '../../domain/learning/answers.ts';
import { strictSchema } from './ask-model.ts';

type Node = Record<string, unknown>;

const KNOWN = new Set([
  ...[
    'type',
    'enum',
    'const',
    'description',
    'anyOf',
    'items',
    'properties',
    'required',
    'additionalProperties',
  ],
]);

/** A schema and every one inside it. */
function everyNode(node: Node): Node[] {
  const {
    anyOf = [],
    items,
    properties = {},
  } = node as { anyOf?: Node[]; items?: Node; properties?: Record<string, Node> };
  const inner = [...anyOf, ...(items === undefined ? [] : [items]), ...Object.values(properties)];
  return [node, ...inner.flatMap(everyNode)];
}

describe('a strict form', () => {
  it.each(Object.entries(ANSWERS))('of %s holds only what strict endpoints accept', (_, schema) => {
    const form = strictSchema(schema);
    expect(form['type']).toBe('object');
    for (const node of everyNode(form)) {
      expect(Object.keys(node).filter((key) => !KNOWN.has(key))).toEqual([]);
      if (node['type'] !== 'object') continue;
      expect(node['additionalProperties']).toBe(false);
      expect(node['required']).toEqual(Object.keys(node['properties'] as Node));
    }
  });

  it('makes what may be left out nullable, once', () => {
    const form = strictSchema(
      z.object({ a: z.string().optional(), b: z.number().nullish(), c: z.null().optional() }),
    );
    const nothing = { type: 'null' };
    expect(form['properties']).toEqual({
      a: { anyOf: [{ type: 'string' }, nothing] },
      b: { type: ['number', 'null'] },
      c: nothing,
    });
  });
});
