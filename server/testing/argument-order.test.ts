/** One order of arguments: the runtime, the transaction, who it is for, and then what is wanted. */
import { describe, expect, it } from 'vitest';
import {
  childrenOf,
  isFunction,
  isNode,
  nameOf,
  parseSource,
  readSources,
  type SourceNode,
} from './read-source.ts';

/** A session is a runtime with what one piece of work needs throughout. */
const BY_TYPE = new Map([
  ...['Runtime', 'Session', 'TraceBatch'].map((type) => [type, 0] as const),
  ...['Tx', 'TenantClient'].map((type) => [type, 1] as const),
  ...['Principal', 'Author'].map((type) => [type, 2] as const),
]);
/** For arguments whose types are inferred, and a tenant, which is a text. */
const BY_NAME = new Map([
  ['runtime', 0],
  ['tx', 1],
  ['db', 1],
  ['tenant', 2],
]);
const REST = 3;

/** A parameter's place in the order. */
function placeOf(parameter: SourceNode): number {
  const pattern = isNode(parameter.pat) ? parameter.pat : parameter;
  const target = isNode(pattern.left) ? pattern.left : pattern;
  const { typeAnnotation: annotation } = target;
  const type = isNode(annotation) && isNode(annotation.typeAnnotation) ? annotation.typeAnnotation : null;
  return BY_TYPE.get(nameOf(type?.typeName)) ?? BY_NAME.get(nameOf(target)) ?? REST;
}

/** The functions of a source whose arguments come in another order, by their parameters. */
function disorderIn(node: SourceNode): string[] {
  const params = isFunction(node) && Array.isArray(node.params) ? node.params.filter(isNode) : [];
  const places = params.map(placeOf);
  const inOrder = places.every((place, at) => place >= (places[at - 1] ?? 0));
  const own = inOrder ? [] : [`${nameOf(node.identifier) || 'a function'}: ${places.join(' ')}`];
  return [...own, ...childrenOf(node).flatMap(disorderIn)];
}

describe('the order of arguments', () => {
  it('is the same everywhere', () => {
    const sources = [...readSources('{server,worker}/**/*.ts')];
    const found = sources.flatMap(([path, source]) =>
      disorderIn(parseSource(source)).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
    expect(sources.filter(([, source]) => source.includes('runtime: Runtime')).length).toBeGreaterThan(100);
  });

  it.each([
    'function f(tx: Tx, runtime: Runtime) {}',
    'function f(runtime: Runtime, tenant: string, tx: Tx) {}',
    'const f = async (input: string, { tenant }: Principal) => {}',
    'function f(runtime: Runtime, { limit }: Page, tenant: string | undefined) {}',
    'export const store = { add(id: string, tx: Tx) {} };',
  ])('is missed by %s', (source) => {
    expect(disorderIn(parseSource(source))).toHaveLength(1);
  });

  it.each([
    'async function f(runtime: Runtime, tx: Tx, tenant: string, { id }: Key) {}',
    'function f({ db }: Runtime, { tenant }: Principal, limit = 10) {}',
    'const f = (tx: Tx, tenant: string) => tx;',
    'function f(session: Session, tx: Tx, rows: Row[]) {}',
  ])('is kept by %s', (source) => {
    expect(disorderIn(parseSource(source))).toEqual([]);
  });
});
