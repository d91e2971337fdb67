/**
 * Gathers an operation's input from path, query, headers and body. Query text becomes a number or a boolean
 * where the schema wants one; bodies stay as they are, so that `"5"` is no number there.
 */
import type { ZodType } from 'zod';
import { invalid, ServiceError } from '../../platform/errors.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { EXPORT_LIMITS, parseJson, parseSafeJson, requireSafeJson } from '../../platform/http/parse-json.ts';
import { nextTurn } from '../../platform/turns.ts';
import { misnamedText, type UnknownFields, unknownFields } from '../operations/misnamed-fields.ts';
import type { ExportEncoding, ExportSignal } from '../operations/operation.ts';
import { plainSchema } from '../operations/plain-schema.ts';
import { decompressBody, exportEncoding } from './otlp.ts';
import { limitProblems, toLocation } from './problems.ts';
import type { Match, Route } from './routes.ts';

/** A request whose path has been looked up and whose body has arrived. */
export interface ParsedRequest extends Match {
  header: GatewayRequest['header'];
  /** The bytes of the body, decompressed; empty where the method has none. */
  body: Buffer;
}

/** Where a field of the input came from, for the `loc` of a problem. */
type Source = 'path' | 'query' | 'body' | 'header';

/** An operation's raw input and the source of each of its fields. */
export interface RawInput {
  value: Record<string, unknown>;
  sourceOf(field: string): Source;
  /** What of the body is ignored; a sentence each. */
  warnings: string[];
}

const hasBody = ({ method }: Route) => method === 'POST' || method === 'PUT';

/** The body of a request. Exporters of telemetry compress theirs, and such a body is limited by what it holds. */
export async function readBody(route: Route, request: GatewayRequest, limit: number): Promise<Buffer> {
  if (!hasBody(route)) return Buffer.alloc(0);
  const sent = await request.body();
  return route.rest.exported === undefined ? sent : await decompressBody(request, sent, limit);
}

/**
 * Reads the input of a request. Throws 415 for a body of another type, 422 for one that is not JSON or has misspelled
 * fields, as for a misspelled query parameter, and 400 for one that is not the protobuf that it says it is.
 */
export async function readInput(request: ParsedRequest): Promise<RawInput> {
  const { route, parameters } = request;
  const source = hasBody(route) ? 'body' : 'query';
  const fields = source === 'body' ? await bodyFields(request) : queryFields(request);
  const headers = headerFields(request);
  const input: RawInput = {
    warnings: [],
    value: { ...fields, ...headers, ...parameters },
    sourceOf(field) {
      if (field in parameters) return 'path';
      return field in headers ? 'header' : source;
    },
  };
  const sent = source === 'body' ? fields : Object.fromEntries(request.query);
  const ignored = await refuseMisnamed(route, { sent, source }, input);
  if (source === 'body') input.warnings = warningsOf(ignored, route);
  return input;
}

/** Fields that the path or a header gives are not meant: in the body or the query they would say nothing. */
async function refuseMisnamed(
  { input: schema, rest }: Route,
  { sent, source }: { sent: Record<string, unknown>; source: Source },
  input: RawInput,
): Promise<UnknownFields['ignored']> {
  if (rest.exported !== undefined) return [];
  const { misnamed, ignored } = await unknownFields(schema, sent);
  const problems = misnamed
    .filter(({ path, meant }) => path.length > 1 || input.sourceOf(meant) === source)
    .map((field) => ({
      loc: toLocation(field.path, input, rest.body),
      msg: misnamedText(field),
      type: 'unknown_field',
    }));
  if (problems.length > 0) throw new ServiceError('invalid', 'validation failed', { problems });
  return ignored;
}

/** Messages as SDKs have them carry many fields of their own; nothing is said of these. */
function warningsOf(ignored: UnknownFields['ignored'], { rest }: Route): string[] {
  return ignored
    .map((path) => (path[0] === rest.body ? path.slice(1) : path))
    .filter((path) => !path.includes('messages') && !path.includes('metadata'))
    .map((path) => `unknown field \`${path.join('.').slice(0, 200)}\` is ignored`);
}

function headerFields({ route, header }: ParsedRequest): Record<string, unknown> {
  const named = (route.rest.headers ?? []).map((name) => [name, header(name)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** A body of so many bytes takes a while to parse and to check: other requests get their turn in between. */
const LARGE_BODY = 64 * 1024;

async function bodyFields(request: ParsedRequest): Promise<Record<string, unknown>> {
  const { route, body } = request;
  if (body.length <= LARGE_BODY) return await parseBody(request);
  // The first turn comes right after what the socket delivered, without others in between: it is none for them.
  await nextTurn();
  const fields = await parseBody(request);
  await nextTurn();
  return (await limitProblems(route.input, fields)) as Record<string, unknown>;
}

async function parseBody(request: ParsedRequest): Promise<Record<string, unknown>> {
  const { exported, signal = 'traces', body: field } = request.route.rest;
  const parsed =
    exported === undefined
      ? parseJson(request.body)
      : await parseExport(request, exportEncoding(request, exported), signal);
  if (field !== undefined) return { [field]: parsed };
  if (parsed === undefined) return {};
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid(['body'], 'the body must be a JSON object', 'object_type');
  }
  return parsed as Record<string, unknown>;
}

async function parseExport(
  { body }: ParsedRequest,
  encoding: ExportEncoding,
  signal: ExportSignal,
): Promise<unknown> {
  if (encoding === 'json') {
    requireSafeJson(body, EXPORT_LIMITS);
    if (body.length > LARGE_BODY) await nextTurn();
    return parseSafeJson(body);
  }
  // Loaded with the first export in protobuf: many gateways never see one.
  const { decodeExport, decodeLogs } = await import('./protobuf/trace-messages.ts');
  return await (signal === 'logs' ? decodeLogs(body) : decodeExport(body));
}

function queryFields({ route, query }: ParsedRequest): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(route.input.shape)) {
    const text = query.getAll(name).at(-1);
    if (text !== undefined) fields[name] = convert(text, plainSchema(field as ZodType).def.type);
  }
  return fields;
}

function convert(text: string, kind: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean' && /^(true|1)$/i.test(text)) return true;
  if (kind === 'boolean' && /^(false|0)$/i.test(text)) return false;
  return text;
}
