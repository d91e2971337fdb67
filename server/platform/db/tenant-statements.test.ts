/**
 * Raw statements say for each of their tables whose rows they mean. No type holds this, so the sources of the stores
 * are read: a table whose rows belong to tenants needs a condition on its tenant in the same statement.
 */
import { describe, expect, it } from 'vitest';
import {
  childrenOf,
  isFunction,
  isNode,
  nameOf,
  parseSource,
  readSources,
  type SourceNode,
} from '../../testing/read-source.ts';
import { TENANT_MODELS } from './tenant-client.ts';

/** They work through the jobs of all tenants, and mean a tenant's rows by the ids of jobs; or look for vectors to be made. */
const OF_ALL_TENANTS = [
  ...['sqlite', 'graphile', 'daily'].map((name) => `server/jobs/${name}-store.ts`),
  'server/knowledge/embedding/all-tenants-store.ts',
];
const OWNED = new Set<string>(
  TENANT_MODELS.map((model) => model.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
);
const STATEMENTS = ['$queryRaw', '$executeRaw'];

/** What names stand for, from the innermost function outwards. */
type Scopes = readonly ReadonlyMap<string, SourceNode>[];

/** The constants and functions that are declared in a function or module, not those in functions within. */
function declaredIn(node: SourceNode): [string, SourceNode][] {
  return childrenOf(node).flatMap((child): [string, SourceNode][] => {
    if (child.type === 'FunctionDeclaration') return [[nameOf(child.identifier), child]];
    if (isFunction(child)) return [];
    const own: [string, SourceNode][] =
      child.type === 'VariableDeclarator' && isNode(child.init) ? [[nameOf(child.id), child.init]] : [];
    return [...own, ...declaredIn(child)];
  });
}

/** The SQL that a node adds to a statement: its fragments with those that it names, and `:tenant` for the tenant. */
function sqlOf(node: SourceNode, scopes: Scopes, seen: readonly SourceNode[] = []): string {
  if (node.type === 'TemplateLiteral') {
    const [quasis, expressions] = [node.quasis as { cooked: string }[], node.expressions as SourceNode[]];
    return quasis
      .map(({ cooked }, at) => {
        const next = expressions[at];
        return next === undefined ? cooked : `${cooked}${sqlOf(next, scopes, seen) || '?'}`;
      })
      .join('');
  }
  if (node.type === 'MemberExpression' && nameOf(node.property) === 'tenant') return ':tenant';
  if (node.type !== 'Identifier') {
    return childrenOf(node)
      .map((child) => sqlOf(child, scopes, seen))
      .filter((text) => text !== '')
      .join(' ');
  }
  if (node.value === 'tenant') return ':tenant';
  const meant = scopes.find((scope) => scope.has(nameOf(node)))?.get(nameOf(node));
  return meant === undefined || seen.includes(meant) ? '' : sqlOf(meant, scopes, [...seen, meant]);
}

/** The raw statements of a source. */
function statementsOf(source: string): string[] {
  const visit = (node: SourceNode, outer: Scopes): string[] => {
    const opens = node.type === 'Module' || isFunction(node);
    const scopes = opens ? [new Map(declaredIn(node)), ...outer] : outer;
    const tag = node.type === 'TaggedTemplateExpression' && isNode(node.tag) ? node.tag : null;
    const isStatement = tag !== null && STATEMENTS.includes(nameOf(tag.property));
    const own = isStatement && isNode(node.template) ? [sqlOf(node.template, scopes)] : [];
    return [...own, ...childrenOf(node).flatMap((child) => visit(child, scopes))];
  };
  return visit(parseSource(source), []);
}

const countOf = (text: string, pattern: string) => [...text.matchAll(new RegExp(pattern, 'g'))].length;

/** The tables of a statement that are named without their tenant. */
function openTables(sql: string): string[] {
  const inserts = [...sql.matchAll(/INSERT INTO ([a-z_]+)\s*\(\s*(\w+)/g)]
    .filter(([, table = '', column]) => OWNED.has(table) && column !== 'tenant')
    .map(([, table = '']) => table);
  const named = [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+([a-z_]+)(?:\s+(?:AS\s+)?([a-z_]+)\b)?/g)]
    .filter(([, table = '']) => OWNED.has(table))
    .map(([, table = '', alias = table]) => ({ table, alias }));
  const byAlias = Object.entries(Object.groupBy(named, ({ alias }) => alias)).map(([alias, uses = []]) => {
    const limited = countOf(sql, `\\b${alias}\\.tenant\\s*=\\s*(:|[a-z_]+\\.)tenant\\b`);
    return { uses, open: Math.max(0, uses.length - limited) };
  });
  const open = byAlias.filter((each) => each.open > 0);
  const bare = countOf(sql, '(?<![.\\w])tenant\\s*=\\s*:tenant\\b');
  const enough = open.every(({ uses }) => uses.every(({ table, alias }) => table === alias));
  const missing = open.reduce((sum, each) => sum + each.open, 0) > (enough ? bare : 0);
  return [...inserts, ...(missing ? open.flatMap(({ uses }) => uses.map(({ table }) => table)) : [])];
}

/** The source that a case means: `{tenant}` stands for what a template puts in. */
const sourceOf = (text: string) => text.replace(/\{([\w.()]+)\}/g, '$${$1}');

describe('raw statements', () => {
  const stores = readSources('server/**/*store.ts');
  const statements = [...stores]
    .filter(([file]) => !OF_ALL_TENANTS.includes(file))
    .flatMap(([file, source]) => statementsOf(source).map((sql) => ({ file, sql })));

  it('are found', () => {
    expect(statements.length).toBeGreaterThan(50);
    expect(statements.filter(({ sql }) => /\b(FROM|JOIN|UPDATE|INTO)\b/.test(sql)).length).toBeGreaterThan(
      50,
    );
    expect([...stores.keys()]).toEqual(expect.arrayContaining(OF_ALL_TENANTS));
  });

  it('name no table without its tenant', () => {
    const open = statements.filter(({ sql }) => openTables(sql).length > 0);
    expect(open.map(({ file, sql }) => `${file}: ${openTables(sql).join(', ')} in ${sql}`)).toEqual([]);
  });

  it.each([
    ['a read', 'client.$queryRaw`SELECT id FROM skill WHERE id = {id}`', ['skill']],
    [
      'the second table of a join',
      'client.$queryRaw<Row[]>`SELECT 1 FROM skill s JOIN bullet b ON b.skill_id = s.id WHERE s.tenant = {tenant}`',
      ['bullet'],
    ],
    [
      'one part of a union',
      'client.$queryRaw`SELECT id FROM skill WHERE tenant = {tenant} UNION SELECT id FROM memory`',
      ['skill', 'memory'],
    ],
    [
      'a fragment that forgets',
      'const where = (id: string) => Prisma.sql`id = {id}`; client.$queryRaw`SELECT 1 FROM recall WHERE {where(id)}`',
      ['recall'],
    ],
    [
      'another value than the tenant',
      'client.$queryRaw`SELECT 1 FROM job WHERE tenant = {agentId}`',
      ['job'],
    ],
  ])('are refused: %s', (_, text, tables) => {
    expect(statementsOf(sourceOf(text)).flatMap(openTables)).toEqual(tables);
  });

  it.each([
    'const where = Prisma.sql`tenant = {tenant}`; client.$queryRaw`SELECT 1 FROM job WHERE {where}`',
    'function limit(tenant: string) { return Prisma.sql`s.tenant = {tenant}`; } client.$queryRaw`SELECT 1 FROM skill s WHERE {limit(tenant)}`',
    'client.$queryRaw`SELECT 1 FROM skill s JOIN bullet b ON b.tenant = s.tenant WHERE s.tenant = {job.tenant}`',
    'client.$queryRaw`SELECT 1 FROM service_state`',
  ])('are accepted: %s', (text) => {
    expect(statementsOf(sourceOf(text)).flatMap(openTables)).toEqual([]);
    expect(statementsOf(sourceOf(text))).toHaveLength(1);
  });
});
