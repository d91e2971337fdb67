// Generates the client's types and its table of operations from the OpenAPI document, so that neither can say what the
// gateway does not. The result is committed, as the client is built without the gateway; a test compares the two.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { openApiDocument } from '../server/api/rest/openapi.ts';
import { root } from './root.mjs';

const GENERATED = join(root, 'client/src/generated');
const NOTICE = `// Generated from the gateway's OpenAPI document by scripts/generate-client.mjs; do not edit.\n\n`;

const PREFIX = '#/components/schemas/';

/**
 * The same schema with references that a plain JSON Schema understands; beside one, a description would copy
 * its type.
 */
function relocated(value) {
  if (Array.isArray(value)) return value.map(relocated);
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') return { $ref: value.$ref.replace(PREFIX, '#/$defs/') };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, relocated(inner)]));
}

/** Without the generator's remarks on where a definition was found. */
function withoutRemarks(types) {
  return types
    .replace(
      / \* This interface was referenced by `[^`]+`'s JSON-Schema\n \* via the `definition` "[^"]+"\.\n/g,
      '',
    )
    .replace(/\/\*\*\n(?: \*\n)* \*\/\n/g, '');
}

function closed(properties, required) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function contentSchema(content) {
  const media = content === undefined ? undefined : Object.values(content)[0];
  return media === undefined ? undefined : relocated(media.schema);
}

function parametersIn(operation, place) {
  const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  const required = found.filter(({ required }) => required).map(({ name }) => name);
  return closed(Object.fromEntries(found.map(({ name, schema }) => [name, relocated(schema)])), required);
}

/** The form of an operation's reply. */
export function givenBy(operation) {
  const [, { content }] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  if (content === undefined) return 'nothing';
  return 'application/json' in content ? 'json' : 'text';
}

/** What a caller gives to an operation and gets back. */
function operationSchema(operation) {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const body = contentSchema(operation.requestBody?.content);
  const reply = contentSchema(success.content) ?? { type: 'null' };
  const parts = {
    path: parametersIn(operation, 'path'),
    query: parametersIn(operation, 'query'),
    ...(body === undefined ? {} : { body }),
    reply,
  };
  return closed(parts, Object.keys(parts));
}

/** The operations that a client calls, with their addresses. */
export function operationsOf(document) {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .filter(({ operation }) => !operation.tags.includes('Infrastructure'));
}

/** The text of the generated file. */
async function clientTypes() {
  const document = openApiDocument();
  const operations = operationsOf(document);
  const schema = {
    ...closed(
      Object.fromEntries(
        operations.map(({ operation }) => [operation.operationId, operationSchema(operation)]),
      ),
      operations.map(({ operation }) => operation.operationId),
    ),
    $defs: relocated(document.components.schemas),
  };
  const types = await compile(schema, 'Operations', {
    additionalProperties: false,
    bannerComment: '',
    format: true,
    // Else a list of at most five is a union of five tuples.
    ignoreMinAndMaxItems: true,
    style: { printWidth: 110, singleQuote: true },
    unreachableDefinitions: true,
  });
  const table = operations
    .map(
      ({ path, method, operation }) =>
        `  ${operation.operationId}: { method: '${method}', path: '${path}', gives: '${givenBy(operation)}' },`,
    )
    .join('\n');
  return `${NOTICE}${withoutRemarks(types)}\n/** Where each operation lives, and the form of what it gives back. */\nexport const OPERATIONS = {\n${table}\n} as const;\n`;
}

/** What matches calls of tools, as the library's own files: it is compiled, not bundled, and imports nothing but itself. */
const MATCHER = ['glob.ts', 'match.ts', 'trigger.ts'];

/** The text of each generated file by its path below `client/src/generated`. */
export async function clientFiles() {
  const copies = MATCHER.map((name) => {
    const text = readFileSync(join(root, 'server/domain/moments', name), 'utf8');
    return [
      `moments/${name}`,
      `// Copied from server/domain/moments by scripts/generate-client.mjs; do not edit.\n${text}`,
    ];
  });
  return { 'api.ts': await clientTypes(), ...Object.fromEntries(copies) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await clientFiles())) {
    mkdirSync(dirname(join(GENERATED, name)), { recursive: true });
    writeFileSync(join(GENERATED, name), text);
  }
}
