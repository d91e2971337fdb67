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

  it('tells in words what the keywords would have bounded', () => {
    const form = strictSchema(
      z.object({
        text: z.string().min(3).max(20).describe('A rule'),
        list: z.array(z.string().max(5)).max(2),
        share: z.number().min(0).max(1),
        least: z.number().min(4),
        name: z.string().regex(/^[a-z]+$/),
      }),
    );
    expect(form['properties']).toEqual({
      text: { type: 'string', description: 'A rule (3 to 20 characters)' },
      list: {
        type: 'array',
        items: { type: 'string', description: 'at most 5 characters' },
        description: 'at most 2 items',
      },
      share: { type: 'number', description: '0 to 1' },
      least: { type: 'number', description: 'at least 4' },
      name: { type: 'string', description: 'matching ^[a-z]+$' },
    });
  });

  it('has the choices of an operation as alternatives', () => {
    const { properties } = strictSchema(ANSWERS.curate) as {
      properties: { ops: { items: { anyOf: Node[] } } };
    };
    const names = properties.ops.items.anyOf.map(
      ({ properties: fields }) => (fields as { op: Node }).op['const'],
    );
    expect(names).toEqual(['create_skill', 'add', 'update', 'remove', 'set_description']);
  });
});
