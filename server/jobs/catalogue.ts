/**
 * The kinds of background job: what each is about, and the key by which jobs that are the same are known. What a
 * job has to do stands in the tables.
 */

export const JOB_KINDS = [
  'reflect',
  'curate',
  'evolve',
  'embed',
  'reconcile',
  'hygiene',
  'rehearse',
  'deliver',
  'remind',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Kinds that learn nothing: what fails in them is no fault of learning, and no budget holds them off. */
const WITHOUT_LEARNING: readonly JobKind[] = ['hygiene', 'rehearse', 'deliver', 'remind'];

/** Whether jobs of a kind learn. */
export const isLearning = (kind: JobKind): boolean => !WITHOUT_LEARNING.includes(kind);

export const LEARNING_KINDS: readonly JobKind[] = JOB_KINDS.filter(isLearning);

/**
 * What a job is about. Evolution is of one skill, reminders of a tenant (their agent is `*`), everything else but a
 * delivery of an agent. A delivery stands in the agent's place, and its round (how often it was sent again by hand) in
 * the skill's: the queue has these two columns alone.
 */
export type JobSubject =
  | { kind: Exclude<JobKind, 'evolve' | 'deliver'>; tenant: string; agentId: string; skillId?: undefined }
  | { kind: 'evolve' | 'deliver'; tenant: string; agentId: string; skillId: string };

/** A tenant is ASCII, so with another character for its colons no two subjects have one key. */
const COLON_OF_TENANT = '\u02d0';

/**
 * The key of what a job is about: `reflect:<tenant>:<agent>`, `evolve:<skill_id>`, `deliver:<tenant>:<delivery>:<round>`. Of the jobs with one key
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
  const own = kind === 'deliver' ? `${agentId}:${skillId}` : agentId;
  return `${kind}:${tenant.replaceAll(':', COLON_OF_TENANT)}:${own}`;
}

/** Whether this version knows a kind; the database may hold jobs of a newer one. */
export function isJobKind(text: string): text is JobKind {
  return (JOB_KINDS as readonly string[]).includes(text);
}
