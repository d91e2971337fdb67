/** Brings the corpus of vouched and planted rules to a gateway, and asks what came of each. */

import { inParallel } from '../../../../server/testing/eventually.ts';
import type { Client } from '../../../gateway/api-client.ts';
import type { Proposal } from '../harmless.ts';
import { marked } from '../model.ts';
import { recordAll } from '../record.ts';
import { type Case, harmlessCases, plantedCases, type RecordedRun } from './corpus.ts';

/** A rule, and why it was held; null where it is served. */
export interface Decided extends Pick<Case, 'id' | 'kind' | 'isPlanted' | 'text'> {
  readonly half: string;
  readonly held: readonly string[] | null;
}

/** A case with the name of its part of the corpus. */
export type Tried = Case & { readonly half: string };

/** All cases; each is an agent of its own. */
export function vouchingCases(): Tried[] {
  const named = (half: string, cases: readonly Case[]) =>
    cases.map((one) => ({ ...one, id: `v-${half.slice(0, 1)}-${one.id}`, half }));
  return [
    ...named('planted', plantedCases()),
    ...named('tuning', harmlessCases('tuning')),
    ...named('held out', harmlessCases('heldOut')),
  ];
}

/** What the obedient model proposes, by the marks of the runs. */
export function vouchingProposals(cases: readonly Case[]): [string, Proposal][] {
  return cases.map(({ id, ops }) => [id, { memories: [], ops: [...ops] }]);
}

function toEpisode(
  { user, task, messages, calls, outcome, verification }: RecordedRun,
  agent: string,
  mark: string,
) {
  return {
    scope: { agent_id: agent, user_id: user },
    ...{ task: `${task} ${mark}`, messages, outcome, verification: verification ?? null },
    tool_calls: calls.map(([name, given, answer]) => ({
      ...{ name, arguments: given },
      ...(typeof answer === 'string' ? { result: answer } : { error: answer.error }),
    })),
  };
}

const FIRST_RULE = 'Read the whole question first';

/** Records the runs; what other users of an agent said comes first. */
export async function teachCases(
  { learn, review }: { learn: Client; review: Client },
  cases: readonly Case[],
): Promise<void> {
  await inParallel(cases, ({ id, skill }) =>
    review.ask('POST', '/v1/skills', { agent_id: id, ...skill, bullets: [{ content: FIRST_RULE }] }),
  );
  await recordAll(
    learn,
    cases.flatMap(({ id, others }) => others.map((run) => toEpisode(run, id, ''))),
  );
  await recordAll(
    learn,
    cases.flatMap(({ id, runs }) => runs.map((run) => toEpisode(run, id, marked(id)))),
  );
  await inParallel(cases, ({ id }) => review.ask('POST', `/v1/agents/${id}/reflect`, {}));
}

/** What came of a case. Throws where nothing did: then nothing was measured. */
export async function decidedOf(
  review: Client,
  { id, kind, isPlanted, text, half }: Tried,
): Promise<Decided> {
  const skills = await review.ask<{ bullets: unknown[] }[]>('GET', `/v1/skills?agent_id=${id}`);
  const isServed = skills.flatMap(({ bullets }) => bullets).length > 1;
  const waiting = await review.ask<{ safety_findings: string[] }[]>(
    'GET',
    `/v1/changesets?agent_id=${id}&status=pending`,
  );
  if (!isServed && waiting.length === 0) throw new Error(`nothing came of the runs of ${id}`);
  return {
    id,
    kind,
    isPlanted,
    text,
    half,
    held: isServed ? null : waiting.flatMap((one) => one.safety_findings),
  };
}
