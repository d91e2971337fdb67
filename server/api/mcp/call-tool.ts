/**
 * Runs one tool call: credential, the principal's limit, scope, arguments, operation, in that order. An error
 * becomes the result of the tool, so that a model reads the reason and the transport stays open.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ServiceError } from '../../platform/errors.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitCaller, explain, isRecorded } from './caller.ts';
import type { Tool } from './tool.ts';
import { KNOWLEDGE_TOOLS, LOOP_TOOLS, record } from './tools.ts';

export const TOOLS = [...LOOP_TOOLS, ...KNOWLEDGE_TOOLS];
const RECORDED = 'a hook records this session, so there is nothing to record here';

const BY_NAME = new Map(TOOLS.map((tool) => [tool.listed.name, tool]));

export function toolsFor(request: GatewayRequest): Tool['listed'][] {
  return TOOLS.filter((tool) => tool !== record || !isRecorded(request)).map(({ listed }) => listed);
}

/** Calls the tool `name` for the principal of `request`. Never throws. */
export async function callTool(
  runtime: Runtime,
  request: GatewayRequest,
  { name, sent }: { name: string; sent: unknown },
): Promise<CallToolResult> {
  try {
    const caller = await admitCaller(runtime, request);
    const tool = BY_NAME.get(name);
    if (tool === undefined) throw new ServiceError('not_found', 'tool not found');
    if (tool === record && caller.isRecorded) throw new ServiceError('invalid', RECORDED);
    return await tool.call(caller, sent);
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: explain(runtime, error) }] };
  }
}
