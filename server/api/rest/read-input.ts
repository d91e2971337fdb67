/**
 * Gathers an operation's input from path, query and body. Query text becomes a number or a boolean where the schema
 * wants one; bodies stay as they are, so that `"5"` is no number there.
 */
import { ZodObject, type ZodType } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { type GatewayRequest, targetQuery } from '../../platform/http/message.ts';
import { EXPORT_LIMITS, JSON_LIMITS, parseJson } from '../../platform/http/parse-json.ts';
import { nextTurn, takeSteps } from '../../platform/take-steps.ts';
import { bodyOf } from './exported-body.ts';
import { limitProblems } from './limit-problems.ts';
import type { Match, Route } from './routes.ts';

/** Where a field of the input came from, for the `loc` of a problem. */
type Source = 'path' | 'query' | 'body' | 'header';

/** An operation's raw input and the source of each of its fields. */
export interface RawInput {
  value: Record<string, unknown>;
  sourceOf(field: string): Source;
}

/** Reads the input of a matched request. Throws 413 for a body over the limit and 422 for one that is no JSON. */
export async function readInput({ route, parameters }: Match, request: GatewayRequest): Promise<RawInput> {
  const rest =
    route.method === 'POST' ? await bodyFields(route, request) : queryFields(route, request.target);
  const source: Source = route.method === 'POST' ? 'body' : 'query';
  const headers = headerFields(route, request);
  return {
    value: { ...rest, ...headers, ...parameters },
    sourceOf(field) {
      if (field in parameters) return 'path';
      return field in headers ? 'header' : source;
    },
  };
}

function headerFields(route: Route, request: GatewayRequest): Record<string, unknown> {
  const names = route.rest.headers ?? [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A body of so many bytes takes a while to parse and to check: others get their turn in between. */
const LARGE_BODY = 64 * 1024;
/** Others get their turn when so much time has gone into the check of a body. */
const SLICE_MS = 10;

async function bodyFields(route: Route, request: GatewayRequest): Promise<Record<string, unknown>> {
  const bytes = await bodyOf(route, request);
  const fields = fieldsIn(route, bytes);
  const schema = inputSchema(route);
  if (bytes.length <= LARGE_BODY || schema === undefined) return fields;
  await nextTurn();
  return (await takeSteps(limitProblems(schema, fields), SLICE_MS)) as Record<string, unknown>;
}

function fieldsIn(route: Route, bytes: Buffer): Record<string, unknown> {
  const parsed = parseJson(bytes, route.rest.exported === true ? EXPORT_LIMITS : JSON_LIMITS);
  if (route.rest.body !== undefined) return { [route.rest.body]: parsed };
  if (parsed === undefined) return {};
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid(['body'], 'the body must be a JSON object', 'object_type');
  }
  return parsed as Record<string, unknown>;
}

function queryFields(route: Route, target: string): Record<string, unknown> {
  const schema = inputSchema(route);
  if (schema === undefined) return {};
  const query = targetQuery(target);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = query.getAll(name).at(-1);
    if (text !== undefined) fields[name] = convert(text, kindOf(field as ZodType));
  }
  return fields;
}

/** The zod object of an operation's input, or undefined where it takes none. */
export function inputSchema(route: Route): ZodObject | undefined {
  const { inputs } = route.procedure._def as { inputs?: unknown[] };
  const schema = inputs?.[0];
  return schema instanceof ZodObject ? schema : undefined;
}

interface Wrapped {
  def: { type: string; innerType?: ZodType & Wrapped };
}

/** The kind below optional, default and nullable wrappers. */
function kindOf(schema: ZodType): string {
  let current = schema as ZodType & Wrapped;
  while (current.def.innerType !== undefined) current = current.def.innerType;
  return current.def.type;
}

function convert(text: string, kind: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean' && /^(true|1)$/i.test(text)) return true;
  if (kind === 'boolean' && /^(false|0)$/i.test(text)) return false;
  return text;
}
