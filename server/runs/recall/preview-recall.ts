/**
 * What a recall would serve, for a person who decides: the same answer as a recall's, with nothing drawn, recorded or
 * counted.
 */
import type { z } from 'zod';
import { SHARED_AGENT, scopeOf } from '../../domain/fields.ts';
import type { Principal } from '../../domain/principal.ts';
import {
  type MemorySearch,
  type RecallPreview,
  RecallPreviewRequest,
} from '../../domain/runs/recall/recall.ts';
import type { Assignment } from '../../domain/skills/canary/arm.ts';
import { withSkills } from '../../knowledge/index.ts';
import { tenantConfig } from '../../platform/config/tenant-config.ts';
import { queryVector } from '../../platform/embeddings/query-vector.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { proposedSkills } from '../../skills/changesets/index.ts';
import { answer, type RecallQuery } from './answer-recall.ts';
import { loadKnowledge, type RecallKnowledge } from './load-knowledge.ts';
import { indexPiece, linesOf, memoryPiece, type ServedText, skillPiece } from './read-served.ts';
import { pastMoment } from './recall.ts';
import { toRecalled } from './store.ts';

type Preview = Omit<z.output<typeof RecallPreview>, 'runs'>;

/** With the text line by line, as {@link readServed} has it. */
type Previewed = Preview['now'] & Pick<ServedText, 'lines'>;

export type PreviewWithLines = Preview & { now: Previewed; with_change: Previewed | null };

/**
 * Previews a recall, and the same with a pending changeset applied in memory. A conflict where the changeset belongs to
 * another agent, or cannot be applied.
 */
export async function previewRecall(
  runtime: Runtime,
  principal: Principal,
  request: RecallPreviewRequest,
): Promise<PreviewWithLines> {
  const query = ask(runtime, principal, request);
  const { changeset_id: changesetId, canary_arm: arm } = request;
  const meaning = queryVector(runtime, principal.tenant, request.query);
  const known = await loadKnowledge(runtime, query.scope);
  const changed = changesetId ? await withChange(runtime, principal, { known, query, changesetId }) : null;
  const question = { ...query, vector: await meaning };
  const { minScore, minMemoryScore } = tenantConfig(runtime.config, known.shared.policy).recall;
  return {
    now: await previewed(runtime, question, { known, arm }),
    with_change: changed && (await previewed(runtime, question, { known: changed, arm })),
    min_skill_score: minScore,
    min_memory_score: minMemoryScore,
  };
}

function ask(runtime: Runtime, { tenant }: Principal, request: RecallPreviewRequest): RecallQuery {
  const createdAt = runtime.clock();
  const { agentId, userId } = scopeOf(request);
  return {
    request,
    ...{ recallId: '', sessionId: null, createdAt, vector: null },
    scope: { tenant, agentId, userId, asOf: pastMoment(request, createdAt) },
    ...{ random: null, sessionText: null, arms: new Map() },
  };
}

/** The memories that a recall would serve. Nothing is recorded or counted. */
export async function searchMemories(
  runtime: Runtime,
  principal: Principal,
  { limit, ...search }: MemorySearch,
): Promise<Pick<PreviewWithLines['now'], 'memories'>> {
  const request = RecallPreviewRequest.parse({ ...search, max_memories: limit, max_skills: 0 });
  const { now } = await previewRecall(runtime, principal, request);

  return { memories: now.memories };
}

/** What would be known with the changeset applied. */
async function withChange(
  runtime: Runtime,
  principal: Principal,
  { known, query, changesetId }: { known: RecallKnowledge; query: RecallQuery; changesetId: string },
): Promise<RecallKnowledge> {
  const { agentId, skills } = await proposedSkills(runtime, principal, changesetId);
  const changed = new Map(skills.map((skill) => [skill.id, skill]));
  if (agentId === query.scope.agentId) return { ...known, own: await withSkills(known.own, changed) };
  if (agentId === SHARED_AGENT) return { ...known, shared: await withSkills(known.shared, changed) };
  throw new ServiceError('conflict', 'changeset belongs to another agent');
}

interface Shown {
  known: RecallKnowledge;
  arm: RecallPreviewRequest['canary_arm'];
}

async function previewed(runtime: Runtime, query: RecallQuery, { known, arm }: Shown): Promise<Previewed> {
  const arms = new Map<string, Assignment>();
  for (const { trial } of [...known.own.skills.values(), ...known.shared.skills.values()]) {
    if (trial !== null) arms.set(trial.experimentId, { arm, propensity: 1 });
  }
  const { reply, record } = await answer(runtime, { ...query, arms }, known);
  const { instructions, skills, skill_index, memories, profile, skills_left_out } = reply;
  return {
    ...{ instructions, skills, skill_index, memories, profile },
    ...(skills_left_out === undefined ? {} : { skills_left_out }),
    considered_skills: record.skills.map(toRecalled),
    considered_memories: record.memories,
    lines: linesOf(instructions, piecesOf(reply, known)),
  };
}

type Reply = Awaited<ReturnType<typeof answer>>['reply'];

function piecesOf(
  { skills, skill_index: index, memories }: Reply,
  { own, shared, common, users }: RecallKnowledge,
) {
  const served = ({ id, arm }: Reply['skills'][number]) => {
    const skill = own.skills.get(id) ?? shared.skills.get(id);
    return (arm === 'candidate' ? skill?.trial?.candidate : skill) ?? [];
  };
  return [
    ...skills.flatMap(served).map((skill) => skillPiece(skill.id, skill)),
    ...index.flatMap(served).map((skill) => indexPiece(skill.id, skill)),
    ...memories
      .flatMap(({ id }) => users?.get(id) ?? common.get(id) ?? [])
      .map((memory) => memoryPiece(memory.id, memory)),
  ];
}
