/**
 * Skill recall on real tasks, and on queries that no skill serves. The ranking is read with the minimum score and the
 * length of the index opened wide; what is served is measured with the defaults, on the same database.
 */
import { writeFileSync } from 'node:fs';
import { inParallel } from './client.ts';
import { readLines } from './data.ts';
import type { Gateway } from './lab.ts';
import { type CorpusSkill, loadSkills } from './load-skills.ts';
import { figureOf, readTables, runScorer, type ScorerRow } from './scorer.ts';
import { type Context, type Figure, progress, type Section } from './section.ts';
import { clipped, textTable } from './text-table.ts';

const AGENT = 'skills';
const RANKED_IN_FULL = 10;
const BM25_VIEW = 'name+description';

/** A task and the skills that serve it; a query of the negatives has none. */
interface Query {
  qid: string;
  q: string;
  gold: string[];
  group: 'task' | 'near' | 'far';
}

/** Skills of the data by id with their scores, best first. */
type Ranking = { id: string; score: number }[];

interface RecallReply {
  skills: { name: string; score: number }[];
  skill_index: { name: string; score: number }[];
}

function readQueries({ data }: Context): Query[] {
  const file = (name: string) => data.path('skills', data.split, name);
  const tasks = readLines<{ qid: string; q: string; gold: string[] }>(file('queries.jsonl'));
  const negatives = readLines<{ qid: string; q: string; near: boolean }>(file('negatives.jsonl'));
  return [
    ...tasks.map(({ qid, q, gold }): Query => ({ qid, q, gold, group: 'task' })),
    ...negatives.map(({ qid, q, near }): Query => ({ qid, q, gold: [], group: near ? 'near' : 'far' })),
  ];
}

/** Recalls every query; `served` alone or with the index after it. */
async function recallAll(
  context: Context,
  gateway: Gateway,
  { queries, ids, full }: { queries: Query[]; ids: Map<string, string>; full: boolean },
): Promise<{ rankings: Ranking[]; milliseconds: number }> {
  const tick = progress(context, 'recalls', queries.length);
  const start = performance.now();
  const rankings = await inParallel(queries, async ({ q }) => {
    const { skills, skill_index: index } = await gateway.ask<RecallReply>('POST', '/v1/recall', {
      query: q,
      scope: { agent_id: AGENT },
      ...(full ? { max_skills: RANKED_IN_FULL } : {}),
    });
    tick();
    return (full ? [...skills, ...index] : skills).map(({ name, score }) => ({
      id: ids.get(name) ?? name,
      score,
    }));
  });
  return { rankings, milliseconds: (performance.now() - start) / queries.length };
}

/** A query with what it was served by default and its whole ranking. */
interface Recalled extends Query {
  served: Ranking;
  ranking: Ranking;
}

const isRight = ({ gold }: Query, ranking: Ranking) => ranking.some(({ id }) => gold.includes(id));

function names(ranking: Ranking): string {
  return ranking.map(({ id, score }) => `${id} ${score.toFixed(2)}`).join(', ');
}

function bestRight({ gold, ranking }: Recalled): string {
  const at = ranking.findIndex(({ id }) => gold.includes(id));
  const found = ranking[at];
  return found === undefined
    ? `${gold.join(', ')} not ranked`
    : `${found.id} ${found.score.toFixed(2)}, place ${at + 1}`;
}

function printMisses({ say }: Context, recalled: readonly Recalled[]): void {
  const missed = recalled.filter((query) => query.group === 'task' && !isRight(query, query.served));
  say('\nTasks that were served no right skill');
  say(
    textTable(
      ['task', 'best right skill', 'served'],
      missed.map((query) => [query.qid, clipped(bestRight(query), 60), clipped(names(query.served), 90)]),
    ),
  );
  const disturbed = recalled.filter(({ group, served }) => group !== 'task' && served.length > 0);
  say('\nQueries without a right skill that were served something');
  say(
    textTable(
      ['group', 'query', 'served'],
      disturbed.map(({ group, qid, served }) => [group, clipped(qid, 50), clipped(names(served), 100)]),
    ),
  );
}

