import { createHash } from 'node:crypto';
import type { MemoryStatus } from '../../domain/memories/memory.ts';

interface ShownMemory {
  content: string;
  status: MemoryStatus;
}

/** Stands for a memory and the one beside it, as they were shown to the person who decides. */
export function pairDigest(memory: ShownMemory, other: ShownMemory | null): string {
  const both = [memory, other].map((one) => (one === null ? null : [one.content, one.status]));
  return createHash('sha256').update(JSON.stringify(both)).digest('base64url').slice(0, 22);
}
