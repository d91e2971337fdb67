/**
 * Proposals that touch several skills: what is tried, what waits for the promotion, and what waits for a
 * person.
 */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  approveIt,
  proposeAll,
  proposeOps,
  QUICK_CANARIES,
  recordRuns,
  serve,
  serveBoth,
  servedArm,
  skillNow,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { expectLawful } from '../../testing/canary/laws.ts';
import { expectWholeHistory } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { getChangeset } from './index.ts';

const [ONE, OTHER, NEW] = ['kubernetes-rollout', 'kubernetes-rollback', 'rollout-dashboards'];

describeOnOne(
  'a proposal that touches several skills',
  (runtime) => {
    const twoUsed = async () => {
      const who = freshPrincipal();
      const ids = [
        await usedSkill(runtime(), who, { name: ONE }),
        await usedSkill(runtime(), who, { name: OTHER }),
      ];
      return { who, ids };
    };
    const reword = async (who: Principal, name: string, content: string): Promise<Operation> => {
      const { bullets } = await skillNow(runtime(), who, name);
      return { op: 'update', skill: name, bullet: String(bullets[0]?.id), content };
    };
    const creation: Operation = {
      ...{
        op: 'create_skill',
        name: NEW,
        description: 'Dashboards of a Kubernetes cluster rollout',
        tags: [],
      },
      bullets: [{ section: 'steps', content: 'Open the error rate of the rollout', issue: '', keywords: [] }],
    };
    const statusesOf = async (who: Principal, ids: string[]) =>
      (await Promise.all(ids.map((id) => getChangeset(runtime(), who, id)))).map(({ status }) => status);
    const names = async (rt: TestRuntime, { tenant }: Principal) =>
      (await clientOf(rt.db.read).skill.findMany({ where: { tenant } })).map(({ name }) => name).sort();
    /** A canary on the first skill whose changeset also creates one; policy started it. */
    const bundled = async () => {
      const { who, ids } = await twoUsed();
      const id = await proposeOps(runtime(), who, [
        await reword(who, ONE, 'Watch the rollout until it is done'),
        creation,
        {
          ...{ op: 'add', skill: NEW, section: 'steps', issue: '', keywords: [] },
          content: 'Compare it with yesterday',
        },
      ]);
      expect(await statusesOf(who, [id])).toEqual(['canary']);
      return { who, id, skillId: ids[0] ?? '' };
    };
    const decided = async (who: Principal, better: 'candidate' | 'incumbent') =>
      await recordRuns(runtime(), who, await serveBoth(runtime(), who, 12), better);

    it('is stored as one changeset for each, and policy tries each by itself', async () => {
      const { who } = await twoUsed();
      const ids = await proposeAll(runtime(), who, [
        await reword(who, ONE, 'Watch the rollout until it is done'),
        await reword(who, OTHER, 'Know the version that you go back to'),
      ]);
      expect(await statusesOf(who, ids)).toEqual(['canary', 'canary']);
      for (const name of [ONE, OTHER])
        expect(await skillNow(runtime(), who, name)).toMatchObject({ version: 1 });
      await expectLawful(runtime(), who);
    });

    it('waits for a person where its skills need each other, whatever policy may approve', async () => {
      const { who } = await twoUsed();
      const id = await proposeOps(runtime(), who, [
        await reword(who, ONE, `Watch the rollout as ${NEW} tells`),
        await reword(who, OTHER, `Find what went wrong with ${NEW}`),
        creation,
      ]);
      expect(await getChangeset(runtime(), who, id)).toMatchObject({ status: 'pending', risk: 'medium' });
      expect(await names(runtime(), who)).toEqual([OTHER, ONE]);
      expect(await approveIt(runtime(), who, id)).toMatchObject({ status: 'applied' });
      expect(await names(runtime(), who)).toEqual([OTHER, ONE, NEW]);
      await expectWholeHistory(runtime(), who);
    });

    it('is applied by policy where it only adds to them', async () => {
      const { who } = await twoUsed();
      const see = (skill: string): Operation => ({
        ...{
          op: 'add',
          skill,
          section: 'steps',
          content: `See ${NEW} for ${skill}`,
          issue: '',
          keywords: [],
        },
      });
      const id = await proposeOps(runtime(), who, [see(ONE), see(OTHER), creation]);
      expect(await statusesOf(who, [id])).toEqual(['applied']);
    });

    it('creates nothing while its canary runs, on neither arm, and all of it with the promotion', async () => {
      const { who, id, skillId } = await bundled();
      const arms = new Set<unknown>();
      for (let session = 0; session < 30; session += 1) {
        const reply = await serve(runtime(), who, { session_id: `early-${session}`, max_skills: 10 });
        arms.add(servedArm(reply));
        expect(JSON.stringify(reply)).not.toContain(NEW);
      }
      expect(arms).toEqual(new Set(['candidate', 'incumbent']));
      await decided(who, 'candidate');
      const { status, appliedVersions: versions } = await getChangeset(runtime(), who, id);
      const created = await skillNow(runtime(), who, NEW);
      expect({ status, versions }).toEqual({
        status: 'applied',
        versions: { [skillId]: 2, [created.id]: 1 },
      });
      expect(created.bullets.map(({ content, sources }) => [content, sources])).toEqual([
        ['Open the error rate of the rollout', ['ep_1']],
        ['Compare it with yesterday', ['ep_1']],
      ]);
      expect(await skillNow(runtime(), who)).toMatchObject({ version: 2 });
      await expectLawful(runtime(), who);
      await expectWholeHistory(runtime(), who);
    });
  },
  { ...QUICK_CANARIES, SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true' },
);
