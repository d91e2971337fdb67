/**
 * Memories as a caller says and lists them, and the stand-in's verdicts on them, for tests of what becomes of
 * them.
 */

import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import type { RecordedCall } from '../../../lab/model/stand-in-plan.ts';
import type { RawAnswer } from '../../domain/learning/answers.ts';
import { type Memory, type MemoryAdded, MemoryIn, type MemoryStatus } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { RecallRequest, type RecallResponse } from '../../domain/runs/recall/recall.ts';
import { addMemory, listMemories } from '../../memories/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { recall } from '../../runs/recall/index.ts';

/** Says something of the default agent; `more` are further fields of the request. */
export async function say(
  runtime: Runtime,
  who: Principal,
  content: string,
  more: object = {},
): Promise<MemoryAdded> {
  return await addMemory(runtime, who, MemoryIn.parse({ content, ...more }));
}

interface Listing {
  status?: MemoryStatus;
  includeHistory?: boolean;
  userId?: string;
  asOf?: string | undefined;
  limit?: number;
}

/** The default agent's active memories, unless others are asked for. */
export async function list(
  runtime: Runtime,
  who: Principal,
  { status, includeHistory = false, asOf, userId, limit = 100 }: Listing = {},
): Promise<Memory[]> {
  const wanted: MemoryStatus[] = includeHistory ? ['active', 'superseded'] : ['active'];
  const statuses = status === undefined ? wanted : [status];
  const at = asOf === undefined ? null : new Date(asOf);
  const filter = { agentId: 'default', userId, statuses, at };
  return (await listMemories(runtime, who, { filter, limit })).items;
}

/** Ids of the kept memories that a call shows, the most alike first. */
export function shownIn({ user }: Pick<RecordedCall, 'user'>): string[] {
  return [...user.matchAll(/"id":"(mem_[^"]+)"/g)].flatMap(([, id]) => id ?? []);
}

/** Makes the model decide `action` on the memory that is most alike, for any question. */
export function decide(
  model: StandInModel,
  action: RawAnswer<'memory'>['action'],
  content: string | null = null,
): void {
  model.answer('memory', (call: RecordedCall) => ({
    ...{ action, target: shownIn(call)[0], content, reason: 'r' },
  }));
}

/** How often the model was asked about a memory. */
export function timesAsked({ calls }: StandInModel): number {
  return calls.filter(({ purpose }) => purpose === 'memory').length;
}

/** Does `work` as soon as the model has been asked more than `count` times. */
export async function whileThinking(
  model: StandInModel,
  count: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (timesAsked(model) === count && Date.now() < deadline) await new Promise(setImmediate);
  await work();
}

/**
 * Recalls as a caller asks for them, with two skills and a task to ask about, for tests of what is served.
 */
export const WITHOUT_HOLDOUT = { SERVICE_HOLDOUT_RATE: '0' };

export const ask = (
  runtime: Runtime,
  who: Principal,
  query: string,
  more: object = {},
): Promise<RecallResponse> => recall(runtime, who, RecallRequest.parse({ query, ...more }));

export const remember = (runtime: Runtime, who: Principal, content: string, more: object = {}) =>
  addMemory(runtime, who, MemoryIn.parse({ content, ...more }));

export const of = (user: string | null, agent = 'default') => ({ scope: { agent_id: agent, user_id: user } });

export const names = (refs: { name: string }[]) => refs.map(({ name }) => name);
export const texts = ({ memories }: RecallResponse) => memories.map(({ content }) => content);

export const KUBERNETES = {
  id: 'sk_k8s',
  name: 'kubernetes-rollout',
  description: 'Roll out a new container image to a Kubernetes cluster with a canary deployment',
  rules: { bl_k1: 'Run kubectl rollout status and wait for it', bl_k2: 'Keep the previous replica set' },
};
export const INVOICE = {
  id: 'sk_inv',
  name: 'invoice-reconciliation',
  description: 'Reconcile supplier invoices with purchase orders in the ledger',
  rules: { bl_i1: 'Match the purchase order number first' },
};
export const ROLLOUT = 'Roll out the new container image to our Kubernetes cluster with a canary deployment';
