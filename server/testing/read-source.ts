/** Sources as trees, for tests of rules that neither types nor the linter can hold. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { projectRoot } from '../platform/shared.ts';

/** A node of the tree, with what it holds by name. */
export interface SourceNode {
  type: string;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is SourceNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export function parseSource(source: string): SourceNode {
  return parseSync(source, { syntax: 'typescript' }) as unknown as SourceNode;
}

/** The sources that ship, by path. */
export function readSources(pattern: string): Map<string, string> {
  const root = projectRoot();
  const paths = globSync(pattern, { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/(testing|generated)\//.test(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]));
}

/** What stands within a node, without types; arguments of calls are wrapped once more. */
export function childrenOf(node: object): SourceNode[] {
  return Object.values(node)
    .flat()
    .flatMap((value: unknown) => {
      if (isNode(value)) return value.type.startsWith('Ts') ? [] : [value];
      return typeof value === 'object' && value !== null && 'expression' in value ? childrenOf(value) : [];
    });
}

export const isFunction = ({ type }: SourceNode) => type.includes('Function') || type === 'MethodProperty';

/** The name that an identifier or a key is. */
export const nameOf = (value: unknown) =>
  isNode(value) && typeof value.value === 'string' ? value.value : '';
