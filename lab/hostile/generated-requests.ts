/** Requests that the OpenAPI document describes and requests that nearly are: none is a 500, every reply is as documented. */
import { openApiDocument } from '../../server/api/rest/openapi.ts';
import { type Call, undocumented } from '../../server/testing/contract/contract-case.ts';
import { type Generator, generateValue, pickFrom, type Schema } from './generate-value.ts';
import { type Attack, attack, type Target } from './target.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

export interface DocumentedOperation {
  id: string;
  method: Call['method'];
  path: string;
  parameters: Parameter[];
  body: Schema | null;
}

const METHODS = ['get', 'post', 'delete'] as const;
const TENANT = 'generated';
/** What a broken reply is told by at most. */
const SHOWN = 300;
const IDS_KEPT = 40;
const WORDS = [
  'refund',
  'order',
  'default',
  'a',
  'production',
  'u-1',
  '2026-01-01T00:00:00.000Z',
  '*',
  'fact',
  '5',
];

interface DocumentedRequest {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApiDocument() as unknown as {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], DocumentedRequest>>>;
  components: { schemas: Record<string, Schema> };
};

/** Every operation of the document that takes and gives JSON under `/v1` and `/otlp`. */
export function documentedOperations(): DocumentedOperation[] {
  return Object.entries(document.paths)
    .filter(([path]) => /^\/(v1|otlp\/v1)\//.test(path))
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const request = methods[method];
        if (request === undefined) return [];
        const body = request.requestBody?.content['application/json']?.schema ?? null;
        const id = request.operationId;
        return [
          {
            id,
            method: method.toUpperCase() as Call['method'],
            path,
            parameters: request.parameters ?? [],
            body,
          },
        ];
      }),
    );
}

export const resolveSchema = (ref: string): Schema =>
  document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};

/** A request of an operation; where the body may be hostile as a whole, it sometimes is. */
export function generateCall(
  generator: Generator,
  { method, path, parameters, body }: DocumentedOperation,
): Call {
  const asPart = (schema: Schema) => {
    const value = generateValue(generator, schema);
    return encodeURIComponent(
      String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed(),
    );
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    // An empty segment is another path.
    return asPart({ ...schema, type: 'string' }) || 'x';
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || generator.random() < 0.4))
    .map(({ name, schema }) => `${name}=${asPart(schema)}`);
  const call = { method, path: query.length === 0 ? filled : `${filled}?${query.join('&')}` };
  return body === null ? call : { ...call, body: generateValue(generator, body) };
}

/** `.` and `..` are taken out of a path by every client before it is sent. */
const isWalking = (path: string) => path.split(/[/?]/).some((part) => /^(\.|%2e){1,2}$/i.test(part));

/** Sends `count` of them, ids that were answered with among their texts. */
export async function sendGenerated(target: Target, random: () => number, count: number): Promise<Attack> {
  const operations = documentedOperations();
  const ids = ['sk_01', 'none'];
  const generator: Generator = {
    random,
    resolve: resolveSchema,
    hostility: 0.06,
    text: () =>
      random() < 0.3 ? pickFrom(random, ids) : `${pickFrom(random, WORDS)}${random() < 0.5 ? '' : random()}`,
  };
  const sendOne = async (): Promise<string[]> => {
    const operation = pickFrom(random, operations);
    const call = generateCall(generator, operation);
    if (isWalking(call.path)) return [];
    const reply = await target.as(TENANT, call);
    const told = reply.text.match(/\b[a-z]{2,4}_[0-9A-Z]{26}\b/g) ?? [];
    ids.push(...told.filter(() => random() < 0.1).slice(0, IDS_KEPT - ids.length));
    const wrong = reply.status === 500 ? [`500: ${reply.text}`] : undocumented(operation.id, call, reply);
    return wrong.slice(0, 1).map((what) => `${what} ${JSON.stringify(call.body)}`.slice(0, SHOWN));
  };
  return await attack(target, 'generated requests', async () => {
    const broken: string[] = [];
    for (let sent = 0; sent < count; sent += 1) broken.push(...(await sendOne()));
    return { tried: count, broken };
  });
}
