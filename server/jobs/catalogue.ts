/**
 * The kinds of background job: what each is about, and the key by which jobs that are the same are known. What a
 * job has to do stands in the tables.
 */

export const JOB_KINDS = ['reflect', 'curate', 'evolve', 'embed', 'rehearse'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

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
