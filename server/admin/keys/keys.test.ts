import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Page } from '../../platform/paging.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { actorNames, createKey, findKey, listKeys, revokeKey } from './index.ts';

/** Another process on the same database: nothing remembered, the same clock. */
function otherProcess(runtime: Runtime): Runtime {
  return createRuntime(runtime);
}

describeOnOne('API keys', (runtime) => {
  it('are returned once and stored as a hash alone', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const created = await createKey(rt, who, { name: 'ci', scopes: ['learn'] });
    expect(created).toMatchObject({ name: 'ci', scopes: ['learn'], createdAt: rt.clock().toISOString() });
    expect(created.id).toMatch(/^key_/);
    expect(created.key).toMatch(/^service_[A-Za-z0-9_-]{43}$/);
    const row = await clientOf(rt.db.read).apiKey.findFirstOrThrow({ where: { tenant: who.tenant } });
    expect(row.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(created.key.slice('service_'.length));
  });

  it('are random even where the runtime’s chance repeats itself', async () => {
    const rt = createRuntime({ ...runtime(), random: () => 0.5 });
    const who = freshPrincipal();
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => createKey(rt, who, { name: 'k', scopes: ['learn'] })),
    );
    expect(new Set(keys.map(({ key }) => key)).size).toBe(8);
  });

  it('are refused with a scope that does not exist, and nothing is stored', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await expect(createKey(rt, who, { name: 'x', scopes: ['learn', 'root'] })).rejects.toMatchObject({
      kind: 'bad_request',
      detail: "unknown scope 'root': use learn, review, admin",
    });
    expect(await clientOf(rt.db.read).apiKey.count({ where: { tenant: who.tenant } })).toBe(0);
    expect(await listAudit(rt, who, 10)).toEqual([]);
  });

  it('are found with their tenant and scopes until they are revoked, which is audited without the key', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { id, key } = await createKey(rt, who, { name: 'ci', scopes: ['learn', 'review'] });
    expect(await findKey(rt, key)).toEqual({
      tenant: who.tenant,
      id,
      scopes: ['learn', 'review'],
      agents: [],
      expiresAt: null,
    });
    rt.advance(1);
    await revokeKey(rt, who, id);
    expect(await findKey(rt, key)).toBeNull();
    const audit = await listAudit(rt, who, 10);
    expect(audit.map(({ action, resource, details }) => [action, resource, details])).toEqual([
      ['apikey.revoked', `apikey:${id}`, {}],
      ['apikey.created', `apikey:${id}`, { name: 'ci', scopes: ['learn', 'review'] }],
    ]);
  });

  it('cannot be revoked twice, by another tenant or where they do not exist, with one and the same error', async () => {
    const rt = runtime();
    const [who, other] = [freshPrincipal(), freshPrincipal()];
    const { id, key } = await createKey(rt, who, { name: 'ci', scopes: ['learn'] });
    const refusal = { kind: 'not_found', detail: 'api key not found' };
    await expect(revokeKey(rt, other, id)).rejects.toMatchObject(refusal);
    await expect(revokeKey(rt, who, 'key_none')).rejects.toMatchObject(refusal);
    expect(await findKey(rt, key)).not.toBeNull();
    await revokeKey(rt, who, id);
    await expect(revokeKey(rt, who, id)).rejects.toMatchObject(refusal);
    expect(await listAudit(rt, other, 10)).toEqual([]);
  });

  it('are revoked once by administrators who do it at the same time', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { id } = await createKey(rt, who, { name: 'ci', scopes: ['learn'] });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => revokeKey(rt, who, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const actions = (await listAudit(rt, who, 10)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'apikey.revoked')).toHaveLength(1);
  });

  it('that another process revoked work for 30 seconds more and no longer', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { id, key } = await createKey(rt, who, { name: 'ci', scopes: ['learn'] });
    expect(await findKey(rt, key)).not.toBeNull();
    await revokeKey(otherProcess(rt), who, id);
    rt.advance(29_999);
    expect(await findKey(rt, key)).not.toBeNull();
    rt.advance(1);
    expect(await findKey(rt, key)).toBeNull();
  });
});

describeOnOne('keys that end by themselves', (runtime) => {
  it('are refused from their last moment on, though they were looked up just before', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const expires = new Date(rt.clock().getTime() + 10_000).toISOString();
    const { key, expiresAt } = await createKey(rt, who, {
      ...{ name: 'short', scopes: ['learn'], expires_at: expires },
    });
    expect(expiresAt).toBe(expires);
    rt.advance(9_999);
    expect(await findKey(rt, key)).not.toBeNull();
    rt.advance(1);
    expect(await findKey(rt, key)).toBeNull();
    expect(await findKey(otherProcess(rt), key)).toBeNull();
  });

  it('are not created with an end that is past', async () => {
    const rt = runtime();
    const input = { name: 'late', scopes: ['learn'], expires_at: rt.clock().toISOString() };
    await expect(createKey(rt, freshPrincipal(), input)).rejects.toMatchObject({
      detail: 'must be in the future',
    });
  });
});

describeOnOne('the list of keys', (runtime) => {
  const setUp = async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const ids: Record<string, string> = {};
    const inDays = (days: number) => new Date(rt.clock().getTime() + days * DAY_MS).toISOString();
    for (const [name, expires_at] of [
      ['beta', inDays(9)],
      ['alpha', null],
      ['Gamma ray', inDays(2)],
    ] as const) {
      ids[name] = (await createKey(rt, who, { name, scopes: ['learn'], expires_at })).id;
      rt.advance(1000);
    }
    const names = async (text: string | null = null) => {
      const found: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: Page<{ name: string }> = await listKeys(rt, who, {
          ...{ revoked: false, text, cursor, limit: 1 },
        });
        found.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
        if (cursor === null) return found;
      }
    };
    return { rt, who, ids, names };
  };

  it('is sorted, page by page, each key once', async () => {
    const { names } = await setUp();
    expect(await names()).toEqual(['Gamma ray', 'alpha', 'beta']);
  });

  it('is searched by name and by id', async () => {
    const { names, ids } = await setUp();
    expect(await names('gamma')).toEqual(['Gamma ray']);
    expect(await names(ids.beta ?? '')).toEqual(['beta']);
    expect(await names('%')).toEqual([]);
  });

  it('names who created a key, and no key of another tenant', async () => {
    const { rt, who, ids } = await setUp();
    const actor = `key:${ids.alpha}`;
    await createKey(rt, { ...who, actor }, { name: 'child', scopes: ['learn'] });
    const list = { revoked: false, text: 'child', cursor: null, limit: 9 } as const;
    expect((await listKeys(rt, who, list)).items).toMatchObject([{ createdByName: 'alpha' }]);
    expect(await actorNames(rt, freshPrincipal().tenant, [actor])).toEqual(new Map());
  });
});
