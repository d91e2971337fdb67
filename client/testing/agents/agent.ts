/** What the adapters are tested with: agents as people write them, with an adapter and without. */
import type { Whetstone } from '../../src/index.ts';

/** Runs an agent on a task; with the client it learns, without one it is what it was before. */
export type Agent = (baseURL: string, task: string, client: Whetstone | null) => Promise<unknown>;

export const SYSTEM = 'You help with orders.';
