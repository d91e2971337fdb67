/** `whetstone skills sync` as a process against a real gateway, in both directions. */
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deprecateSkill } from '../../../../server/skills/index.ts';
import {
  openTestGateway,
  TEST_BOOTSTRAP_KEY,
  type TestGateway,
} from '../../../../server/testing/test-gateway.ts';
import { HELD_RULE, SkillFolder, skillMd } from '../../../testing/skill-folder.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY });
});
afterAll(() => gateway.close());

const folders: SkillFolder[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function open(agent: string): SkillFolder {
  const folder = new SkillFolder(gateway, agent);
  folders.push(folder);
  return folder;
}

const DEPLOY = 'deploy/SKILL.md';
const [FIRST, SECOND, THIRD] = ['Run the tests.', 'Run the tests and the linter.', 'Run the tests twice.'];

/** A folder whose skill `deploy` is equal on both sides. */
async function openEqual(agent: string): Promise<SkillFolder> {
  const folder = open(agent);
  folder.write(DEPLOY, skillMd('deploy', FIRST));
  expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'applied' } });
  return folder;
}

describe('a sync', () => {
  it('sends new and edited files, writes what the gateway has, and finds both equal then', async () => {
    const folder = await openEqual('plain');
    await folder.change('restart', 'Drain the queue first.');
    expect(await folder.sync('--check')).toMatchObject({
      code: 5,
      skills: { deploy: 'equal', restart: 'to file' },
    });
    expect(existsSync(join(folder.path, 'restart'))).toBe(false);
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'equal', restart: 'written' } });
    expect(folder.read('restart/SKILL.md')).toBe(skillMd('restart', 'Drain the queue first.'));
    folder.write(DEPLOY, skillMd('deploy', SECOND));
    await folder.change('restart', 'Drain both queues first.');
    expect(await folder.sync('--check')).toMatchObject({
      code: 5,
      skills: { deploy: 'to gateway', restart: 'to file' },
    });
    expect((await folder.changesets()).length).toBe(3);
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'applied', restart: 'written' } });
    expect(await folder.call('GET', '/v1/skills/deploy?agent_id=plain')).toMatchObject({
      bullets: [{ content: SECOND }, {}],
    });
    expect(folder.read('restart/SKILL.md')).toContain('both queues');
    expect((await folder.changesets())[0]).toMatchObject({
      source: 'import',
      rationale: 'From deploy/SKILL.md',
    });
    expect(await folder.sync('--check')).toMatchObject({ code: 0, out: { counts: { equal: 2 } } });
  });

  it('shows a conflict, overwrites nothing, and follows the side that is chosen', async () => {
    const folder = await openEqual('conflict');
    folder.write(DEPLOY, skillMd('deploy', SECOND));
    await folder.change('deploy', THIRD);
    const { code, out } = await folder.sync();
    expect(code).toBe(1);
    expect(out.skills[0]).toMatchObject({ status: 'conflict' });
    expect(out.skills[0].diff).toEqual(expect.arrayContaining([`- - ${THIRD}`, `+ - ${SECOND}`]));
    expect(folder.read(DEPLOY)).toBe(skillMd('deploy', SECOND));
    expect(await folder.sync('--check')).toMatchObject({ code: 5, skills: { deploy: 'conflict' } });
    expect(await folder.sync('--take-file', 'deploy')).toMatchObject({
      code: 0,
      skills: { deploy: 'applied' },
    });
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'equal' } });
    folder.write(DEPLOY, skillMd('deploy', FIRST));
    await folder.change('deploy', THIRD);
    expect(await folder.sync('--take-gateway', 'deploy')).toMatchObject({
      code: 0,
      skills: { deploy: 'written' },
    });
    expect(folder.read(DEPLOY)).toBe(skillMd('deploy', THIRD));
    expect(await folder.sync('--take-gateway', 'unknown')).toMatchObject({ code: 2 });
    expect(await folder.sync('--take-file', 'deploy', '--take-gateway', 'deploy')).toMatchObject({ code: 2 });
  });

  it('proposes a text once while it waits, and not again once it was rejected, until the file changes', async () => {
    const folder = open('held');
    folder.write(DEPLOY, skillMd('deploy', HELD_RULE));
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'pending' } });
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'pending' } });
    const waiting = await folder.changesets('pending');
    expect(waiting.length).toBe(1);
    expect(await folder.sync('--check')).toMatchObject({
      code: 5,
      out: { skills: [{ changeset_id: waiting[0]?.id }] },
    });
    await folder.call('POST', `/v1/changesets/${waiting[0]?.id}/review`, { approve: false });
    expect(await folder.sync()).toMatchObject({ code: 1, skills: { deploy: 'rejected' } });
    expect(await folder.changesets('pending')).toEqual([]);
    folder.write(DEPLOY, skillMd('deploy', SECOND));
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'applied' } });
  });

  it('takes over what a reviewer made of a proposal that waited', async () => {
    const folder = await openEqual('amended');
    folder.write(DEPLOY, skillMd('deploy', HELD_RULE));
    await folder.sync();
    const [waiting] = await folder.changesets('pending');
    await folder.call('POST', `/v1/changesets/${waiting?.id}/review`, { approve: true, skip_canary: true });
    await folder.change('deploy', THIRD);
    expect(await folder.sync()).toMatchObject({ code: 0, skills: { deploy: 'written' } });
    expect(folder.read(DEPLOY)).toBe(skillMd('deploy', THIRD));
  });

  it('says what is deleted on either side, and deletes nothing unless it is chosen', async () => {
    const folder = await openEqual('deleted');
    rmSync(join(folder.path, DEPLOY));
    expect(await folder.sync()).toMatchObject({ code: 1, skills: { deploy: 'file deleted' } });
    expect(await folder.sync('--take-gateway', 'deploy')).toMatchObject({
      code: 0,
      skills: { deploy: 'written' },
    });
    const { id } = (await folder.call('GET', '/v1/skills/deploy?agent_id=deleted')) as { id: string };
    const reviewer = { tenant: 'cli', actor: 'ann', bucket: 'ann', scopes: new Set(['review'] as const) };
    await deprecateSkill(gateway.runtime, reviewer, { id, deprecated: true });
    expect(await folder.sync()).toMatchObject({ code: 1, skills: { deploy: 'gateway deleted' } });
    expect(folder.read(DEPLOY)).toBe(skillMd('deploy', FIRST));
    expect(await folder.sync('--take-gateway', 'deploy')).toMatchObject({
      code: 0,
      skills: { deploy: 'deleted' },
    });
    expect(existsSync(join(folder.path, DEPLOY))).toBe(false);
    expect(await folder.sync('--check')).toMatchObject({ code: 0, skills: {} });
  });

  it('leaves alone what it cannot keep equal, and says why', async () => {
    const folder = await openEqual('unusable');
    folder.write('again/SKILL.md', skillMd('deploy', SECOND));
    folder.write('nameless/SKILL.md', 'no front matter');
    folder.write('taken/SKILL.md', skillMd('taken', '').replace('description: About taken\n', ''));
    symlinkSync('/nowhere', join(folder.path, 'linked'));
    await folder.change('linked', FIRST);
    expect(await folder.sync()).toMatchObject({
      code: 1,
      skills: { deploy: 'refused', linked: 'failed', 'nameless/SKILL.md': 'refused', taken: 'refused' },
    });
    folder.write('.whetstone-sync.json', '{');
    expect(await folder.sync()).toMatchObject({ code: 2 });
    folder.write('.whetstone-sync.json', '{"agent": "another", "skills": {}}');
    expect(await folder.sync()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the agent another'),
    });
  });
});

describe('a sync of a folder that is not there yet', () => {
  it('makes it, and says where coding tools read it in every session', async () => {
    const folder = open('fresh');
    expect((await folder.sync()).out).toMatchObject({ skills: [], notes: [] });
    await folder.change('deploy', FIRST);
    const synced = folder.in('.claude/skills');
    expect(await synced.sync('--check')).toMatchObject({ code: 5, skills: { deploy: 'to file' } });
    expect(existsSync(synced.path)).toBe(false);
    const { code, skills, out } = await synced.sync();
    expect({ code, skills }).toEqual({ code: 0, skills: { deploy: 'written' } });
    expect(out.notes).toEqual([expect.stringContaining('left out of the measured lift')]);
    expect(synced.read(DEPLOY)).toBe(skillMd('deploy', FIRST));
  });
});
