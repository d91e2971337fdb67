/**
 * Every endpoint × every credential, each reply as documented. Credentials and inputs are refused before a statement runs,
 * so PostgreSQL answers the valid calls alone.
 */
import { describe, expect, it } from 'vitest';
import { OPERATOR_ONLY, SCOPES, type Scope } from '../../domain/principal.ts';
import {
  type Call,
  type Caller,
  type ContractCase,
  type ContractReply,
  declaredRest,
  undocumented,
} from '../../testing/contract/contract-case.ts';
import { GOVERNANCE_CASES } from '../../testing/contract/governance-cases.ts';
import { LEARNING_CASES } from '../../testing/contract/learning-cases.ts';
import { TENANT_CASES } from '../../testing/contract/tenant-cases.ts';
import { WEBHOOK_CASES } from '../../testing/contract/webhook-cases.ts';
import { ONE_DIALECT } from '../../testing/database/dialects.ts';
import { describeGatewayOnBoth, TEST_BOOTSTRAP_KEY } from '../../testing/test-gateway.ts';
import { appRouter } from '../operations/router.ts';
import { openApiDocument } from './openapi.ts';

const CASES: Record<string, ContractCase> = {
  ...{ ...LEARNING_CASES, ...GOVERNANCE_CASES },
  ...{ ...WEBHOOK_CASES, ...TENANT_CASES },
};

/** What the OpenAPI document has of a GET. */
interface Listed {
  parameters?: { in: string; name: string }[];
}

const SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
};

let addresses = 0;

function freshAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

type Send = (call: Call, headers: Record<string, string>) => Promise<ContractReply>;

