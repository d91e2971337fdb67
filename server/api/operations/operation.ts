/**
 * How an operation is declared: one tRPC procedure with its schemas and its REST endpoint. The REST handler,
 * the OpenAPI document, the dashboard, MCP and the tests all read this one declaration.
 */
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import { callerKey } from '../../domain/fields.ts';
import { OPERATOR_ONLY, type Principal, type Scope } from '../../domain/principal.ts';
import { readFromReplica } from '../../platform/db/replica/replica.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ConcernedAgents, requireBoundAgents } from './bound-keys.ts';

/** What every operation runs with. `principal` is null only before the credential is checked. */
interface OperationContext {
  runtime: Runtime;
  principal: Principal | null;
}

/** The encodings of OTLP over HTTP. */
export type ExportEncoding = 'json' | 'protobuf';

/** What exporters send of which the gateway makes something. */
export type ExportSignal = 'traces' | 'logs';

/** What the REST interface needs beyond the OpenAPI meta. */
export interface RestMeta {
  /** `signed-in` is open to every credential, `operator` to the operator's alone. */
  scope: Scope | 'signed-in' | 'operator';
  /** Which agents it concerns. Absent, a key that is bound to agents may not use it. */
  agents?: ConcernedAgents;
  /** The input field that is the whole request body, for a body that is an array or an object of its own. */
  body?: string;
  /** Headers that are input too, each as the field of its name. */
  headers?: readonly string[];
  /** The encodings of a body that exporters send: it may be compressed, and its content type must name one of these. */
  exported?: readonly ExportEncoding[];
  /** What these exporters send, traces unless named. */
  signal?: ExportSignal;
  /** Throws what refuses an input before it is parsed. */
  refuse?: (input: unknown) => void;
  /** Status of success, 200 unless named. */
  status?: 200 | 202 | 204;
  /** What a 404 means where the path has no parameter that could be unknown. */
  notFound?: string;
  /** Whether the output is a page, `items` and `next_cursor`; the reply is then the list. */
  paged?: true;
  /** A reply that is not JSON. */
  produces?: 'text/markdown' | 'application/x-ndjson';
}

export interface OperationMeta extends OpenApiMeta {
  rest?: RestMeta;
}

const t = initTRPC.context<OperationContext>().meta<OperationMeta>().create();

export const router = t.router;
export const callerFactory = t.createCallerFactory;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The groups of the OpenAPI document. */
type Tag = 'Learning loop' | 'Skills' | 'Memory and profiles' | 'Governance' | 'Administration';

/** The `cursor` of an operation that returns pages. */
export const cursor = () =>
  callerKey(1000)
    .optional()
    .describe('Where the page before ended: its `X-Next-Cursor`. The other parameters must be the same');

/** The output of a `paged` operation. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  snakeCased(z.object({ items: z.array(item), next_cursor: z.string().nullable() }));

/** A reply that is streamed; the OpenAPI document calls it text. */
export const ndjson = z.custom<AsyncIterable<string>>().meta({ override: { type: 'string' } });

/** The description of a `paged` operation's pages. */
export const PAGES =
  'Where more follows, `X-Next-Cursor` says where, and `Link` is the address of the next page.';

/** The same of pages that have a size too. */
export const PAGING = `Large items make a page shorter: one of more than 2 MB ends before \`limit\`. ${PAGES}`;

/**
 * tRPC asks a schema for `parseAsync`, which is five times slower than `parse`: zod compiles objects for the latter
 * alone. None of our schemas waits for anything.
 */
function parsingAtOnce<Builder extends object>(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        for (const schema of given) if (schema instanceof z.ZodType) parseAtOnce(schema);
        const next: unknown = Reflect.apply(member, target, given);
        return typeof next === 'object' && next !== null ? parsingAtOnce(next) : next;
      };
    },
  });
}

function parseAtOnce(schema: z.ZodType): void {
  schema.parseAsync = (value, params) => Promise.resolve().then(() => schema.parse(value, params));
}

interface Declaration extends RestMeta {
  method: Method;
  /** The path with its parameters in braces: `/v1/skills/{skill_id}/pin`. */
  path: `/${string}`;
  tag: Tag;
  summary: string;
  description?: string;
}

/**
 * Starts an operation. It checks the scope before it reads any input, then passes on a context whose
 * principal is known, and for GET a runtime that reads from the replica, where there is one. Complete
 * it with `.input`, `.output` and `.query` (GET) or `.mutation`.
 */
export function operation({ method, path, tag, summary, description, ...rest }: Declaration) {
  return parsingAtOnce(t.procedure)
    .meta({
      openapi: {
        method,
        path,
        tags: [tag],
        summary,
        protect: true,
        ...(description === undefined ? {} : { description }),
      },
      rest,
    })
    .use(({ ctx, getRawInput, next }) =>
      begin({ method, ...rest }, ctx, async (runtime, principal) => {
        await refuseInput({ method, ...rest }, { runtime, principal }, await getRawInput());
        return await next({ ctx: { runtime, principal } });
      }),
    );
}

/** Throws what refuses an input before it is parsed. */
export async function refuseInput(
  declared: RestMeta & { method: string },
  { runtime, principal }: { runtime: Runtime; principal: Principal },
  sent: unknown,
): Promise<void> {
  await requireBoundAgents(runtime, principal, declared, sent);
  declared.refuse?.(sent);
}

/**
 * Does the work of an operation that the principal may use; `work` begins with reading its input. Throws `unauthenticated`
 * and `forbidden` before.
 */
export async function begin<T>(
  { method, scope, produces }: RestMeta & { method: string },
  { runtime, principal }: OperationContext,
  work: (runtime: Runtime, principal: Principal) => Promise<T>,
): Promise<T> {
  if (principal === null) throw new ServiceError('unauthenticated', 'missing bearer token');
  if (scope === 'operator') {
    if (principal.operator === undefined) throw new ServiceError('forbidden', OPERATOR_ONLY);
  } else if (scope !== 'signed-in' && !principal.scopes.has(scope)) {
    throw new ServiceError('forbidden', `missing scope '${scope}'`);
  }
  if (method !== 'GET') return await work(runtime, principal);
  const streams = produces === 'application/x-ndjson';
  return await readFromReplica(runtime, (reading) => work(reading, principal), streams);
}
