/** The lists of an agent's tools, and what changing them does to what waits. */
import { expect, it } from 'vitest';
import { describeWithModel } from '../../../lab/model/model-runtime.ts';
import { auditTrail } from '../../audit/index.ts';
import {
  allChangesets,
  makeLesson,
  NO_HOLDOUT,
  RULE,
  recordRun,
  reflect,
  reflection,
} from '../../testing/jobs/reflect-job.ts';
import { list } from '../../testing/samples/said-memories.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { changeSources, readSources } from './index.ts';

describeWithModel(
  'the tools of an agent',
  (runtime, model) => {
    it('are counted, and judged by the defaults until they are listed', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const call = (name: string) => ({ name, arguments: {}, result: 'Deploy it twice' });
      await recordRun(rt, who, { tool_calls: [call('web_fetch'), call('web_fetch'), call('lookup')] });
      await recordRun(rt, who, { tool_calls: [call('lookup')] });
      await reflect(rt, who);
      expect((await readSources(rt, who, 'default')).tools).toEqual([
        { name: 'lookup', runs: 2, trusted: true },
        { name: 'web_fetch', runs: 1, trusted: false },
      ]);
      const changed = await changeSources(rt, who, {
        agentId: 'default',
        trusted: ['web_*'],
        untrusted: ['lookup'],
      });
      expect(changed).toMatchObject({
        ...{ trusted: ['web_*'], untrusted: ['lookup'] },
        tools: [{ trusted: false }, { trusted: true }],
      });
      expect((await readSources(rt, who, 'other')).trusted).toEqual([]);
    });

    it('that change while a run is read have it read anew', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      model().answer('reflect', async ({ user }: { user: string }) => {
        if (!user.includes(RULE)) return reflection();
        await changeSources(rt, who, { agentId: 'default', trusted: [], untrusted: ['lookup'] });
        const memories = [{ kind: 'fact', content: RULE, user_specific: false }] as const;
        return reflection({ lessons: [makeLesson(RULE, { skill: 'deploy' })], memories: [...memories] });
      });
      await recordRun(rt, who, { tool_calls: [{ name: 'lookup', arguments: {}, result: RULE }] });
      await reflect(rt, who);
      expect([await allChangesets(rt, who), await list(rt, who)]).toEqual([[], []]);
      await reflect(rt, who);
      expect(await allChangesets(rt, who)).toMatchObject([{ status: 'pending' }]);
      expect(await list(rt, who, { status: 'pending' })).toMatchObject([{ content: RULE }]);
    });

    it('release what only a tool held that is trusted now, and nothing else', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      model().answer('reflect', ({ user }: { user: string }) =>
        reflection({ lessons: user.includes(RULE) ? [makeLesson(RULE, { skill: 'deploy' })] : [] }),
      );
      model().answer('judge_skill', { candidate_score: 1, baseline_score: 0, reason: '' });
      const read = (...names: string[]) =>
        recordRun(rt, who, { tool_calls: names.map((name) => ({ name, arguments: {}, result: RULE })) });
      await read('web_fetch');
      await reflect(rt, who);
      const change = async () => (await allChangesets(rt, who))[0];
      expect(await change()).toMatchObject({
        status: 'pending',
        sources: '[{"kind":"tool","name":"web_fetch","runs":1}]',
        because: '["learned from a run that had read `web_fetch`"]',
      });
      await changeSources(rt, who, { agentId: 'default', trusted: ['read_mail'], untrusted: [] });
      expect(await change()).toMatchObject({ status: 'pending' });
      await changeSources(rt, who, { agentId: 'default', trusted: ['web_fetch'], untrusted: [] });
      expect(await change()).toMatchObject({ status: 'applied', reviewer: 'system:policy', because: null });
      const trail = await auditTrail(rt.db.read, who.tenant, 'agent:default');
      expect(trail.filter(({ action }) => action === 'sources.changed')).toHaveLength(2);
    });
  },
  NO_HOLDOUT,
);
