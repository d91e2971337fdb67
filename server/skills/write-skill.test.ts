import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { expectWholeHistory, SECRET_RULE, skillIn } from '../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { getChangeset, reviewChangeset } from './changesets/index.ts';
import { authorSkill, getSkill } from './index.ts';

const NAME = 'deploy-service';
const current = (rt: TestRuntime, who: Principal) => getSkill(rt, who, { ref: NAME, agentId: 'default' });
const contents = async (rt: TestRuntime, who: Principal) =>
  (await current(rt, who)).bullets.map(({ content }) => content);

/** Gives every rule of the tenant evidence, as recorded episodes would. */
async function addEvidence(rt: TestRuntime, { tenant }: Principal): Promise<void> {
  await clientOf(rt.db.read).bullet.updateMany({
    where: { tenant },
    data: { helpful: 3, harmful: 1, used: 5 },
  });
}

describeOnBoth('writing a skill', (runtime) => {
  it('that is new creates it, applied at once in the author’s name', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const bullets = [
      { content: 'Run the tests first', section: 'steps' as const, issue: 'broken builds', keywords: ['ci'] },
      { content: 'Never deploy on a Friday', section: 'pitfalls' as const, issue: '', keywords: [] },
    ];
    const written = await authorSkill(rt, who, skillIn({ bullets, tags: ['ops'] }));
    expect(written).toMatchObject({ name: NAME, version: 1, status: 'applied', safety_findings: [] });
    const skill = await current(rt, who);
    expect(skill).toMatchObject({
      id: written.skill_id,
      agentId: 'default',
      name: NAME,
      description: 'How to deploy',
      version: 1,
      status: 'active',
      pinned: false,
      tags: ['ops'],
      uses: 0,
      successRate: null,
      bullets: bullets.map((bullet) => ({
        ...bullet,
        helpful: 0,
        harmful: 0,
        neutral: 0,
        used: 0,
        status: 'active',
      })),
    });
    expect(await getChangeset(rt, who, String(written.changeset_id))).toMatchObject({
      status: 'applied',
      source: 'api',
      reviewer: null,
      baseVersions: {},
      appliedVersions: { [skill.id]: 1 },
    });
    expect((await listAudit(rt, who, 10)).map(({ action, actor }) => [action, actor])).toEqual([
      ['changeset.applied', who.actor],
      ['changeset.proposed', who.actor],
    ]);
    await expectWholeHistory(rt, who);
  });

  it('that exists replaces it; rules with the same section and text keep id and counters', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(
      rt,
      who,
      skillIn({ rules: ['Run the tests first', 'Tag the release', 'Watch the logs'] }),
    );
    await addEvidence(rt, who);
    const before = await current(rt, who);
    const written = await authorSkill(
      rt,
      who,
      skillIn({ rules: ['Watch the logs', 'Tell the team', 'Run the tests first'] }),
    );
    expect(written).toMatchObject({ skill_id: before.id, version: 2, status: 'applied' });
    const after = await current(rt, who);
    const [kept, added, moved] = after.bullets;
    expect(kept).toEqual(before.bullets[2]);
    expect(moved).toEqual(before.bullets[0]);
    expect(added).toMatchObject({ content: 'Tell the team', helpful: 0, used: 0 });
    expect(await getChangeset(rt, who, String(written.changeset_id))).toMatchObject({
      risk: 'high',
      status: 'applied',
      baseVersions: { [before.id]: 1 },
    });
    const all = await getSkill(rt, who, { ref: NAME, agentId: 'default', includeRemoved: true });
    expect(all.bullets[3]).toMatchObject({
      content: 'Tag the release',
      status: 'removed',
      helpful: 3,
      used: 5,
    });
    await expectWholeHistory(rt, who);
  });

  it('with neither bullets nor body keeps the rules and, without tags, the tags; an empty array empties them', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'], tags: ['ops'] }));
    await authorSkill(rt, who, skillIn({ description: 'Other words', bullets: null, body: null }));
    expect(await current(rt, who)).toMatchObject({
      version: 2,
      description: 'Other words',
      tags: ['ops'],
      bullets: [{ content: 'Run the tests first' }],
    });
    await authorSkill(rt, who, skillIn({ description: 'Other words', rules: [], tags: [] }));
    expect(await current(rt, who)).toMatchObject({ version: 3, tags: [], bullets: [] });
    await expectWholeHistory(rt, who);
  });

  it('that already is so changes nothing and stores nothing', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const first = await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }));
    expect(await authorSkill(rt, who, skillIn({ rules: ['Run the tests first'] }))).toEqual({
      skill_id: first.skill_id,
      name: NAME,
      version: 1,
      changeset_id: null,
      status: 'applied',
      changes: [],
      safety_findings: [],
    });
    expect(await listAudit(rt, who, 10)).toHaveLength(2);
  });

  it('with a secret waits for a reviewer, whose approval applies it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const written = await authorSkill(rt, who, skillIn({ rules: [SECRET_RULE] }));
    expect(written).toMatchObject({ skill_id: null, version: null, status: 'pending' });
    expect(written.safety_findings).toContain('secret:aws_access_key');
    await expect(current(rt, who)).rejects.toMatchObject({ kind: 'not_found' });
    const reviewer = { ...who, actor: 'key:reviewer' };
    const review = await reviewChangeset(rt, reviewer, {
      id: String(written.changeset_id),
      approve: true,
      comment: null,
    });
    expect(review.status).toBe('applied');
    expect(await contents(rt, who)).toEqual([SECRET_RULE]);
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'changeset.applied',
      actor: 'key:reviewer',
    });
    await expectWholeHistory(rt, who);
  });

  it('keeps two tenants, and two agents of one tenant, apart', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const [a, b, c] = [
      await authorSkill(rt, ours, skillIn({ rules: ['Ours to keep'] })),
      await authorSkill(rt, theirs, skillIn({ rules: ['Theirs to keep'] })),
      await authorSkill(rt, ours, skillIn({ agent_id: 'another', rules: ['Of another agent'] })),
    ];
    expect([a, b, c].map(({ version }) => version)).toEqual([1, 1, 1]);
    expect(await contents(rt, ours)).toEqual(['Ours to keep']);
    expect(await contents(rt, theirs)).toEqual(['Theirs to keep']);
  });

  it('brings an archived skill back, and leaves a deprecated one deprecated', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { skill } = clientOf(rt.db.read);
    await authorSkill(rt, who, skillIn());
    for (const [status, after] of [
      ['archived', 'active'],
      ['stale', 'active'],
      ['deprecated', 'deprecated'],
    ] as const) {
      await skill.updateMany({ where: { tenant: who.tenant }, data: { status } });
      await authorSkill(rt, who, skillIn({ description: `While ${status}` }));
      expect((await current(rt, who)).status).toBe(after);
    }
  });

  it('twice at once creates it once and replaces it once', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const written = await Promise.all(
      ['first author', 'second author'].map((rule) => authorSkill(rt, who, skillIn({ rules: [rule] }))),
    );
    expect(written.map(({ version }) => version).sort()).toEqual([1, 2]);
    expect(new Set(written.map(({ skill_id: id }) => id)).size).toBe(1);
    const last = written.findIndex(({ version }) => version === 2);
    expect(await contents(rt, who)).toEqual([['first author', 'second author'][last]]);
    await expectWholeHistory(rt, who);
  });

  it('sixteen times at once gives sixteen versions, each of one author alone', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { skill_id: skillId } = await authorSkill(rt, who, skillIn({ rules: ['At first'] }));
    const authors = Array.from({ length: 16 }, (_, index) => `Rule of author ${index}`);
    const written = await Promise.all(
      authors.map((rule) => authorSkill(rt, who, skillIn({ description: rule, rules: [rule] }))),
    );
    expect(written.map(({ version }) => Number(version)).sort((a, b) => a - b)).toEqual(
      authors.map((_, index) => index + 2),
    );
    const versions = await clientOf(rt.db.read).skillVersion.findMany({
      where: { tenant: who.tenant, skillId: String(skillId), version: { gt: 1 } },
    });
    for (const { description, bullets, version } of versions) {
      expect(JSON.parse(bullets)).toMatchObject([{ content: description }]);
      expect(written.findIndex((one) => one.version === version)).toBe(authors.indexOf(description));
    }
    await expectWholeHistory(rt, who);
  });

  it('is never read half changed', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const write = (word: string) =>
      authorSkill(rt, who, skillIn({ description: word, rules: [`${word} one`, `${word} two`] }));
    await write('round 0');
    let writing = true;
    const reads: string[][] = [];
    const reader = (async () => {
      while (writing) {
        const { description, version, bullets } = await current(rt, who);
        reads.push([description, `round ${version - 1}`, ...bullets.map(({ content }) => content)]);
      }
    })();
    for (let round = 1; round <= 10; round += 1) await write(`round ${round}`);
    writing = false;
    await reader;
    expect(reads.length).toBeGreaterThan(0);
    for (const [description, version, ...rules] of reads) {
      expect([version, ...rules]).toEqual([description, `${description} one`, `${description} two`]);
    }
  });
});
