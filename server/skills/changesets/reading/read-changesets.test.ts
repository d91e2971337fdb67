import { expect, it } from 'vitest';
import { clientOf } from '../../../platform/db/prisma.ts';
import { insertSkills } from '../../../testing/database/library-rows.ts';
import { SECRET_RULE, skillIn } from '../../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../../testing/test-runtime.ts';
import { authorSkill } from '../../index.ts';
import { lastRejected, listChangesets, openProposals, reviewChangeset } from '../index.ts';

const ALL = { agentId: null, status: null, before: null, limit: 100 };

describeOnOne('listing changesets', (runtime) => {
  it('shows the newest first, of one agent or status where asked', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const applied = await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }));
    rt.advance(1);
    const pending = await authorSkill(rt, who, skillIn({ rules: [SECRET_RULE] }));
    const other = await authorSkill(rt, who, skillIn({ agent_id: 'another', rules: [SECRET_RULE] }));
    const ids = async (query: Partial<Parameters<typeof listChangesets>[2]>) =>
      (await listChangesets(rt, who, { ...ALL, ...query })).items.map(({ id }) => id);
    const [first, second, third] = [other, pending, applied].map((written) => written.changeset_id);
    expect(await ids({})).toEqual([first, second, third]);
    expect(await ids({ status: 'pending' })).toEqual([first, second]);
    expect(await ids({ status: 'pending', agentId: 'another' })).toEqual([first]);
    expect(await ids({ agentId: 'default' })).toEqual([second, third]);
    expect(await ids({ status: 'rejected' })).toEqual([]);
    await reviewChangeset(rt, who, { id: String(second), approve: false, comment: null });
    expect(await ids({ status: 'rejected' })).toEqual([second]);
  });

  it('pages without gaps and repetitions, also within one millisecond', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    for (let index = 0; index < 7; index += 1)
      await authorSkill(rt, who, skillIn({ name: `skill-${index}` }));
    const whole = (await listChangesets(rt, who, ALL)).items.map(({ id }) => id);
    expect(whole).toHaveLength(7);
    const paged: string[] = [];
    for (let before: string | null = null; paged.length < 7; before = paged.at(-1) ?? null) {
      const page = (await listChangesets(rt, who, { ...ALL, limit: 3, before })).items;
      expect(page.length).toBeGreaterThan(0);
      paged.push(...page.map(({ id }) => id));
    }
    expect(paged).toEqual(whole);
  });

  it('looks back at a skill that more changesets touch than a statement takes', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const { changeset, changesetTarget } = clientOf(rt.db.read);
    await insertSkills(rt, tenant, { skills: 1, rules: 0 });
    const skillId = `sk_${tenant}_0000`;
    const at = (place: number) => new Date(Date.UTC(2026, 0, 1) + place * 1000);
    const ids = Array.from({ length: 1300 }, (_, place) => `cs_${String(place).padStart(5, '0')}`);
    // Decided in the opposite order of their proposal.
    const data = ids.map((id, place) => ({
      ...{
        tenant,
        id,
        agentId: 'default',
        ops: '[]',
        rationale: '',
        source: 'reflection',
        proposedBy: 'dev',
      },
      ...{ status: place % 2 === 0 ? 'rejected' : 'pending', humanAuthored: false, risk: 'low' },
      ...{ safetyFindings: '[]', episodeIds: '[]', baseVersions: '{}', createdAt: at(place) },
      decidedAt: place % 2 === 0 ? at(10_000 - place) : null,
    }));
    const targets = ids.map((changesetId) => ({ tenant, changesetId, skillId }));
    for (let from = 0; from < ids.length; from += 100) {
      await changeset.createMany({ data: data.slice(from, from + 100) });
      await changesetTarget.createMany({ data: targets.slice(from, from + 100) });
    }
    const whose = { agentId: 'default', skillId };
    const open = await openProposals(rt.db.read, tenant, whose);
    expect(open.map(({ id }) => id)).toEqual(
      ids
        .filter((_, place) => place % 2 === 1)
        .toReversed()
        .slice(0, 200),
    );
    const rejected = await lastRejected(rt.db.read, tenant, { ...whose, limit: 3 });
    expect(rejected.map(({ id }) => id)).toEqual(['cs_00000', 'cs_00002', 'cs_00004']);
  });

  it('knows nothing of another tenant', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const { changeset_id: before } = await authorSkill(rt, theirs, skillIn());
    expect((await listChangesets(rt, ours, ALL)).items).toEqual([]);
    await expect(listChangesets(rt, ours, { ...ALL, before })).rejects.toMatchObject({
      kind: 'not_found',
      detail: 'changeset not found',
    });
  });
});
