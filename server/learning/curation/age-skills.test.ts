/** Skills that nobody uses leave the recalls, with and without a model. */

import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import { RecallRequest } from '../../domain/runs/recall/recall.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { recall } from '../../runs/recall/index.ts';
import { pinSkill } from '../../skills/index.ts';
import { insertSkills } from '../../testing/database/library-rows.ts';
import { logLines, NO_HOLDOUT } from '../../testing/jobs/reflect-job.ts';
import { aSkillWith, curate, recordRuns, skillStatuses } from '../../testing/jobs/upkeep-job.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';

const RULES = ['Roll out to the staging cluster first'];

describeOnOne(
  'the lifecycle of skills',
  (runtime) => {
    it('makes unused skills stale after 30 days and archived after 90, and archived ones are not served', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { id } = await aSkillWith(rt, who, { rules: RULES });
      const served = async () => {
        const request = RecallRequest.parse({ query: 'Deploy the service to the staging cluster' });
        return (await recall(rt, who, request)).skills.map((skill) => skill.id);
      };
      const after = async (days: number) => {
        rt.advance(days * DAY_MS);
        await curate(rt, who);
        return [await skillStatuses(rt, who), await served()];
      };
      rt.advance(-1);
      expect(await after(30)).toEqual([{ 'deploy-service': 'active' }, [id]]);
      rt.advance(1);
      expect(await after(0)).toEqual([{ 'deploy-service': 'stale' }, [id]]);
      expect(await after(59)).toEqual([{ 'deploy-service': 'stale' }, [id]]);
      expect(await after(1)).toEqual([{ 'deploy-service': 'archived' }, []]);
      const audit = (await listAudit(rt, who, 9)).filter(({ action }) => action === 'skills.lifecycle');
      expect(audit).toMatchObject([
        { actor: 'system:curation', resource: 'agent:default', details: { archived: [id] } },
        { actor: 'system:curation', resource: 'agent:default', details: { stale: [id] } },
      ]);
    });

    it('moves a skill once a run, however long nobody curated', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await aSkillWith(rt, who, { rules: RULES });
      rt.advance(400 * DAY_MS);
      await curate(rt, who);
      expect(await skillStatuses(rt, who)).toEqual({ 'deploy-service': 'stale' });
      await curate(rt, who);
      expect(await skillStatuses(rt, who)).toEqual({ 'deploy-service': 'archived' });
    });

    it('spares what is pinned, deprecated, of another agent or of another tenant', async () => {
      const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
      const pinned = await aSkillWith(rt, who, { name: 'pinned', rules: RULES });
      await pinSkill(rt, who, { skillId: pinned.id, pinned: true });
      await aSkillWith(rt, who, { name: 'deprecated', rules: RULES });
      await aSkillWith(rt, who, { name: 'shared', rules: RULES, agentId: '*' });
      await aSkillWith(rt, other, { name: 'theirs', rules: RULES });
      const { skill } = clientOf(rt.db.read);
      await skill.updateMany({
        where: { tenant: who.tenant, name: 'deprecated' },
        data: { status: 'deprecated' },
      });
      rt.advance(100 * DAY_MS);
      await curate(rt, who);
      await curate(rt, who);
      const untouched = { deprecated: 'deprecated', pinned: 'active', shared: 'active' };
      expect(await skillStatuses(rt, who)).toEqual(untouched);
      expect(await skillStatuses(rt, other)).toEqual({ theirs: 'active' });
      await curate(rt, who, { agentId: '*' });
      expect(await skillStatuses(rt, who)).toEqual({ ...untouched, shared: 'stale' });
    });

    it('brings a stale skill back by use, an archived one by a change alone', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      for (const name of ['used', 'changed']) await aSkillWith(rt, who, { name, rules: RULES });
      rt.advance(40 * DAY_MS);
      await curate(rt, who);
      await recordRuns(rt, who, { skill: 'used', outcomes: ['success'] });
      await curate(rt, who);
      expect(await skillStatuses(rt, who)).toEqual({ changed: 'stale', used: 'active' });
      rt.advance(100 * DAY_MS);
      for (const _ of [1, 2]) await curate(rt, who);
      expect(await skillStatuses(rt, who)).toEqual({ changed: 'archived', used: 'archived' });
      await recordRuns(rt, who, { skill: 'used', outcomes: ['success'] });
      await aSkillWith(rt, who, { name: 'changed', rules: ['Ask for approval before the rollout'] });
      await curate(rt, who);
      expect(await skillStatuses(rt, who)).toEqual({ changed: 'active', used: 'archived' });
    });

    it('ends the same whichever comes first, a run or the move', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const names = Array.from({ length: 6 }, (_, at) => `skill-${at}`);
      for (const name of names) await aSkillWith(rt, who, { name, rules: RULES });
      rt.advance(31 * DAY_MS);
      await Promise.all([
        curate(rt, who),
        ...names.map((skill) => recordRuns(rt, who, { skill, outcomes: ['success'] })),
      ]);
      await curate(rt, who);
      expect(new Set(Object.values(await skillStatuses(rt, who)))).toEqual(new Set(['active']));
    });

    it('takes more skills than fit into one transaction, each once', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await insertSkills(rt, who.tenant, { skills: 1100, rules: 1 });
      rt.advance(120 * DAY_MS);
      await curate(rt, who);
      expect(new Set(Object.values(await skillStatuses(rt, who)))).toEqual(new Set(['stale']));
      expect(logLines(rt, who, 'curation.done')).toMatchObject([
        { agent_id: 'default', stale: 1100, archived: 0, revived: 0, nominated: 0, merges: 0, profiles: 0 },
      ]);
    });

    it('changes nothing once the job is lost', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await aSkillWith(rt, who, { rules: RULES });
      rt.advance(40 * DAY_MS);
      const commit = async <T>(work: Parameters<typeof rt.db.write<T>>[0]): Promise<T> =>
        await rt.db.write(async (tx) => {
          await work(tx);
          throw new Error('the job was lost');
        });
      await expect(curate(rt, who, { commit })).rejects.toThrow('the job was lost');
      expect(await skillStatuses(rt, who)).toEqual({ 'deploy-service': 'active' });
      expect(logLines(rt, who, 'curation.done')).toEqual([]);
    });
  },
  NO_HOLDOUT,
);
