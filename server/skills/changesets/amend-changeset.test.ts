/** Amending, commenting and looking at a changeset in full. */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { insertEpisodes } from '../../testing/database/rows.ts';
import { SECRET_RULE, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { authorSkill, exportSkill, importSkill } from '../index.ts';
import {
  amendChangeset,
  checkAmendment,
  commentChangeset,
  previewMany,
  proposeChangesets,
  readDetail,
  reviewChangeset,
  reviewMany,
} from './index.ts';

const NOBODY = freshPrincipal();

const addition = (content: string, skill = 'deploy-service'): Operation => ({
  ...{ op: 'add', skill, section: 'steps', content, issue: '', keywords: [] },
});

async function propose(rt: TestRuntime, who: Principal, ops: Operation[], episodeIds: string[] = []) {
  const [changeset] = await proposeChangesets(rt, who.tenant, {
    ...{ agentId: 'default', ops, rationale: 'Runs failed', source: 'reflection', episodeIds },
    ...{ proposedBy: 'system:reflection', baselineScore: 0.5, evalScore: 0.8 },
  });
  return changeset?.id ?? 'nothing';
}

describeOnOne(
  'a pending changeset',
  (runtime) => {
    const prepared = async () => {
      const who = freshPrincipal();
      const rules = ['Look before the deploy', 'Ask the owner'];
      const { skill_id: skillId } = await authorSkill(runtime(), who, skillIn({ rules }));
      const id = await propose(runtime(), who, [addition('Check the gauge'), addition('Call the pilot')]);
      return { who, id, skillId: skillId ?? '' };
    };

    it('is amended, keeps what was proposed, and is applied as amended', async () => {
      const { who, id, skillId } = await prepared();
      const first = [addition('Check both gauges')];
      await amendChangeset(runtime(), who, { id, ops: first, comment: 'There are two' });
      const amended = await amendChangeset(runtime(), who, {
        ...{ id, comment: null },
        ops: [
          addition('Check every gauge'),
          newRemoval((await detail(who, id)).skills[0]?.base?.bullets[0]?.id),
        ],
      });
      expect(amended.originalOps).toMatchObject([
        { content: 'Check the gauge' },
        { content: 'Call the pilot' },
      ]);
      expect(amended).toMatchObject({ id, status: 'pending', risk: 'high', baseVersions: { [skillId]: 1 } });
      const { status } = await reviewChangeset(runtime(), who, { id, approve: true, comment: null });
      expect(status).toBe('applied');
      const after = await detail(who, id);
      const active = after.skills[0]?.now?.bullets.filter((rule) => rule.status === 'active');
      expect(active?.map(({ content }) => content)).toEqual(['Ask the owner', 'Check every gauge']);
      expect(after.activity.map(({ action, actor }) => [action, actor])).toEqual([
        ['changeset.proposed', 'system:reflection'],
        ['changeset.amended', who.actor],
        ['changeset.amended', who.actor],
        ['changeset.applied', who.actor],
      ]);
    });

    const newRemoval = (bullet = ''): Operation => ({ op: 'remove', skill: 'deploy-service', bullet });
    const detail = (who: Principal, id: string) => readDetail(runtime(), who, id);

    it('keeps the document of an import, and takes no other in its place', async () => {
      const body = `## Steps\n\n1. ${SECRET_RULE}\n2. Upload it\n`;
      const markdown = `---\nname: held-import\ndescription: Upload a file\n---\n\n${body}`;
      const amendedExport = async (change: (text: string) => string) => {
        const who = freshPrincipal();
        const { changeset_id: id } = await importSkill(runtime(), who, { agent_id: 'default', markdown });
        const { changeset } = await readDetail(runtime(), who, String(id));
        const ops: Operation[] = JSON.parse(change(JSON.stringify(changeset.ops)));
        await amendChangeset(runtime(), who, { id: String(id), ops, comment: null });
        await reviewChangeset(runtime(), who, { id: String(id), approve: true, comment: null });
        return await exportSkill(runtime(), who, { ref: 'held-import', agentId: 'default' });
      };
      expect(await amendedExport((ops) => ops.replace('"Upload it"', '"Upload all"'))).toBe(
        markdown.replace('Upload it', 'Upload all'),
      );
      expect(await amendedExport((ops) => ops.replace('2. Upload it', '2. Delete it'))).not.toContain(
        'Delete',
      );
    });

    it('keeps no credential of a remark on it', async () => {
      const { who, id } = await prepared();
      const ops = [addition('Check both gauges')];
      await amendChangeset(runtime(), who, { id, ops, comment: SECRET_RULE });
      await commentChangeset(runtime(), who, { id, text: SECRET_RULE });
      await reviewChangeset(runtime(), who, { id, approve: false, comment: SECRET_RULE });
      const told = JSON.stringify(await detail(who, id));
      expect(told.split('[REDACTED aws_access_key]').length).toBeGreaterThanOrEqual(4);
      expect(told).not.toContain('QX7ZP2MN5RT8WYBD');
    });

    it('is scanned and rated again, and says what could not apply', async () => {
      const { who, id } = await prepared();
      const ops = [
        addition(SECRET_RULE),
        addition('Look before the deploy'),
        addition('Say so', 'unknown-one'),
      ];
      const check = await checkAmendment(runtime(), who, { agentId: 'default', ops });
      expect(check.findingsByOp[0]).toEqual(['secret:aws_access_key']);
      expect(check).toMatchObject({
        blocking: true,
        risk: 'low',
        faults: [
          { index: 1, why: 'changes_nothing' },
          { index: 2, why: 'unknown_skill' },
        ],
      });
      const refused = amendChangeset(runtime(), who, { id, ops, comment: null });
      await expect(refused).rejects.toMatchObject({
        kind: 'invalid',
        problems: [{ loc: ['body', 'ops', 1] }, {}],
      });
      const amended = await amendChangeset(runtime(), who, { id, ops: ops.slice(0, 1), comment: null });
      expect(amended.safetyFindings).toEqual(['secret:aws_access_key']);
    });

    it('is amended by nobody once it is decided, nor by another tenant', async () => {
      const { who, id } = await prepared();
      await reviewChangeset(runtime(), who, { id, approve: false, comment: 'no' });
      const amend = (by: Principal) =>
        amendChangeset(runtime(), by, { id, ops: [addition('Too late')], comment: null });
      await expect(amend(who)).rejects.toMatchObject({ kind: 'conflict', detail: 'changeset is rejected' });
      await expect(amend(freshPrincipal())).rejects.toMatchObject({ detail: 'changeset not found' });
    });

    it('has one outcome where an amendment and a decision meet', async () => {
      const { who, id } = await prepared();
      const amendment = amendChangeset(runtime(), who, { id, ops: [addition('Amended')], comment: null });
      const decision = reviewChangeset(runtime(), who, { id, approve: true, comment: null });
      const [amended, decided] = await Promise.allSettled([amendment, decision]);
      expect(decided).toMatchObject({ status: 'fulfilled', value: { status: 'applied' } });
      const { skills, changeset } = await detail(who, id);
      const wordings = skills[0]?.now?.bullets.map(({ content }) => content) ?? [];
      expect(wordings.includes('Amended')).toBe(amended.status === 'fulfilled');
      expect(changeset.ops.length).toBe(amended.status === 'fulfilled' ? 1 : 2);
    });

    it('shows its skills before and after, its policy and its runs, gone ones too', async () => {
      const who = freshPrincipal();
      await authorSkill(runtime(), who, skillIn({ rules: ['Look before the deploy'] }));
      await insertEpisodes(runtime().db.read, [`ep_${who.tenant}`], {
        tenant: who.tenant,
        at: runtime().clock(),
      });
      const id = await propose(
        runtime(),
        who,
        [
          addition('Check the gauge'),
          { op: 'create_skill', name: 'fly', description: 'x', tags: [], bullets: [] },
        ],
        [`ep_${who.tenant}`, 'ep_gone'],
      );
      const shown = await detail(who, id);
      const contents = (state: { bullets: { content: string }[] } | null | undefined) =>
        state?.bullets.map(({ content }) => content);
      expect(contents(shown.skills[0]?.base)).toEqual(['Look before the deploy']);
      expect(contents(shown.skills[0]?.after)).toEqual(['Look before the deploy', 'Check the gauge']);
      expect(shown.skills[1]).toMatchObject({ name: 'fly', base: null, id: null, after: { bullets: [] } });
      expect(shown.policy).toMatchObject({
        autoApprove: false,
        rules: [{ rule: 'risk_tier', pass: false }, { rule: 'one_skill', pass: true }, {}, {}],
      });
      expect(shown.episodes.map(({ id: episode, gone }) => [episode, gone])).toEqual([
        [`ep_${who.tenant}`, false],
        ['ep_gone', true],
      ]);
      expect(shown).toMatchObject({
        headline: { kind: 'new skill', label: 'fly', counts: 'New skill with no rules, 1 rule added' },
        drift: 'current',
      });
      await expect(detail(NOBODY, id)).rejects.toThrow('changeset not found');
    });

    it('is approved as promised, or not at all', async () => {
      const { who, id } = await prepared();
      const promised = (await detail(who, id)).approval?.asUsual;
      expect(promised).toMatchObject({
        status: 'applied',
        versions: [{ name: 'deploy-service', from: 1, to: 2 }],
      });
      await authorSkill(runtime(), who, skillIn({ rules: ['Something else'] }));
      const review = { id, approve: true, comment: null };
      const refused = reviewChangeset(runtime(), who, { ...review, expect: promised?.expect ?? '' });
      await expect(refused).rejects.toThrow('things changed since this was shown');
      const now = (await detail(who, id)).approval?.asUsual;
      expect(now).toMatchObject({ status: 'failed', versions: [] });
      const decided = await reviewChangeset(runtime(), who, { ...review, expect: now?.expect ?? '' });
      expect(decided.status).toBe('failed');
      expect((await detail(who, id)).approval).toBeNull();
    });

    it('is decided among others, each with its own answer, unless it is dangerous', async () => {
      const { who, id } = await prepared();
      const risky = await propose(runtime(), who, [
        { op: 'set_description', skill: 'deploy-service', description: 'Another purpose' },
      ]);
      const ids = [id, risky, 'cs_unknown'];
      expect((await previewMany(runtime(), who, ids)).map(({ excluded }) => excluded)).toEqual([
        null,
        'high risk is decided one by one',
        'changeset not found',
      ]);
      const decisions = ids.map((one) => ({ id: one, expect: null }));
      const results = await reviewMany(runtime(), who, { decisions, approve: true, comment: null });
      expect(results.map(({ result, fault }) => result?.status ?? fault?.kind)).toEqual([
        'applied',
        'conflict',
        'not_found',
      ]);
      const rejected = await reviewMany(runtime(), who, { decisions, approve: false, comment: 'no' });
      expect(rejected.map(({ result, fault }) => result?.status ?? fault?.detail)).toEqual([
        'changeset is applied',
        'rejected',
        'changeset not found',
      ]);
    });

    it('takes comments, before and after it is decided', async () => {
      const { who, id } = await prepared();
      await commentChangeset(runtime(), who, { id, text: 'Is this so?' });
      await reviewChangeset(runtime(), who, { id, approve: false, comment: 'no' });
      await commentChangeset(runtime(), who, { id, text: 'It was not.' });
      const remarks = (await detail(who, id)).activity.filter(
        ({ action }) => action === 'changeset.commented',
      );
      expect(remarks.map(({ details }) => details)).toEqual([
        { text: 'Is this so?' },
        { text: 'It was not.' },
      ]);
      await expect(commentChangeset(runtime(), NOBODY, { id, text: 'x' })).rejects.toThrow(
        'changeset not found',
      );
    });
  },
  { SERVICE_AUTO_APPROVE_LOW_RISK: 'false', SERVICE_CANARY_ENABLED: 'false' },
);
