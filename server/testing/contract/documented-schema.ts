/** Checks replies against the OpenAPI document: the status is listed, the media type too, and JSON fits its schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../api/rest/openapi.ts';
import type { Call, ContractReply } from './contract-case.ts';

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
