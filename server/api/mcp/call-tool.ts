/**
 * Runs one tool call: credential, the principal's limit, scope, arguments, operation, in that order. An error
 * becomes the result of the tool, so that a model reads the reason and the transport stays open.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { agentId } from '../../domain/fields.ts';
import { maskSecrets } from '../../domain/safety/redact.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { errorFields } from '../../platform/log/log.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admit } from '../auth/index.ts';
import { KNOWLEDGE_TOOLS, LOOP_TOOLS } from './tools.ts';

const SCOPE = 'learn';

export const TOOLS = [...LOOP_TOOLS, ...KNOWLEDGE_TOOLS];
const BY_NAME = new Map(TOOLS.map((tool) => [tool.listed.name, tool]));

/** Calls the tool `name` for the principal of `request`. Never throws. */
export async function callTool(
  runtime: Runtime,
  request: GatewayRequest,
  { name, sent }: { name: string; sent: unknown },
): Promise<CallToolResult> {
  try {
    const principal = await admit(runtime, request);
    noteRequest({ tenant: principal.tenant });
    if (!principal.scopes.has(SCOPE)) throw new ServiceError('forbidden', `missing scope '${SCOPE}'`);
    const tool = BY_NAME.get(name);
    if (tool === undefined) throw new ServiceError('not_found', 'tool not found');
    return await tool.call({ runtime, principal, agentId: headerAgent(request) }, sent);
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: maskSecrets(explain(runtime, error)) }] };
  }
}

/** The agent that the request's header names. Throws `invalid` for what is no agent id. */
function headerAgent(request: GatewayRequest): string | undefined {
  const { success, data } = agentId().optional().safeParse(request.header('x-agent-id'));
  if (!success) throw new ServiceError('invalid', 'the header X-Agent-Id is no agent id');
  return data;
}

/** What the caller is told of an error. An unexpected one is logged under the request's id instead. */
function explain(runtime: Runtime, thrown: unknown): string {
  const error = thrown instanceof TRPCError && thrown.cause !== undefined ? thrown.cause : thrown;
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
