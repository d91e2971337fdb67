/** Who calls over MCP: every call brings its credential, needs `learn`, and names its agent. */
import { TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { agentId } from '../../domain/fields.ts';
import type { Principal } from '../../domain/principal.ts';
import { maskSecrets } from '../../domain/safety/redact.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { errorFields } from '../../platform/log/log.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admit } from '../auth/index.ts';
import { callerFactory } from '../operations/operation.ts';
import { appRouter } from '../operations/router.ts';

const SCOPE = 'learn';

const createCaller = callerFactory(appRouter);

/** A caller that was let in. `call` reaches the operations as it. */
export interface McpCaller {
  runtime: Runtime;
  principal: Principal;
  call: ReturnType<typeof createCaller>;
  /** The agent that the request's header names. */
  agentId: string | undefined;
  /** Whether something else records the caller's sessions. */
  isRecorded: boolean;
}

/** Lets the sender of `request` in: credential, the principal's limit, scope. Throws what refuses it. */
export async function admitCaller(runtime: Runtime, request: GatewayRequest): Promise<McpCaller> {
  const principal = await admit(runtime, request);
  noteRequest({ tenant: principal.tenant });
  if (!principal.scopes.has(SCOPE)) throw new ServiceError('forbidden', `missing scope '${SCOPE}'`);
  const call = createCaller({ runtime, principal });
  return { runtime, principal, call, agentId: headerAgent(request), isRecorded: isRecorded(request) };
}

/** Whether the request says that a hook records its sessions: a model that did so too would have each run counted twice. */
export function isRecorded(request: GatewayRequest): boolean {
  return request.header('x-recorded-by') !== undefined;
}

/** The agent that the request's header names. Throws `invalid` for what is no agent id. */
function headerAgent(request: GatewayRequest): string | undefined {
  const { success, data } = agentId().optional().safeParse(request.header('x-agent-id'));
  if (!success) throw new ServiceError('invalid', 'the header X-Agent-Id is not a valid agent id');
  return data;
}

/** What the caller learns of an error, without secrets. An unexpected one is logged under the request's id instead. */
export function explain(runtime: Runtime, thrown: unknown): string {
  return maskSecrets(reasonOf(runtime, thrown));
}

/** The error that tRPC wrapped. */
function causeOf(thrown: unknown): unknown {
  return thrown instanceof TRPCError && thrown.cause !== undefined ? thrown.cause : thrown;
}

function reasonOf(runtime: Runtime, thrown: unknown): string {
  const error = causeOf(thrown);
  if (isServiceError(error)) {
    const { detail, retryAfterSeconds } = error;
    return retryAfterSeconds === undefined ? detail : `${detail}; try again in ${retryAfterSeconds} s`;
  }
  if (thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST' && error instanceof ZodError) {
    return z.prettifyError(error);
  }
  runtime.log.error('request.failed', errorFields(error));
  return 'internal error';
}