const bootstrap = (tenant: string) => ({
  authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`,
  'x-tenant-id': tenant,
});

/** Keys of one scope each, so that a call shows whether its scope suffices. */
async function keysOf(send: Send, tenant: string): Promise<Record<Scope, string>> {
  const create = async (scope: Scope) => {
    const call = {
      method: 'POST' as const,
      path: '/v1/admin/api-keys',
      body: { name: scope, scopes: [scope] },
    };
    return (await send(call, bootstrap(tenant))).json as { key: string };
  };
  const [learn, review, admin] = await Promise.all(SCOPES.map(create));
  return { learn: learn?.key ?? '', review: review?.key ?? '', admin: admin?.key ?? '' };
}

const NAMES = Object.keys(appRouter._def.procedures) as (keyof typeof appRouter._def.procedures)[];

/** A second case of an operation says behind its name what it is of. */
const operationOf = (title: string) => title.split(' ')[0] ?? title;

it('has a case for every operation, and no case for an operation that is gone', () => {
  expect(new Set(Object.keys(CASES).map(operationOf))).toEqual(new Set(NAMES));
});

describeGatewayOnBoth(
  'the contract',
  (gateway, dialect) => {
    const send: Send = (call, headers) => gateway().call(call.method, call.path, { ...call, headers });
    let keys: Promise<Record<Scope, string>> | undefined;
    const as: Caller = async (call, scope = 'learn') => {
      if (scope === 'operator') return await send(call, bootstrap('ours'));
      keys ??= keysOf(send, 'ours');
      return await send(call, { authorization: `Bearer ${(await keys)[scope]}` });
    };

    it('takes NUL in no cursor, and fails with none in a path or a query', async () => {
      const { paths } = openApiDocument() as { paths: Record<string, { get?: Listed }> };
      const operations = Object.entries(paths).flatMap(([template, { get }]) =>
        get === undefined ? [] : [{ template, parameters: get.parameters ?? [] }],
      );
      expect(operations.length).toBeGreaterThan(20);
      for (const { template, parameters } of operations) {
        const path = template.replaceAll(/\{\w+\}/g, 'a%00b');
        const names = parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []));
        for (const name of ['none', ...names]) {
          const reply = await as({ method: 'GET', path: `${path}?${name}=a%00b` }, 'operator');
          const refused = name === 'cursor' ? [422] : [200, 404, 422];
          expect(refused, `${template} ${name}`).toContain(reply.status);
        }
      }
    });

    describe.each(Object.entries(CASES))('%s', (title, contract) => {
      const name = operationOf(title);
      const { scope: needed, status = 200 } = declaredRest(name);
      const scope = needed === 'signed-in' ? 'learn' : needed;
      const expectDocumented = (call: Call, reply: ContractReply) =>
        expect(undocumented(name, call, reply)).toEqual([]);

      it('answers a valid call as documented', async () => {
        const call = await contract.valid(as);
        const reply = await as(call, scope);
        expect([reply.status, reply.text]).toEqual([contract.status ?? status, expect.any(String)]);
        expectDocumented(call, reply);
        expect(reply.headers.get('x-request-id')).toBeTruthy();
      });

      if (dialect !== ONE_DIALECT) return;

      it('refuses a missing and a bad credential with 401', async () => {
        const call = await contract.valid(as);
        const missing = await send(call, {});
        expect([missing.status, missing.json]).toEqual([401, { detail: 'missing bearer token' }]);
        const unknown = await send(call, { authorization: `Bearer service_${'x'.repeat(43)}` });
        expect([unknown.status, unknown.json]).toEqual([401, { detail: 'invalid api key' }]);
        // From an address of its own: after twenty of them one that goes on is told to wait.
        const elsewhere = { 'x-forwarded-for': freshAddress() };
        const garbage = await send(call, { authorization: 'Bearer garbage', ...elsewhere });
        expect([garbage.status, garbage.json]).toEqual([401, { detail: 'invalid credentials' }]);
        for (const reply of [missing, unknown, garbage]) expectDocumented(call, reply);
      });

      it('refuses every other scope with 403, and the operator’s key without a tenant with 400', async () => {
        const call = await contract.valid(as);
        const others = SCOPES.filter((candidate) => needed !== 'signed-in' && candidate !== needed);
        const detail = needed === 'operator' ? OPERATOR_ONLY : `missing scope '${scope}'`;
        for (const other of others) {
          const reply = await as(call, other);
          expect([reply.status, reply.json]).toEqual([403, { detail }]);
          expectDocumented(call, reply);
        }
        const reply = await send(call, { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}` });
        expect([reply.status, reply.json]).toEqual([
          400,
          { detail: 'bootstrap admin key requires X-Tenant-Id' },
        ]);
        expectDocumented(call, reply);
      });

      it('keeps another tenant out', async () => {
        const call = await contract.valid(as);
        const reply = await send(call, bootstrap('theirs'));
        expectDocumented(call, reply);
        expect(reply.status).toBe(contract.foreign === 'not_found' ? 404 : (contract.status ?? status));
      });

      it('keeps a key out that is bound to another agent', async () => {
        const call = await contract.valid(as);
        const body = { name: 'bound', scopes: ['learn', 'review'], agents: ['elsewhere'] };
        const { json } = await as({ method: 'POST', path: '/v1/admin/api-keys', body }, 'admin');
        const { key } = json as { key: string };
        const reply = await send(call, { authorization: `Bearer ${key}` });
        expectDocumented(call, reply);
        expect(reply.status).toBe(declaredRest(name).agents === 'none' ? (contract.status ?? status) : 403);
      });

      const { invalid } = contract;
      if (invalid !== undefined) {
        it('refuses an invalid input with 422 and says where', async () => {
          const reply = await as(invalid, scope);
          expect(reply.status).toBe(422);
          expectDocumented(invalid, reply);
          const { detail } = reply.json as { detail: { loc: unknown[]; type: string }[] };
          expect(detail[0]?.loc[0]).toMatch(/^(body|query|path|header)$/);
          expect(detail[0]?.type).toMatch(/^[a-z_]+$/);
        });
      }
    });
  },
  SETTINGS,
);
