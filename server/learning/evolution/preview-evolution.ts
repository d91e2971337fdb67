/** What asking for an evolution would do, said before anybody asks: why it cannot run, and what the last ones cost. */
import type { Principal } from '../../domain/principal.ts';
import { libraryStore } from '../../skills/library/index.ts';
import { notFound } from '../../platform/errors.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { obstacleTo } from './gather-evidence.ts';
import { type CostRow, evolutionStore } from './store.ts';

const DAY_MS = 86_400_000;
/** Days of usage that the estimate looks back at. */
const LOOK_BACK_DAYS = 30;

/** `obstacle`: why nothing would be queued. `tokens`: what one evolution uses at most, null where none has run lately. */
interface EvolutionPreview {
  obstacle: string | null;
  tokens: number | null;
}

/**
 * Says what an evolution of a skill would meet. The tokens are the median of recent days' tokens per call, times the
 * calls of a whole run: each iteration asks for one wording and one judgement. Unknown: `skill not found`.
 */
export async function previewEvolution(
  runtime: Runtime,
  { tenant }: Principal,
  skillId: string,
): Promise<EvolutionPreview> {
  const { db, config } = runtime;
  const [skill] = await libraryStore(db.read, tenant).findSkills([skillId]);
  if (skill === undefined) throw notFound('skill');
  const since = new Date(runtime.clock().getTime() - LOOK_BACK_DAYS * DAY_MS).toISOString().slice(0, 10);
  const rows = await evolutionStore(db.read, tenant).costsSince(since);
  return {
    obstacle: modelConfigured(config)
      ? await obstacleTo(runtime, tenant, skill)
      : 'no learning model is configured',
    tokens: tokensOfRun(rows, config.evolution.iterations),
  };
}

function tokensOfRun(rows: readonly CostRow[], iterations: number): number | null {
  const wording = median(rows.filter(({ purpose }) => purpose === 'evolve').map(tokensPerCall));
  if (wording === null) return null;
  const judging = median(rows.filter(({ purpose }) => purpose === 'judge_skill').map(tokensPerCall)) ?? 0;
  return Math.round(iterations * (wording + judging));
}

function tokensPerCall({ calls, inputTokens, outputTokens }: CostRow): number {
  return (inputTokens + outputTokens) / Math.max(calls, 1);
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
