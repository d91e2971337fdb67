/** Recalls as a caller asks for them, with two skills and a task to ask about, for tests of what is served. */
import { MemoryIn } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { RecallRequest, type RecallResponse } from '../domain/runs/recall/recall.ts';
import { addMemory } from '../memories/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import { recall } from '../runs/recall/index.ts';

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
