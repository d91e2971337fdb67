/**
 * A tool is a schema of its own in front of a REST operation, so that agents reach the same use case over MCP
 * and over REST, with the same scope and the same result.
 */
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Principal } from '../../domain/principal.ts';
import { invalid, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeSteps } from '../../platform/take-steps.ts';
import { misnamedFields, misnamedText } from '../operations/misnamed-fields.ts';
import { callerFactory } from '../operations/operation.ts';
import { appRouter } from '../operations/router.ts';

const createCaller = callerFactory(appRouter);

/** What a tool runs with: `call` reaches the operations. */
interface Context {
  runtime: Runtime;
  principal: Principal;
  call: ReturnType<typeof createCaller>;
}

/** Who calls a tool, and the agent that the request's header names. */
interface ToolCaller extends Pick<Context, 'runtime' | 'principal'> {
  agentId: string | undefined;
}

interface Declaration<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  /** Whether the tool only reads. */
  readOnly: boolean;
  run(context: Context, input: z.output<I>): Promise<z.output<O>>;
  /** What a model reads of the result, none of it empty; the result's JSON where this is absent. */
  text?(result: z.output<O>): string[];
}

/** A tool as the server lists and calls it. */
export interface Tool {
  listed: ListedTool;
  /** Runs the tool. Throws `invalid` for arguments that do not fit, and what the operation throws. */
  call(caller: ToolCaller, sent: unknown): Promise<CallToolResult>;
}

type JsonObject = ListedTool['inputSchema'];

/** What is said of schemas but for their names: a schema with a name becomes a reference, which many clients do not follow. */
const nameless = z.registry<z.core.GlobalMeta>();
nameless.get = (schema) => {
  const { id: _, ...said } = z.globalRegistry.get(schema) ?? {};
  return said;
};

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: nameless });
  return { ...made, type: 'object' } as JsonObject;
}

/** Declares a tool. Its JSON schemas are generated once, here. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Declaration<I, O>): Tool {
  const { name, title, description, input, output, readOnly, run, text } = tool;
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: jsonSchema(input, 'input'),
      outputSchema: jsonSchema(output, 'output'),
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    async call({ agentId, ...context }, sent) {
      const data = withAgent(input, await readArguments(input, sent ?? {}), agentId);
      const result = await run({ ...context, call: createCaller(context) }, data);
      const texts = text?.(result) ?? [JSON.stringify(result)];
      return {
        content: texts.map((part) => ({ type: 'text' as const, text: part })),
        structuredContent: result,
      };
    },
  };
}

/** Other requests get their turn when so much time has gone into the check of arguments. */
const SLICE_MS = 10;

async function readArguments<I extends z.ZodObject>(input: I, sent: unknown): Promise<z.output<I>> {
  const misnamed = await takeSteps(misnamedFields(input, sent), SLICE_MS);
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