/** What is served by default, beside BM25, which has no minimum: it serves its first three whenever a word matches. */
function servedFigures(recalled: readonly Recalled[], { bm25 }: Scores): Figure[] {
  const of = (group: Query['group']) => recalled.filter((query) => query.group === group);
  const share = (group: Query['group'], test: (query: Recalled) => boolean) =>
    of(group).filter(test).length / Math.max(1, of(group).length);
  const served = ({ served: ranking }: Recalled) => ranking.length > 0;
  const anyHit = (negatives: 'near' | 'far') => figureOf(bm25, { view: BM25_VIEW, negatives }, 'any hit >0');
  return [
    {
      what: 'tasks served a right skill',
      measured: share('task', (query) => isRight(query, query.served)),
      bm25: figureOf(bm25, { view: BM25_VIEW }, 'hit@3'),
      target: { at: 'least', value: 0.85 },
      unit: 'share',
    },
    {
      what: 'far queries served anything',
      measured: share('far', served),
      bm25: anyHit('far'),
      target: { at: 'most', value: 0 },
      unit: 'share',
    },
    {
      what: 'near queries served anything',
      measured: share('near', served),
      bm25: anyHit('near'),
      unit: 'share',
    },
  ];
}

/** The scorer's rows for our ranking and for plain BM25. */
interface Scores {
  ours: ScorerRow[];
  bm25: ScorerRow[];
}

async function score(context: Context, recalled: readonly Recalled[]): Promise<Scores> {
  const { lab, say } = context;
  const run = lab.file('skills-run.jsonl');
  const lines = recalled.map(({ qid, ranking }) =>
    JSON.stringify({ qid, ids: ranking.map(({ id }) => id), scores: ranking.map((entry) => entry.score) }),
  );
  writeFileSync(run, lines.join('\n'));
  const script = 'skills/score-skills.mjs';
  const ours = await runScorer(context, script, ['--run', run]);
  const plain = await runScorer(context, script, []);
  say(`\nThe scorer on our ranking\n${ours}\nThe scorer on plain BM25\n${plain}`);
  return { ours: readTables(ours), bm25: readTables(plain) };
}

/** A figure of the scorer for our ranking and for plain BM25. */
function scored({ ours, bm25 }: Scores, heading: string, negatives?: 'near' | 'far') {
  const where = negatives === undefined ? {} : { negatives };
  return {
    measured: figureOf(ours, { view: 'run', ...where }, heading),
    bm25: figureOf(bm25, { view: BM25_VIEW, ...where }, heading),
    unit: 'share' as const,
  };
}

function rankingFigures(scores: Scores): Figure[] {
  const least = (value: number) => ({ at: 'least' as const, value });
  const injected = 'false inject @ 90% gold kept';
  return [
    { what: 'hit@1', ...scored(scores, 'hit@1'), target: least(0.8) },
    { what: 'recall@3', ...scored(scores, 'recall@3'), target: least(0.636) },
    { what: 'recall@10', ...scored(scores, 'recall@10') },
    { what: `near: ${injected}`, ...scored(scores, injected, 'near') },
    { what: `far: ${injected}`, ...scored(scores, injected, 'far') },
  ];
}

export const skillRecall: Section = async (context) => {
  const { data, lab, say, keep } = context;
  const corpus = readLines<CorpusSkill>(data.path('skills', 'corpus.jsonl'));
  const queries = readQueries(context);
  const open = await lab.gateway('skills', {
    SERVICE_RECALL_MIN_SCORE: '0',
    SERVICE_RECALL_SKILL_INDEX_SIZE: '1000',
  });
  const { ids, held } = await loadSkills(context, open, AGENT, corpus);
  say(`${corpus.length} skills loaded, ${held} of them held by the safety scan and approved`);
  const ranked = await recallAll(context, open, { queries, ids, full: true });
  await open.stop();
  const usual = await lab.gateway('skills');
  const served = await recallAll(context, usual, { queries, ids, full: false });
  await usual.stop();
  const recalled = queries.map((query, at) => ({
    ...query,
    served: served.rankings[at] ?? [],
    ranking: ranked.rankings[at] ?? [],
  }));
  const scores = await score(context, recalled);
  printMisses(context, recalled);
  say(`\n${served.milliseconds.toFixed(1)} ms a recall, 8 at once`);
  keep(
    'skills',
    recalled.map(({ qid, group, gold, served: given, ranking }) => ({
      qid,
      group,
      gold,
      served: given,
      ranking: ranking.slice(0, RANKED_IN_FULL),
    })),
  );
  return [...rankingFigures(scores), ...servedFigures(recalled, scores)];
};
