/** How the contract suite calls an operation: what a valid call needs, and what an invalid one looks like. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OperationMeta, RestMeta } from '../../api/operations/operation.ts';
import { appRouter } from '../../api/operations/router.ts';
import { openApiDocument } from '../../api/rest/openapi.ts';
import type { Scope } from '../../domain/principal.ts';

/** A request before a credential is added. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
}

/** A reply of any transport. */
export interface ContractReply {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

/** Calls the gateway with the credential of one tenant and scope. */
export type Caller = (call: Call, scope?: Scope) => Promise<ContractReply>;

export interface ContractCase {
  /** Prepares what the call refers to, through the interface, and returns the call. */
  valid(as: Caller): Promise<Call>;
  /** The status of the valid call. */
  status?: number;
  /** A call that validation refuses with 422; absent where any input is acceptable. */
  invalid?: Call;
  /** What another tenant gets from the very same call: 404 for a resource by id, else a success without the data. */
  foreign: 'not_found' | 'isolated';
}

/** The REST declaration of an operation by its name. */

/** What operation `name` declares; throws where there is none. */
export function declaredRest(name: string): RestMeta {
  const procedures: Record<string, { _def: { meta: unknown } }> = appRouter._def.procedures;
  const { rest } = (procedures[name]?._def.meta ?? {}) as OperationMeta;
  if (rest === undefined) throw new Error(`no operation ${name} with a REST declaration`);
  return rest;
}

/** Checks replies against the OpenAPI document: the status is listed, the media type too, and JSON fits its schema. */

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

type Paths = Record<string, Record<string, Operation>>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const document = openApiDocument();
ajv.addSchema({ $id: 'document', ...document });

/** The operation that a call belongs to, by its operationId. */
function operationById(id: string): Operation {
  for (const path of Object.values(document.paths as Paths)) {
    for (const operation of Object.values(path)) if (operation.operationId === id) return operation;
  }
  throw new Error(`the document has no operation ${id}`);
}

/** Schemas refer to `#/components/…`: within the added document that is `document#/components/…`. */
function withinDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
}

/** What of `reply` the document does not allow for operation `id`; empty where all is as documented. */
export function undocumented(id: string, call: Call, reply: ContractReply): string[] {
  const response = operationById(id).responses[String(reply.status)];
  const where = `${call.method} ${call.path} → ${reply.status}`;
  if (response === undefined) return [`${where}: status is not documented`];
  if (response.content === undefined)
    return reply.text === '' ? [] : [`${where}: body where none is documented`];
  const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const media = response.content[type];
  if (media === undefined) return [`${where}: media type ${type} is not documented`];
  if (type !== 'application/json') return [];
  const validate = ajv.compile(withinDocument(media.schema));
  if (validate(reply.json)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${where}: ${instancePath} ${message}`);
}
