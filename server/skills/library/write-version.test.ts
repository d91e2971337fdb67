/** The sole writer of versions: what it keeps, what it counts, and who comes first. */
import { expect, it } from 'vitest';
import type { Bullet } from '../../domain/skills/skill.ts';
import { revisionStore } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import {
  createSkill,
  type LoadedSkill,
  loadSkills,
  lockLibrary,
  readSkill,
  type SkillText,
  writeVersion,
} from './index.ts';

const AGENT = 'writer';
const origin = { source: 'api', changesetId: null, createdBy: 'dev' };

function rule(id: string, content: string, counted: Partial<Bullet> = {}): Bullet {
  const counters = { helpful: 0, harmful: 0, neutral: 0, used: 0 };
  return {
    ...{ id, content, section: 'steps', issue: '', keywords: [], status: 'active', sources: [] },
    ...counters,
    ...counted,
  };
}

const textOf = (...bullets: Bullet[]): SkillText => ({
  description: `About ${bullets.length} rules`,
  tags: ['ops'],
  frontMatter: { license: 'MIT' },
  bullets,
});

/** A tenant with one skill in its first version, and ids of its own. */
async function aSkill(rt: Runtime) {
  const { tenant } = freshPrincipal();
  const id = rt.newId('skill');
  const [first, second] = [rule(rt.newId('bullet'), 'Run the tests'), rule(rt.newId('bullet'), 'Ask')];
  const text = textOf(first, second);
  await rt.db.write((tx) =>
    createSkill(rt, tx, tenant, { id, agentId: AGENT, name: 'deploy', text, origin }),
  );
  const read = () => readSkill(rt.db.read, tenant, { ref: id, agentId: AGENT, includeRemoved: true });
  const revision = () => revisionStore(rt.db.read, tenant).read([AGENT]);
  const known = async (): Promise<LoadedSkill> => {
    const [found] = await loadSkills(rt.db.read, tenant, { agentId: AGENT, ids: [id], names: [] });
    if (found === undefined) throw new Error('the skill is missing');
    return found;
  };
  const write = async (skill: LoadedSkill, next: SkillText) =>
    await rt.db.write(async (tx) => {
      await lockLibrary(tx, tenant, AGENT);
      return await writeVersion(rt, tx, tenant, { loaded: skill, text: next, origin });
    });
  return { tenant, id, first, second, text, read, revision, known, write };
}

describeOnBoth('the writer of versions', (runtime) => {
  it('keeps the ids and counters of rules that stay, and removes the others without forgetting them', async () => {
    const skill = await aSkill(runtime());
    const counted = { ...skill.first, helpful: 2, used: 3 };
    const added = rule(runtime().newId('bullet'), 'Tag the release');
    expect(await skill.write(await skill.known(), textOf(counted, added))).toBe(2);
    expect((await skill.read()).bullets).toMatchObject([
      { id: skill.first.id, helpful: 2, used: 3, status: 'active' },
      { id: added.id, status: 'active' },
      { id: skill.second.id, status: 'removed' },
    ]);
  });

  it('brings a removed rule back under its id', async () => {
    const skill = await aSkill(runtime());
    await skill.write(await skill.known(), textOf(skill.first));
    expect(await skill.write(await skill.known(), textOf(skill.second, skill.first))).toBe(3);
    expect((await skill.read()).bullets.map(({ id, status }) => [id, status])).toEqual([
      [skill.second.id, 'active'],
      [skill.first.id, 'active'],
    ]);
  });

  it('writes nothing for who read a version that is no longer the current one', async () => {
    const skill = await aSkill(runtime());
    const stale = await skill.known();
    expect(await skill.write(stale, textOf(skill.first))).toBe(2);
    const [after, revision] = [await skill.read(), await skill.revision()];
    expect(await skill.write(stale, textOf(skill.second))).toBeNull();
    expect(await skill.read()).toEqual(after);
    expect(await skill.revision()).toEqual(revision);
  });

  it('lets one of several writers at once have each version', async () => {
    const skill = await aSkill(runtime());
    const stale = await skill.known();
    const texts = ['one', 'two', 'three'].map((content) => textOf({ ...skill.first, content }));
    const written = await Promise.all(texts.map((text) => skill.write(stale, text)));
    expect(written.toSorted()).toEqual([2, null, null]);
    const content = texts[written.indexOf(2)]?.bullets[0]?.content;
    expect(await skill.read()).toMatchObject({ version: 2, bullets: [{ content }, { status: 'removed' }] });
  });
});
