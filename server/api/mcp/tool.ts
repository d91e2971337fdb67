/**
 * A tool is a schema of its own in front of a REST operation, so that agents reach the same use case over MCP
 * and over REST, with the same scope and the same result.
 */
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { invalid, ServiceError } from '../../platform/errors.ts';
import { misnamedText, unknownFields } from '../operations/misnamed-fields.ts';
import type { McpCaller } from './caller.ts';
import { functionSchema, namelessSchema } from './function-schema.ts';

interface Declaration<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  /** What a model is shown where the input takes more forms than it needs; all that fits this fits the input. */
  shown?: z.ZodObject;
  output: O;
  /** Whether the tool only reads. */
  readOnly: boolean;
  run(caller: McpCaller, input: z.output<I>): Promise<z.output<O>>;
  /** What a model reads of the result, none of it empty; the result's JSON where this is absent. */
  text?(result: z.output<O>, caller: McpCaller): string[];
}

/** A tool as the server lists and calls it. */
export interface Tool {
  listed: ListedTool;
  /** Runs the tool. Throws `invalid` for arguments that do not fit, and what the operation throws. */
  call(caller: McpCaller, sent: unknown): Promise<CallToolResult>;
}

/** Declares a tool. Its JSON schemas are generated once, here. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Declaration<I, O>): Tool {
  const { name, title, description, input, shown = input, output, readOnly, run, text } = tool;
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: functionSchema(shown) as ListedTool['inputSchema'],
      outputSchema: namelessSchema(output, 'output') as NonNullable<ListedTool['outputSchema']>,
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    async call(caller, sent) {
      const data = withAgent(input, await readArguments(input, withoutNulls(sent ?? {})), caller.agentId);
      const result = await run(caller, data);
      const texts = text?.(result, caller) ?? [JSON.stringify(result)];
      return {
        content: texts.map((part) => ({ type: 'text' as const, text: part })),
        structuredContent: result,
      };
    },
  };
}

/** Some hosts and models send null for an argument that they leave out. */
function withoutNulls(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

async function readArguments<I extends z.ZodObject>(input: I, sent: unknown): Promise<z.output<I>> {
  const { misnamed } = await unknownFields(input, sent);
  if (misnamed.length > 0) throw new ServiceError('invalid', misnamed.map(misnamedText).join('\n'));
  const { success, data, error } = input.safeParse(sent);
  if (!success) throw new ServiceError('invalid', z.prettifyError(error));
  return data;
}

/** The arguments with the agent of the header where they name none. Throws `invalid` where they name another. */
function withAgent<I extends z.ZodObject>(
  { shape }: I,
  data: z.output<I>,
  agentId: string | undefined,
): z.output<I> {
  if (agentId === undefined || !('agent_id' in shape)) return data;
  const { agent_id: own, scope } = data as { agent_id?: string; scope?: { agent_id?: string } };
  const named = own ?? scope?.agent_id ?? agentId;
  if (named === agentId) return { ...data, agent_id: agentId };
  throw invalid(
    ['agent_id'],
    `the argument agent_id is \`${named}\` and the header X-Agent-Id is \`${agentId}\`: leave out one of them`,
    'agent_conflict',
  );
}
