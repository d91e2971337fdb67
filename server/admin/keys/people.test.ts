import { expect, it } from 'vitest';
import { createRuntime } from '../../platform/runtime.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { eraseUser, exportUser, previewErasure } from '../erasure/index.ts';
import { actorNames, noteSignIn } from './index.ts';

const ADA = { actor: 'oidc:ada', name: 'Ada Lovelace' };

describeOnOne('people who sign in', (runtime) => {
  it('are named as they signed in last, in their tenant', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await noteSignIn(rt, who.tenant, ADA);
    await noteSignIn(rt, who.tenant, { ...ADA, name: 'Ada King' });
    const actors = ['oidc:ada', 'dev', 'oidc:unknown'];
    expect(await actorNames(rt, who.tenant, actors)).toEqual(new Map([['oidc:ada', 'Ada King']]));
    expect(await actorNames(rt, freshPrincipal().tenant, actors)).toEqual(new Map());
  });

  it('sign in even where their names cannot be kept', async () => {
    const rt = runtime();
    const db = { ...rt.db, write: () => Promise.reject(new Error('database away')) };
    await noteSignIn(createRuntime({ ...rt, db }), 'acme', ADA);
    expect(rt.lines.at(-1)).toMatchObject({ event: 'people.sign_in_not_noted', level: 'warn' });
  });

  it('are erased with their name', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { tenant } = who;
    await noteSignIn(rt, tenant, ADA);
    expect((await previewErasure(rt, who, 'ada')).people).toBe(1);
    const { lines } = await exportUser(rt, who, { userId: 'ada', cursor: 'person:' });
    expect(lines.join()).toContain('Ada Lovelace');
    expect((await eraseUser(rt, who, 'ada')).people).toBe(1);
    expect(await actorNames(rt, tenant, ['oidc:ada'])).toEqual(new Map());
  });
});
