/** Looks up who vouches for a learned change, and who said in its runs what it says. */

import {
  claimsOf,
  copyFindings,
  operationTexts,
  ruleFindings,
  UNCONFIRMED,
  type UserRulePolicy,
} from '../../domain/attribution/rule-findings.ts';
import { indexRuns, type RunIndex, voicesOf } from '../../domain/attribution/run-index.ts';
import { originsOf } from '../../domain/attribution/said-by.ts';
import type { SpokenRun } from '../../domain/attribution/transcript.ts';
import type { Claim } from '../../domain/attribution/vouching.ts';
import { quotedEpisode } from '../../domain/learning/quote-episode.ts';
import type { Finding } from '../../domain/safety/spans.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { SaidBy } from '../../domain/skills/changesets/support.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { evolutionStore } from './store.ts';

/** Newest runs of other users in which it is looked whether one of them said the same. */
const OTHERS = 100;

export interface IndexedRuns {
  readonly tenant: string;
  readonly agentId: string;
  readonly runs: readonly SpokenRun[];
  readonly index: RunIndex;
}

/** Indexes runs one after the other: a thread would have to hand back the index, which is larger than what they say. */
export async function indexInTurns(
  runs: readonly SpokenRun[],
  texts: Parameters<typeof indexRuns>[1] = {},
): Promise<RunIndex> {
  const voices = [...indexRuns([], texts)];
  for await (const run of inTurns(runs)) voices.push(...indexRuns([run]));
  return voices;
}

/** The findings on what operations ask for, each once. */
export async function findingsOnClaims(
  ops: readonly Operation[],
  find: (claim: Claim) => Finding[],
): Promise<Finding[]> {
  const findings = new Set<Finding>();
  for await (const claim of inTurns(ops.flatMap(claimsOf))) {
    for (const finding of find(claim)) findings.add(finding);
  }
  return [...findings];
}

/** For each operation, who said most of its words in the runs. */
export function readOrigins({ index }: Pick<IndexedRuns, 'index'>, ops: readonly Operation[]): SaidBy[][] {
  return ops.map((op) => originsOf(operationTexts(op), index));
}

/** Why the operations wait for a person; empty where somebody vouches for all of them. */
export async function findUnvouched(
  runtime: Runtime,
  indexedRuns: IndexedRuns,
  ops: readonly Operation[],
): Promise<Finding[]> {
  const { index, runs, tenant } = indexedRuns;
  const { governance } = await readTenantConfig(runtime, runtime.db.read, tenant);
  if (!governance.untrustedNeedsReview)
    return await findingsOnClaims(ops, (claim) => copyFindings([claim], index));
  const hasUser = runs.every(({ userId }) => userId !== null);
  const usersTeach = await userRulePolicy(runtime, indexedRuns);
  const teaching = { index, hasUser, usersTeach };
  const findings = await findingsOnClaims(ops, (claim) => ruleFindings([claim], teaching));
  if (usersTeach !== 'together' || !findings.includes(UNCONFIRMED)) return findings;
  const others = await readOthers(runtime, indexedRuns);
  return await findingsOnClaims(ops, (claim) => ruleFindings([claim], { ...teaching, others }));
}

/** What the users of an agent teach: where it has one, what that one says is as good as a developer's word. */
async function userRulePolicy(
  { config, db, clock }: Runtime,
  { tenant, agentId, runs }: IndexedRuns,
): Promise<UserRulePolicy> {
  const { userRulesNeedReview } = config.governance;
  if (userRulesNeedReview !== 'auto') return userRulesNeedReview === 'true' ? 'never' : 'alone';
  const known = new Set(runs.flatMap(({ userId }) => userId ?? []));
  if (known.size === 0) return 'alone';
  const users = await evolutionStore(db.read, tenant).recentUsers(agentId, {
    dialect: db.dialect,
    now: clock(),
  });
  return new Set([...known, ...users]).size > 1 ? 'together' : 'alone';
}

async function readOthers({ db }: Runtime, { tenant, agentId, runs }: IndexedRuns): Promise<RunIndex> {
  const users = [...new Set(runs.flatMap(({ userId }) => userId ?? []))];
  const others = await evolutionStore(db.read, tenant).runsOfOthers({ agentId, users, limit: OTHERS });
  const spoken = others.map((run) => ({
    quote: quotedEpisode(run),
    hasSucceeded: false,
    userId: run.userId,
  }));
  return voicesOf(await indexInTurns(spoken), ['user']);
}
