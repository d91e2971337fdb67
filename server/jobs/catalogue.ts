/** The kinds of background job, the payload of each, and the key by which jobs that are the same are known. */
import { z } from 'zod';
import { snakeCase } from '../domain/camel-case.ts';
import { SHARED_AGENT } from '../domain/fields.ts';

const OfTenant = z.object({});
const OfAgent = z.object({ agentId: z.string() });

/** What a job of each kind is about: the schema of the column `payload`. */
const PAYLOADS = {
  reflect: OfAgent,
  curate: OfAgent,
  evolve: OfAgent.extend({ skillId: z.string() }),
  embed: OfAgent,
  reconcile: OfAgent,
  hygiene: OfAgent,
  /** `round` counts how often the delivery was sent again by hand. */
  deliver: z.object({ deliveryId: z.string(), round: z.int().nonnegative() }),
  erase: OfTenant,
};

export type JobKind = keyof typeof PAYLOADS;
export const JOB_KINDS = Object.keys(PAYLOADS) as readonly JobKind[];

type Shape<K extends JobKind> = (typeof PAYLOADS)[K]['shape'];
export type JobPayload<K extends JobKind> = { [Field in keyof Shape<K>]: z.output<Shape<K>[Field]> };

/** A job to be done: its kind and tenant, and the fields of its payload. */
export type JobSubject = { [K in JobKind]: { kind: K; tenant: string } & JobPayload<K> }[JobKind];

/** Kinds that learn nothing: what fails in them is no fault of learning, and no budget holds them off. */
const WITHOUT_LEARNING: readonly JobKind[] = ['hygiene', 'deliver', 'erase'];

/** Whether jobs of a kind learn. */
export const isLearning = (kind: JobKind): boolean => !WITHOUT_LEARNING.includes(kind);

export const LEARNING_KINDS: readonly JobKind[] = JOB_KINDS.filter(isLearning);

/** A tenant is ASCII, so with another character for its colons no two subjects have one key. */
const COLON_OF_TENANT = '\u02d0';

/**
 * The key of what a job is about: `reflect:<tenant>:<agent>`, `evolve:<skill_id>`, `deliver:<tenant>:<delivery>:<round>`,
 * `erase:<tenant>:*`. Of the jobs with one key at most one is pending, into which others merge, and at most one runs.
 */
export function jobKey(subject: JobSubject): string {
  if (subject.kind === 'evolve') return `${subject.kind}:${subject.skillId}`;
  const tenant = subject.tenant.replaceAll(':', COLON_OF_TENANT);
  return `${subject.kind}:${tenant}:${ownKey(subject)}`;
}

function ownKey(subject: JobSubject): string {
  if (subject.kind === 'deliver') return `${subject.deliveryId}:${subject.round}`;
  return 'agentId' in subject ? subject.agentId : SHARED_AGENT;
}

/** Whether this version knows a kind; the database may hold jobs of a newer one. */
export function isJobKind(text: string): text is JobKind {
  return Object.hasOwn(PAYLOADS, text);
}

/** The payload of a job cannot be read: trying again would change nothing. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
}

/** A job's kind, and its payload as it is stored. */
interface Stored<K extends JobKind> {
  kind: K;
  payload: string;
}

/** The payload of `subject` as it is stored, without its other fields. */
export function writePayload(subject: JobSubject): string {
  return JSON.stringify(PAYLOADS[subject.kind].parse(subject));
}

/** Throws InvalidPayload where `payload` is not what the kind's schema asks for. */
export function readPayload<K extends JobKind>({ kind, payload }: Stored<K>): JobPayload<K> {
  try {
    return PAYLOADS[kind].parse(JSON.parse(payload)) as JobPayload<K>;
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not valid JSON';
    throw new InvalidPayload(`the payload of this ${kind} job is invalid: ${why}`);
  }
}

/** Fields of any payload. */
export type JobFields = Partial<JobPayload<'evolve'> & JobPayload<'deliver'>>;

/** The fields of a payload, to show them; none where it cannot be read. */
export function fieldsOf(stored: Stored<JobKind>): JobFields {
  try {
    return readPayload(stored);
  } catch (error) {
    if (error instanceof InvalidPayload) return {};
    throw error;
  }
}

/** As {@link fieldsOf}, with the names of the interface: `agent_id`. */
export function namedFieldsOf(stored: Stored<JobKind>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).map(([name, value]) => [snakeCase(name), value]),
  );
}

// The version before has no payload but two columns. They and these functions go one version later.

interface EarlierColumns {
  agentId: string;
  skillId: string | null;
}

/** A payload in the columns of the version before. */
export function toEarlierColumns(stored: Stored<JobKind>): EarlierColumns {
  const { agentId, deliveryId, skillId, round } = fieldsOf(stored);
  return { agentId: agentId ?? deliveryId ?? SHARED_AGENT, skillId: skillId ?? round?.toString() ?? null };
}

/** The payload of a job that may be of the version before. */
export function payloadOf(
  kind: JobKind,
  { payload, agentId, skillId }: EarlierColumns & { payload?: string | null },
): string {
  const earlier = kind === 'deliver' ? { deliveryId: agentId, round: Number(skillId) } : { agentId, skillId };
  return payload ?? JSON.stringify(earlier);
}
