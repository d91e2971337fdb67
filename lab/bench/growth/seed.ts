/** What long use leaves in a database, written as rows: through the interface it would take days. */
import { clientOf, Prisma } from '../../../server/platform/db/prisma.ts';
import type { Runtime } from '../../../server/platform/runtime.ts';
import { putMemories } from '../../../server/testing/database/knowledge-rows.ts';
import { insertSkills } from '../../../server/testing/database/library-rows.ts';
import { historyStatements } from '../../../server/testing/database/scale-history.ts';
import { insertRows, libraryStatements, text } from '../../../server/testing/database/scale-library.ts';
import { DEV } from '../../gateway/beside-gateway.ts';
import { corpus } from '../corpus.ts';

/** How much a database holds; the agent `default` has the skills and memories. */
export interface Held {
  skills: number;
  memories: number;
  episodes: number;
  changesets: number;
}

/** Seconds between two rows of the history, and how long ago the last one was. */
const STEP = 60;
const LAST = 3600;

/** When the history of so many rows begins. */
export function beginOf({ episodes }: Held): Date {
  return new Date(Date.now() - (episodes * STEP + LAST) * 1000);
}

/** Writes it all. The history belongs to the agent `support`, mostly, which has 100 skills at each size. */
export async function seed(runtime: Runtime, held: Held): Promise<void> {
  const { db } = runtime;
  const { words, memory } = corpus(7);
  const { tenant } = DEV;
  await insertSkills(runtime, tenant, { skills: held.skills, rules: 12, words });
  for (const userId of [null, 'u-1']) {
    const texts = Array.from({ length: held.memories / 2 }, memory);
    await putMemories(runtime, tenant, { agentId: 'default', userId, texts });
  }
  const { memories, episodes, changesets } = held;
  const history = { episodes, audit: episodes, memories, canaries: 20, jobs: 20 };
  const begin = beginOf(held);
  await run(runtime, [
    ...libraryStatements(tenant, { skills: 100, changesets }, db.dialect, begin),
    ...historyStatements(tenant, history, db.dialect, begin),
  ]);
}

async function run({ db }: Runtime, statements: readonly string[]): Promise<void> {
  // Not in one transaction: a million rows take longer than one may last.
  for (const statement of statements) await clientOf(db.read).$executeRaw(Prisma.raw(statement));
  // PostgreSQL gathers what its planner goes by from time to time by itself; nobody does on SQLite.
  if (db.dialect === 'postgresql') await clientOf(db.read).$executeRaw(Prisma.raw('ANALYZE'));
}

const RULES = 3;
const MEMORIES = 4;

/** Writes agents `agent-0` … of a tenant, each with a skill of three rules and four memories. */
export async function seedAgents(runtime: Runtime, tenant: string, agents: number): Promise<void> {
  const { words } = corpus(13);
  const agentOf = (per: number) => `'agent-' || ${text(`at / ${per}`)}`;
  const said = (count: number) => `'${words(count)} ' || ${text('at')}`;
  const now = `'${new Date().toISOString().replace('Z', '+00:00')}'`;
  const at = runtime.db.dialect === 'sqlite' ? now : `CAST(${now} AS TIMESTAMP)`;
  const times = { created_at: at };
  const rows = (table: string, count: number, columns: Record<string, string>) =>
    insertRows(table, tenant, { count, columns });
  await run(runtime, [
    rows('knowledge_revision', agents, { agent_id: agentOf(1), skills: '1', memories: '1' }),
    rows('skill', agents, {
      ...{ id: `'sk_' || ${text('at')}`, agent_id: agentOf(1), name: `'skill-' || ${text('at')}` },
      ...{ description: said(20), version: '1', status: "'active'", pinned: 'FALSE', tags: "'[]'" },
      ...{ uses: '0', evidence: '0', reward: '0', updated_at: at, revision: '1', ...times },
    }),
    rows('bullet', agents * RULES, {
      ...{ id: `'bl_' || ${text('at')}`, skill_id: `'sk_' || ${text(`at / ${RULES}`)}` },
      ...{ position: `at % ${RULES}`, section: "'steps'", content: said(16), issue: "''", keywords: "'[]'" },
      ...{ helpful: '0', harmful: '0', neutral: '0', used: '0', status: "'active'", sources: "'[]'" },
      ...{ updated_at: at, ...times },
    }),
    rows('memory', agents * MEMORIES, {
      ...{ id: `'mem_' || ${text('at')}`, agent_id: agentOf(MEMORIES), kind: "'fact'", content: said(14) },
      ...{ text_key: text('at'), confidence: '1', status: "'active'", hold_reasons: "'[]'", sources: "'[]'" },
      ...{ created_by: "'dev'", valid_from: at, activated_at: at, ...times },
    }),
  ]);
}
