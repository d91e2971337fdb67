/**
 * The kinds of background job: what each is about, the key by which jobs that are the same are known, and the
 * items that one may bring. Items are hints, such as which episodes to reflect on again: what is true stands
 * in the tables.
 */
import { z } from 'zod';

export const JOB_KINDS = ['reflect', 'curate', 'evolve', 'embed'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** What an item of each kind looks like. */
const JOB_ITEMS = {
  /** An episode to reflect on once more. Without items: those not reflected on yet. */
  reflect: z.object({ episode: z.string().min(1).max(64) }),
  curate: z.never(),
  evolve: z.never(),
  /** A text whose vector is missing or outdated. Without items: all such texts of the agent. */
  embed: z.object({ noun: z.enum(['skill', 'memory']), id: z.string().min(1).max(64) }),
};

export type JobItem<K extends JobKind> = z.infer<(typeof JOB_ITEMS)[K]>;

/** What a job is about. Evolution is of one skill, everything else of an agent. */
export type JobSubject =
  | { kind: Exclude<JobKind, 'evolve'>; tenant: string; agentId: string; skillId?: undefined }
  | { kind: 'evolve'; tenant: string; agentId: string; skillId: string };

/** A tenant is ASCII, so with another character for its colons no two subjects have one key. */
const COLON_OF_TENANT = '\u02d0';

/**
 * The key of what a job is about: `reflect:<tenant>:<agent>`, `evolve:<skill_id>`. Of the jobs with one key
 * at most one is pending, into which others merge, and at most one runs.
 */
export function jobKey(subject: {
  kind: JobKind;
  tenant: string;
  agentId: string;
  skillId?: string | null | undefined;
}): string {
  const { kind, tenant, agentId, skillId } = subject;
  if (kind === 'evolve') return `${kind}:${skillId}`;
  return `${kind}:${tenant.replaceAll(':', COLON_OF_TENANT)}:${agentId}`;
}

/** Whether this version knows a kind; the database may hold jobs of a newer one. */
export function isJobKind(text: string): text is JobKind {
  return (JOB_KINDS as readonly string[]).includes(text);
}

/** The items of a stored job, each once; those that this version does not understand are left out. */
export function readItems<K extends JobKind>(kind: K, stored: readonly unknown[]): JobItem<K>[] {
  const items = new Map<string, JobItem<K>>();
  for (const item of stored) {
    const read = JOB_ITEMS[kind].safeParse(item);
    if (read.success) items.set(JSON.stringify(read.data), read.data as JobItem<K>);
  }
  return [...items.values()];
}
