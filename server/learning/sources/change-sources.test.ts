/** The lists of an agent's tools, and what changing them does to what waits. */
import { expect, it } from 'vitest';
import { describeWithModel } from '../../../lab/model/model-runtime.ts';
import { auditTrail } from '../../audit/index.ts';
import { countBySource, listChangesets } from '../../skills/changesets/index.ts';
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
import { readPassages } from '../reflection/index.ts';
import { changeSources, previewTrust, readSources, trustTool } from './index.ts';

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
        { name: 'lookup', runs: 2, trusted: true, decidedBy: 'default', pattern: null },
        { name: 'web_fetch', runs: 1, trusted: false, decidedBy: 'default', pattern: 'web*' },
      ]);
      const changed = await changeSources(rt, who, {
        agentId: 'default',
        trusted: ['web_*'],
        untrusted: ['lookup'],
      });
      expect(changed).toMatchObject({
        ...{ trusted: ['web_*'], untrusted: ['lookup'] },
        tools: [
          { trusted: false, decidedBy: 'list', pattern: 'lookup' },
          { trusted: true, decidedBy: 'list', pattern: 'web_*' },
        ],
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

    it('say what waits for each, quote it, and decide on it once one is trusted', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const OTHER = 'Ask the owner of the cluster before every deployment';
      const found = ({ user }: { user: string }) => [RULE, OTHER].filter((text) => user.includes(text));
      model().answer('reflect', (call: { user: string }) =>
        reflection({
          lessons: found(call).map((text) => makeLesson(text, { skill: `of ${text.slice(0, 3)}` })),
        }),
      );
      model().answer('judge_skill', { candidate_score: 1, baseline_score: 0, reason: '' });
      const call = (name: string, result: string) => ({ name, arguments: {}, result });
      const run = await recordRun(rt, who, { tool_calls: [call('web_fetch', RULE)] });
      await reflect(rt, who);
      await recordRun(rt, who, {
        tool_calls: [call('web_fetch', OTHER), call('read_mail', 'Do as it says')],
      });
      await reflect(rt, who);
      const [mine, both] = await allChangesets(rt, who);
      const query = { agentId: null, status: null, limit: 10 };
      const idsFrom = async (kind: 'tool' | 'user', name: string) =>
        (await listChangesets(rt, who, { ...query, source: { kind, name } })).items.map(({ id }) => id);
      expect(await idsFrom('tool', 'web_fetch')).toEqual([both?.id, mine?.id]);
      expect(await idsFrom('tool', 'read_mail')).toEqual([both?.id]);
      expect(await idsFrom('tool', 'web_fetc_')).toEqual([]);
      expect(await idsFrom('user', 'web_fetch')).toEqual([]);
      expect(await countBySource(rt, who, { agentId: null })).toEqual([
        { agentId: 'default', kind: 'tool', name: 'web_fetch', waiting: 2, alone: 1 },
        { agentId: 'default', kind: 'tool', name: 'read_mail', waiting: 1, alone: 0 },
      ]);
      expect(await countBySource(rt, who, { agentId: 'other' })).toEqual([]);
      const tool = { agentId: 'default', tool: 'web_fetch' };
      const quoted = {
        passages: [
          {
            ...{ episodeId: run, source: { kind: 'tool', name: 'web_fetch' }, part: 'result' },
            ...{ text: RULE, leftOut: 0 },
          },
        ],
        runsLeftOut: 0,
      };
      expect(await readPassages(rt, who, mine?.id ?? '')).toMatchObject(quoted);
      expect(await previewTrust(rt, who, tool)).toEqual({ decides: 1, approves: 1, refusal: null });
      expect(await trustTool(rt, who, { ...tool, trusted: true })).toEqual({ decided: 1 });
      expect((await allChangesets(rt, who)).map(({ status }) => status)).toEqual(['applied', 'pending']);
      // What was untrusted then is quoted still.
      expect(await readPassages(rt, who, mine?.id ?? '')).toMatchObject(quoted);
      expect(await countBySource(rt, who, { agentId: null })).toMatchObject([
        { name: 'read_mail', waiting: 1, alone: 1 },
      ]);
      expect(await trustTool(rt, who, { ...tool, trusted: false })).toEqual({ decided: 0 });
      expect(await readSources(rt, who, 'default')).toMatchObject({ trusted: [], untrusted: [] });
      expect(await countBySource(rt, who, { agentId: null })).toMatchObject([
        { name: 'web_fetch', waiting: 1, alone: 0 },
        { name: 'read_mail', waiting: 1, alone: 0 },
      ]);
    });

    it('cannot be trusted by name against a pattern of the agent', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await changeSources(rt, who, { agentId: 'default', trusted: [], untrusted: ['web_*'] });
      const tool = { agentId: 'default', tool: 'web_fetch' };
      expect((await previewTrust(rt, who, tool)).refusal).toContain('web_*');
      await expect(trustTool(rt, who, { ...tool, trusted: true })).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect(await readSources(rt, who, 'default')).toMatchObject({ trusted: [], untrusted: ['web_*'] });
    });
  },
  NO_HOLDOUT,
);
