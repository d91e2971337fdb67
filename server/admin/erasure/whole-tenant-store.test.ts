/** That no table of the schema is forgotten where a tenant is deleted or exported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORTED_MODELS, REMOVED_TABLES } from './index.ts';

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the tables of a tenant', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8');
  const models = [...schema.matchAll(/^model \w+ \{[^}]*?^ {2}tenant [^}]*?@@map\("(\w+)"\)/gm)];

  it('all go with it, but for those that are named with a reason', () => {
    const tables = models.map(([, table = '']) => table);
    expect(tables.length).toBeGreaterThan(30);
    const staying = ['ended_session', 'knowledge_revision', 'tenant_deletion'];
    expect([...REMOVED_TABLES, ...staying].toSorted()).toEqual(tables.toSorted());
  });

  it('are all exported, but for vectors and jobs', () => {
    const exported = [...EXPORTED_MODELS.map(snake), 'embedding', 'job'];
    expect(exported.toSorted()).toEqual([...REMOVED_TABLES].toSorted());
  });
});
