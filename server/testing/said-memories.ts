/** Memories as a caller says and lists them, and the stand-in's verdicts on them, for tests of what becomes of them. */
import type { RawAnswer } from '../domain/learning/answers.ts';
import { type Memory, type MemoryAdded, MemoryIn, type MemoryStatus } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { addMemory, listMemories } from '../memories/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { StandInModel } from './model/stand-in-model.ts';
import type { RecordedCall } from './model/stand-in-plan.ts';

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
