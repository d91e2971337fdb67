/** The review queue: which changesets, in which order, page by page, and the numbers above it. */
import { expect, it } from 'vitest';
import type { Principal } from '../../../domain/principal.ts';
import type { Operation } from '../../../domain/skills/changesets/ops.ts';
import { clientOf } from '../../../platform/db/prisma.ts';
import { skillIn } from '../../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { authorSkill } from '../../index.ts';
import {
  listQueue,
  proposeChangesets,
  QUEUE_ORDERS,
  type QUEUE_TABS,
  reviewChangeset,
  summarizeQueue,
} from '../index.ts';

const ANY = {
  agentId: null,
  source: null,
  learnedFrom: null,
  risk: null,
  finding: null,
  skillId: null,
  text: null,
};
const SETTINGS = { SERVICE_AUTO_APPROVE_LOW_RISK: 'false', SERVICE_CANARY_ENABLED: 'false' };

interface Proposed {
  agentId?: string;
  source?: 'reflection' | 'curation';
  scores?: [number, number];
}

async function propose(rt: TestRuntime, who: Principal, ops: Operation[], more: Proposed = {}) {
  const { agentId = 'default', source = 'reflection', scores = [null, null] } = more;
  const [changeset] = await proposeChangesets(rt, who.tenant, {
    ...{ agentId, ops, rationale: 'Runs failed', source, proposedBy: 'system:reflection', episodeIds: [] },
    ...{ baselineScore: scores[0], evalScore: scores[1] },
  });
  rt.advance(1000);
  return changeset?.id ?? 'nothing';
}

const addition = (content: string, skill = 'deploy-service'): Operation => ({
  ...{ op: 'add', skill, section: 'steps', content, issue: '', keywords: [] },
});
const newSkill = (name: string): Operation => ({
  ...{ op: 'create_skill', name, description: `How to ${name}`, tags: [], bullets: [] },
});

