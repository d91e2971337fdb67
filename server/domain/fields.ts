/**
 * The kinds of text that requests carry, each with the rule that keeps the databases and the logs safe from
 * it: free text is cleaned, identifiers are refused. Every operation's schema is built from these.
 */
import { z } from 'zod';
import { AGENT_ID, AGENT_ID_OR_SHARED } from './agent-id.ts';

const UNUSABLE = /[\0\p{Surrogate}]/u;

/** NUL and lone surrogates become U+FFFD: PostgreSQL cannot store the one, UTF-8 cannot carry the other. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/**
 * As {@link cleanText}, for every key and string of a JSON value. Nesting is bounded by the request parser.
 */
export function cleanJson<T>(value: T): T {
  return isClean(value) ? value : (cleanValue(value) as T);
}

/** Nearly every value is clean, and to look at one costs a fraction of a copy. */
function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  const fields = value as Record<string, unknown>;
  return Object.keys(fields).every((key) => isClean(key) && isClean(fields[key]));
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanValue(item)]));
}

/** Text that people or models wrote, cleaned before anything else looks at it. */
export const freeText = () => z.string().overwrite(cleanText);

/**
 * Text that names something of the caller's (a session, a user, a key): stored as sent, so nothing is
 * repaired.
 */
export const callerKey = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !UNUSABLE.test(text), 'must not contain NUL or lone surrogates');

/** An id of this service or a skill's name, in a path or a reference. */
export const reference = () => z.string().min(1).max(256).overwrite(cleanText);

/**
 * What a schema of records checks, without a look at each of its keys: these may be many, and any will do.
 */
const anyRecord: z.core.CheckFn<unknown> = ({ value, issues }) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  issues.push({ code: 'invalid_type', expected: 'record', input: value });
};

/** A JSON object of the caller's choosing. */
export const freeObject = () =>
  (z.unknown().check(anyRecord) as unknown as z.ZodType<Record<string, unknown>>)
    .overwrite(cleanJson)
    .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} });

/** How many there are of something: no bound of the database's, so any exact number. */
export const count = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The agent id that is meant where none is given. */
export const DEFAULT_AGENT = 'default';

/** The tenant-wide shared namespace: read by all agents, written by reviewers. */
export const SHARED_AGENT = '*';

/** An agent that learns; the shared namespace is not one. */
export const agentId = () => z.string().regex(AGENT_ID);

export const agentIdOrShared = () => z.string().regex(AGENT_ID_OR_SHARED);

/** Whether every database can keep and compare a moment: one of the years 1 to 9999. */
export function isStorable(moment: Date): boolean {
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** A moment: ISO 8601 with an offset or `Z` on the way in, a `Date` inside. */
export const moment = () => z.iso.datetime({ offset: true });

const scopeFields = {
  agent_id: agentId().optional().meta({ default: DEFAULT_AGENT }),
  user_id: callerKey(256).nullish(),
};

const shortForms = {
  agent_id: agentId().optional().describe('Short for `scope.agent_id`'),
  user_id: callerKey(256).nullish().describe('Short for `scope.user_id`'),
};

/** The fields that say whose knowledge a body is about, within the caller's tenant: `scope`, or its fields by themselves. */
const scopeInput = { scope: z.object(scopeFields).meta({ id: 'Scope' }).optional(), ...shortForms };
type ScopeInput = z.output<z.ZodObject<typeof scopeInput>>;

/** A body about somebody's knowledge. An issue `scope_conflict` where `scope` says one thing and its short form another. */
export const scopedBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ ...shape, ...scopeInput }).check(({ value, issues }) => {
    const { scope, ...short } = value as ScopeInput;
    for (const name of ['agent_id', 'user_id'] as const) {
      if (short[name] == null || scope?.[name] == null || short[name] === scope[name]) continue;
      issues.push({
        code: 'custom',
        path: [name],
        input: value,
        message: `\`${name}\` and \`scope.${name}\` differ: send one of them`,
        params: { type: 'scope_conflict' },
      });
    }
  });

/** Whose knowledge a {@link scopedBody} is about. */
export function scopeOf({ scope, ...short }: ScopeInput): { agentId: string; userId: string | null } {
  return {
    agentId: short.agent_id ?? scope?.agent_id ?? DEFAULT_AGENT,
    userId: short.user_id ?? scope?.user_id ?? null,
  };
}

/** A name as skills have it: lower-case words joined by hyphens. */
export const skillName = () =>
  z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{1,63}$/,
      'must be 2 to 64 lower-case letters, digits and hyphens, and must not begin with a hyphen',
    );
