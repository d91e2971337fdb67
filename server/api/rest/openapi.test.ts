/** The document that clients are generated from: valid by a linter, true by a proxy before the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call, Caller } from '../../testing/contract/contract-case.ts';
import { GOVERNANCE_CASES } from '../../testing/contract/governance-cases.ts';
import { LEARNING_CASES } from '../../testing/contract/learning-cases.ts';
import {
  lintErrors,
  startValidatingProxy,
  type ValidatingProxy,
} from '../../testing/contract/openapi-tools.ts';
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  operationId: string;
  security: unknown[];
}

function _operations(): Map<string, Operation & { path: string }> {
  const paths = openApiDocument().paths as Record<string, Record<string, Operation>>;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => [operation.operationId, { ...operation, path }]),
    ),
  );
}

describe('the OpenAPI document', () => {
  it('passes the linter without errors', () => {
    expect(lintErrors(openApiDocument())).toEqual([]);
  });
});

describe('a validating proxy in front of the gateway', () => {
  let gateway: TestGateway | undefined;
  let proxy: ValidatingProxy | undefined;

  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', {
      SERVICE_RATE_LIMIT_PER_MINUTE: '0',
      SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
    });
    proxy = await startValidatingProxy(openApiDocument(), gateway.url);
  });

  afterAll(async () => {
    proxy?.stop();
    await gateway?.close();
  });

  const through: Caller = async ({ method, path, body }) => {
    const response = await fetch((proxy?.url ?? '') + path, {
      method,
      headers: {
        authorization: 'Bearer any',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };

  async function violations(call: Call): Promise<unknown[]> {
    const reply = await through(call);
    const found = JSON.parse(reply.headers.get('sl-violations') ?? '[]') as { location: string[] }[];
    return found.filter(({ location }) => location[0] === 'response');
  }

  it.each(Object.entries({ ...LEARNING_CASES, ...GOVERNANCE_CASES }))(
    'sees no reply of %s that the document does not allow',
    async (_, { valid, invalid }) => {
      expect(await violations(await valid(through))).toEqual([]);
      expect(invalid === undefined ? [] : await violations(invalid)).toEqual([]);
    },
  );
});