describeOnBoth(
  'the review queue',
  (runtime) => {
    const list = async (
      who: Principal,
      more: Partial<Parameters<typeof listQueue>[2]> & { tab?: (typeof QUEUE_TABS)[number] } = {},
    ) =>
      await listQueue(runtime(), who, {
        ...{ tab: 'pending', filter: ANY, order: null, cursor: null, limit: 50 },
        ...more,
      });

    const aSkill = (who: Principal, name = 'deploy-service', agent_id = 'default') =>
      authorSkill(runtime(), who, skillIn({ name, agent_id, rules: ['Look before the deploy'] }));

    it('knows every skill of a page whose changesets touch and create more than a statement takes', async () => {
      const who = freshPrincipal();
      const { skill_id: id } = await aSkill(who);
      const bases = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`sk_gone_${at}`, 1]));
      const ops = Array.from({ length: 1100 }, (_, at) => newSkill(`new-${at}`));
      const changeset = await propose(runtime(), who, [...ops.slice(0, 1), addition('Look after it')]);
      const data = { ops: JSON.stringify(ops), baseVersions: JSON.stringify({ ...bases, [id ?? '']: 1 }) };
      await clientOf(runtime().db.read).changeset.updateMany({ where: { id: changeset }, data });
      const { items } = await list(who);
      expect(items[0]?.skills).toHaveLength(2201);
      expect(items[0]?.skills).toContainEqual({ id, name: 'deploy-service', base: 1, now: 1 });
    });

    it('shows what is dangerous first, what will fail last, and the rest as it came', async () => {
      const who = freshPrincipal();
      const { skill_id: id } = await aSkill(who);
      const plain = await propose(runtime(), who, [newSkill('plain-one')]);
      const later = await propose(runtime(), who, [newSkill('plain-two')]);
      const risky = await propose(runtime(), who, [
        { op: 'set_description', skill: 'deploy-service', description: 'Something else' },
      ]);
      const ordered = async () => (await list(who)).items.map((item) => item.id);
      expect(await ordered()).toEqual([risky, plain, later]);
      await authorSkill(runtime(), who, skillIn({ rules: ['Look twice'] }));
      expect(await ordered()).toEqual([plain, later, risky]);
      const [, , last] = (await list(who)).items;
      expect(last).toMatchObject({
        drift: 'moved',
        headline: {
          kind: 'description',
          parts: [
            { kind: 'removed', text: 'How to deploy' },
            { kind: 'added', text: 'Something else' },
          ],
          counts: 'Description changed',
        },
        skills: [{ id, name: 'deploy-service', base: 1, now: 2 }],
      });
    });

    it('comes page by page in every order, each changeset once', async () => {
      const who = freshPrincipal();
      await aSkill(who);
      for (let count = 0; count < 7; count += 1) {
        const ops =
          count % 2 === 0 ? [newSkill(`skill-${count}`)] : [addition(`Rule number ${count} of all`)];
        await propose(runtime(), who, ops, count % 3 === 0 ? { scores: [0.5, 0.5 + count / 20] } : {});
      }
      for (const order of QUEUE_ORDERS) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await list(who, { order, cursor, limit: 3 });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null && seen.length < 20);
        expect([order, seen.length, new Set(seen).size]).toEqual([order, 7, 7]);
      }
      const [best] = (await list(who, { order: 'eval' })).items;
      expect(best?.evalScore).toBe(0.8);
    });

    it('is narrowed by agent, source, risk, finding, skill and text', async () => {
      const who = freshPrincipal();
      const { skill_id: skillId } = await aSkill(who);
      await aSkill(who, 'bot-skill', 'bot');
      const add = await propose(runtime(), who, [addition('Never say "50% done!" aloud')]);
      const bots = await propose(runtime(), who, [newSkill('of-the-bot')], {
        agentId: 'bot',
        source: 'curation',
      });
      const wordy = await propose(runtime(), who, [addition(`Say ${'word '.repeat(90)}at last`)]);
      const ids = async (filter: Partial<typeof ANY> | object) =>
        (await list(who, { filter: { ...ANY, ...filter } })).items.map(({ id }) => id).sort();
      expect(await ids({ agentId: 'bot' })).toEqual([bots]);
      expect(await ids({ source: 'curation' })).toEqual([bots]);
      expect(await ids({ risk: 'high' })).toEqual([]);
      expect(await ids({ finding: 'lint' })).toContain(wordy);
      expect(await ids({ skillId })).toEqual([add, wordy].sort());
      expect(await ids({ text: 'say "50%' })).toEqual([add]);
      expect(await ids({ text: 'of-the-bot' })).toEqual([bots]);
      expect(await ids({ text: '100%' })).toEqual([]);
    });

    it('shows nothing of another tenant', async () => {
      const who = freshPrincipal();
      await propose(runtime(), who, [newSkill('ours')]);
      const other = freshPrincipal();
      expect((await list(other, { tab: 'all' })).items).toEqual([]);
      const summary = await summarizeQueue(runtime(), other, { filter: ANY, since: new Date(0) });
      expect(summary).toMatchObject({ pending: 0, oldestPendingAt: null, decided: 0, medianSeconds: null });
    });

    it('counts by tab and tells how the reviewer’s day is going', async () => {
      const who = freshPrincipal();
      const since = runtime().clock();
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1)
        ids.push(await propose(runtime(), who, [newSkill(`s-${count}`)]));
      for (const [index, id] of ids.slice(0, 3).entries()) {
        await reviewChangeset(runtime(), who, { id, approve: index !== 1, comment: 'so' });
        runtime().advance(10_000 * (index + 1));
      }
      const summary = await summarizeQueue(runtime(), who, { filter: ANY, since });
      expect(summary.tabs).toEqual({ pending: 2, queued: 0, canary: 0, decided: 3, all: 5 });
      expect(summary).toMatchObject({ pending: 2, decided: 3, medianSeconds: 20, automatic: 0 });
      const decided = await list(who, { tab: 'decided', limit: 2 });
      expect(decided.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
      const rest = await list(who, { tab: 'decided', limit: 2, cursor: decided.nextCursor });
      expect(rest.items.map(({ id }) => id)).toEqual([ids[0]]);
    });
  },
  SETTINGS,
);
