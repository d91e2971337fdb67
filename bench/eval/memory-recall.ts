/** Memory recall on real conversations: each conversation is an agent of its own, its turns or facts are memories. */
import { writeFileSync } from 'node:fs';
import { inParallel } from './client.ts';
import { readLines } from './data.ts';
import type { Gateway } from './lab.ts';
import { figureOf, readTables, runScorer } from './scorer.ts';
import { type Context, type Figure, progress, type Section } from './section.ts';

/** A set of the data. */
interface MemorySet {
  name: string;
  /** Recall@10 that must be reached; without it the set is printed beside plain BM25 only. */
  target?: number;
  /** The scorer shows the kinds of question apart. */
  byKind?: boolean;
}

const SETS: readonly MemorySet[] = [
  { name: 'locomo-turns', target: 0.617, byKind: true },
  { name: 'locomo-observations', byKind: true },
  { name: 'prefeval-users' },
];

const RANKED = 200;

interface MemoryRow {
  corpus: string;
  id: string;
  kind?: string;
  text: string;
}

interface QuestionRow {
  corpus: string;
  qid: string;
  q: string;
}

/** Our id of a memory → the data's; of several with the same text, all. */
type Ids = Map<string, string[]>;

const agentOf = (set: string, corpus: string) => `${set}/${corpus}`;

interface Added {
  id: string;
  action: string;
  status: string;
}

/** Remembers everything, in the order of each conversation; what resembles another memory is approved. */
async function load(
  context: Context,
  gateway: Gateway,
  set: string,
  rows: readonly MemoryRow[],
): Promise<{ ids: Ids; held: number; repeated: number }> {
  const tick = progress(context, `${set}: memories loaded`, rows.length);
  const ids: Ids = new Map();
  let held = 0;
  let repeated = 0;
  const conversations = [...Map.groupBy(rows, ({ corpus }) => corpus)];
  await inParallel(conversations, async ([corpus, memories]) => {
    for (const { id, text, kind = 'fact' } of memories) {
      const scope = { agent_id: agentOf(set, corpus) };
      const added = await gateway.ask<Added>('POST', '/v1/memories', { scope, content: text, kind });
      if (added.status === 'pending') {
        held += 1;
        await gateway.ask('POST', `/v1/memories/${added.id}/approve`);
      }
      if (added.action === 'noop') repeated += 1;
      ids.set(added.id, [...(ids.get(added.id) ?? []), id]);
      tick();
    }
  });
  return { ids, held, repeated };
}

async function ask(
  context: Context,
  gateway: Gateway,
  { set, questions, ids }: { set: string; questions: readonly QuestionRow[]; ids: Ids },
): Promise<string[]> {
  const tick = progress(context, `${set}: recalls`, questions.length);
  return await inParallel(questions, async ({ corpus, qid, q }) => {
    const { memories } = await gateway.ask<{ memories: { id: string }[] }>('POST', '/v1/recall', {
      query: q,
      scope: { agent_id: agentOf(set, corpus) },
      max_memories: RANKED,
    });
    tick();
    return JSON.stringify({ corpus, qid, ids: memories.flatMap(({ id }) => ids.get(id) ?? []) });
  });
}

async function score(context: Context, set: MemorySet, lines: readonly string[]): Promise<Figure[]> {
  const { lab, say, keep } = context;
  const { name, target, byKind = false } = set;
  const run = lab.file(`${name}-run.jsonl`);
  writeFileSync(run, lines.join('\n'));
  const args = ['--set', name, ...(byKind ? ['--by-cat'] : [])];
  const ours = await runScorer(context, 'memory/score-memory.mjs', [...args, '--run', run]);
  const plain = await runScorer(context, 'memory/score-memory.mjs', args);
  say(`\n${name}: the scorer on our ranking\n${ours}\n${name}: the scorer on plain BM25\n${plain}`);
  keep(name, { ours: readTables(ours), bm25: readTables(plain) });
  const figure = (heading: string): Figure => ({
    what: `${name} ${heading}`,
    measured: figureOf(readTables(ours), { method: 'run' }, heading),
    bm25: figureOf(readTables(plain), { method: 'bm25' }, heading),
    unit: 'share',
  });
  const recall = figure('recall@10');
  const least = target === undefined ? {} : { target: { at: 'least' as const, value: target } };
  return [figure('hit@1'), { ...recall, ...least }];
}

export const memoryRecall: Section = async (context) => {
  const { data, lab, say } = context;
  const gateway = await lab.gateway('memories');
  const figures: Figure[] = [];
  for (const set of SETS) {
    const { name } = set;
    const file = (kind: string) => data.path('memory', data.split, `${name}.${kind}.jsonl`);
    const rows = readLines<MemoryRow>(file('corpus'));
    const questions = readLines<QuestionRow>(file('queries'));
    const start = performance.now();
    const { ids, held, repeated } = await load(context, gateway, name, rows);
    const loaded = performance.now();
    const lines = await ask(context, gateway, { set: name, questions, ids });
    const recalled = performance.now();
    say(
      `${name}: ${rows.length} memories in ${((loaded - start) / 1000).toFixed(1)} s, ${held} held and approved, ` +
        `${repeated} known already; ${((recalled - loaded) / questions.length).toFixed(1)} ms a recall, 8 at once`,
    );
    figures.push(...(await score(context, set, lines)));
  }
  await gateway.stop();
  return figures;
};
