/**
 * A tool is a schema of its own in front of a REST operation, so that agents reach the same use case over MCP
 * and over REST, with the same scope and the same result.
 */
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ServiceError } from '../../platform/errors.ts';
import { callerFactory } from '../operations/operation.ts';
import { appRouter } from '../operations/router.ts';

/** Calls operations for a principal. */
export const createCaller = callerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;

interface Declaration<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  /** Whether the tool only reads. */
  readOnly: boolean;
  run(call: Caller, input: z.output<I>): Promise<z.output<O>>;
  /** What a model reads of the result; its JSON where this is absent. */
  text?(result: z.output<O>): string[];
}

/** A tool as the server lists and calls it. */
export interface Tool {
  listed: ListedTool;
  /** Runs the tool. Throws `invalid` for arguments that do not fit, and what the operation throws. */
  call(call: Caller, sent: unknown): Promise<CallToolResult>;
}

type JsonObject = ListedTool['inputSchema'];

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
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
    async call(call, sent) {
      const { success, data, error } = input.safeParse(sent ?? {});
      if (!success) throw new ServiceError('invalid', z.prettifyError(error));
      const result = await run(call, data);
      const texts = text?.(result) ?? [JSON.stringify(result)];
      return {
        content: texts.map((part) => ({ type: 'text' as const, text: part })),
        structuredContent: result,
      };
    },
  };
}
