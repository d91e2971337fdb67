import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { MemorySearch, RecallPreviewRequest, type RecallResponse } from '../../domain/runs/recall/recall.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { approveIt, proposeOps, runningCanary, serveBoth, TASK } from '../../testing/canary/canaries.ts';
import { putMemories, putSkill } from '../../testing/database/knowledge-rows.ts';
import { cases } from '../../testing/property.ts';
import { ask, INVOICE, KUBERNETES, of, ROLLOUT, remember } from '../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { previewRecall, searchMemories } from './index.ts';

const SETTINGS = {
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_AUTO_APPROVE_LOW_RISK: 'false',
  SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'false',
};

const preview = (runtime: Runtime, who: Principal, query: string, more: object = {}) =>
  previewRecall(runtime, who, RecallPreviewRequest.parse({ query, ...more }));

type Served = Pick<RecallResponse, 'instructions' | 'skills' | 'skill_index' | 'memories' | 'profile'>;

const served = ({ instructions, skills, skill_index, memories, profile }: Served): Served => ({
  ...{ instructions, skills, skill_index, memories, profile },
});

/** Without the ids of what is new: a preview makes up its own. */
const withoutNewIds = (reply: Served, known: ReadonlySet<string>): unknown =>
  JSON.parse(
    JSON.stringify(served(reply)).replaceAll(/(?:bl|sk)_\w+|new-(?:rule|skill)-\d+/g, (id) =>
      known.has(id) ? id : 'new',
    ),
  );

const WORDS = ['refund', 'order', 'ledger', 'voucher', 'cluster', 'rollout', 'invoice', 'parcel'];
const phrase = fc
  .array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 6 })
  .map((said) => said.join(' '));

const world = fc.record({
  skills: fc.array(
    fc.record({ description: phrase, rules: fc.array(phrase, { maxLength: 3 }), shared: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 8,
    },
  ),
  memories: fc.array(fc.record({ text: phrase, user: fc.constantFrom(null, 'ada', 'bob') }), {
    maxLength: 8,
  }),
  query: fc.oneof(phrase, fc.constant('')),
  user: fc.constantFrom(null, 'ada', 'bob'),
  limits: fc.record({ max_skills: fc.nat(4), max_memories: fc.nat(6) }),
  change: fc.record({
    wording: phrase,
    kind: fc.constantFrom('add', 'describe', 'create', 'update', 'remove'),
  }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

async function build(
  rt: TestRuntime,
  { tenant }: Principal,
  { skills, memories }: World,
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const [at, { description, rules, shared }] of skills.entries()) {
    const named = rules.map((rule, place) => [`bl_${tenant}_${at}_${place}`, rule] as const);
    const id = `sk_${tenant}_${at}`;
    for (const known of [id, ...named.map(([ruleId]) => ruleId)]) ids.add(known);
    await putSkill(rt, tenant, {
      ...{ id, name: `skill-${at}`, description, rules: Object.fromEntries(named) },
      agentId: shared ? '*' : 'default',
    });
  }
  for (const { text, user } of memories) await putMemories(rt, tenant, { userId: user, texts: [text] });
  return ids;
}

function changeOf({ skills, change }: World, tenant: string): { ops: Operation[]; agentId: string } {
  const { kind, wording } = change;
  const [skill = { shared: false, rules: [] }] = skills;
  const rule = { section: 'steps' as const, content: wording, issue: '', keywords: [] };
  const agentId = skill.shared ? '*' : 'default';
  const bullet = `bl_${tenant}_0_0`;
  const describe: Operation = { op: 'set_description', skill: 'skill-0', description: wording };
  if (kind === 'create')
    return {
      agentId,
      ops: [{ op: 'create_skill', name: 'skill-new', description: wording, tags: [], bullets: [rule] }],
    };
  if (kind === 'add') return { agentId, ops: [{ op: 'add', skill: 'skill-0', ...rule }] };
  if (kind === 'describe' || skill.rules.length === 0) return { agentId, ops: [describe] };
  if (kind === 'update')
    return { agentId, ops: [{ op: 'update', skill: 'skill-0', bullet, content: wording }] };
  return { agentId, ops: [{ op: 'remove', skill: 'skill-0', bullet, merged_into: null }] };
}

describeOnOne(
  'a preview of a recall',
  (runtime) => {
    it('is what a recall serves, and with a change what it serves once that is approved', async () => {
      const rt = runtime();
      let changes = 0;
      await fc.assert(
        fc.asyncProperty(world, async (made) => {
          const who = freshPrincipal();
          const known = await build(rt, who, made);
          const { ops, agentId } = changeOf(made, who.tenant);
          const id = await proposeOps(rt, who, ops, agentId);
          const asked = { ...of(made.user), ...made.limits };
          const shown = await preview(rt, who, made.query, { ...asked, changeset_id: id });
          expect(served(shown.now)).toEqual(served(await ask(rt, who, made.query, asked)));
          expect(shown.now.lines.map(({ text }) => text).join('\n')).toBe(shown.now.instructions);
          const { status } = await approveIt(rt, who, id, { skipCanary: true });
          expect(status).toBe('applied');
          const { with_change: promised } = shown;
          if (promised === null) throw new Error('the change is not shown');
          const after = await ask(rt, who, made.query, asked);
          expect(withoutNewIds(promised, known)).toEqual(withoutNewIds(after, known));
          if (promised.instructions !== shown.now.instructions) changes += 1;
        }),
        { numRuns: cases(15) },
      );
      expect(changes).toBeGreaterThan(0);
    });

    it('records and counts nothing, and the next recall does not see the change', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      const id = await proposeOps(rt, who, [
        { op: 'set_description', skill: KUBERNETES.name, description: 'Roll out with a canary, watched' },
      ]);
      const before = await ask(rt, who, ROLLOUT);
      const [{ tenant }, client] = [who, clientOf(rt.db.read)];
      const rows = async () => [
        ...[
          await client.recall.count({ where: { tenant } }),
          await client.auditEntry.count({ where: { tenant } }),
        ],
        ...[
          await client.skill.findMany({ where: { tenant } }),
          await client.changeset.findMany({ where: { tenant } }),
        ],
        (await rt.metrics.recalls.get()).values[0]?.value,
      ];
      const untouched = await rows();
      const { with_change: changed, ...scores } = await preview(rt, who, ROLLOUT, { changeset_id: id });
      const { minScore, minMemoryScore } = rt.config.recall;
      expect(scores).toMatchObject({ min_skill_score: minScore, min_memory_score: minMemoryScore });
      expect(changed?.instructions).toContain('with a canary, watched');
      expect(await rows()).toEqual(untouched);
      expect(served(await ask(rt, who, ROLLOUT))).toEqual(served(before));
    });

    it('shows the memories of its user alone, and nothing of another tenant', async () => {
      const rt = runtime();
      const [who, other] = [freshPrincipal(), freshPrincipal()];
      await putSkill(rt, who.tenant, { ...KUBERNETES, id: 'sk_ours' });
      for (const userId of [null, 'ada', 'bob'])
        await putMemories(rt, who.tenant, {
          userId,
          texts: [`${userId ?? 'everybody'} watches the rollout`],
        });
      const said = async (user: string | null, as = who) =>
        (await preview(rt, as, 'watches the rollout', of(user))).now.memories
          .map(({ content }) => content)
          .sort();
      expect(await said('ada')).toEqual(['ada watches the rollout', 'everybody watches the rollout']);
      expect(await said(null)).toEqual(['everybody watches the rollout']);
      const { now } = await preview(rt, other, ROLLOUT, of('ada'));
      expect([now.instructions, now.considered_skills, now.considered_memories]).toEqual(['', [], []]);
      const id = await proposeOps(rt, who, [
        { op: 'set_description', skill: KUBERNETES.name, description: 'Roll out, watched' },
      ]);
      await expect(preview(rt, other, ROLLOUT, { changeset_id: id })).rejects.toThrow('changeset not found');
      await expect(preview(rt, who, ROLLOUT, { changeset_id: id, agent_id: 'another' })).rejects.toThrow(
        'changeset belongs to another agent',
      );
    });

    it('refuses a change that is decided or no longer fits', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, { ...INVOICE, id: 'sk_moved', rules: {} });
      const propose = () =>
        proposeOps(rt, who, [{ op: 'set_description', skill: INVOICE.name, description: 'Reconcile twice' }]);
      const [id, stale] = [await propose(), await propose()];
      await approveIt(rt, who, id, { skipCanary: true });
      const shown = (changeset_id: string) => preview(rt, who, 'Reconcile', { changeset_id });
      await expect(shown(id)).rejects.toThrow('changeset is applied');
      await expect(shown(stale)).rejects.toThrow('changeset can no longer be applied: ');
    });

    it('shows the arm that is asked for, and assigns nobody to it', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      const assigned = () =>
        clientOf(rt.db.read).experimentAssignment.count({ where: { tenant: who.tenant } });
      const before = await assigned();
      const shown = async (canary_arm: string) =>
        (await preview(rt, who, TASK, { canary_arm, ...of('ada') })).now;
      const [now, tried] = [await shown('incumbent'), await shown('candidate')];
      expect(await assigned()).toBe(before);
      expect(now.instructions).not.toContain('Look at the dashboards');
      expect(tried.instructions).toContain('Look at the dashboards');
      const { candidate } = await serveBoth(rt, who, 1);
      expect(candidate).toHaveLength(1);
    });
  },
  SETTINGS,
);

describeOnOne('a search in memories', (runtime) => {
  it('finds what a recall would serve, in its order, and records nothing', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const told = [
      ['Refunds of orders need the voucher number', of('ann')],
      ['The refund desk opens at six', of(null)],
      ['Refunds of orders go to the old card', of('bob')],
    ] as const;
    for (const [content, scope] of told) await remember(rt, who, content, scope);
    const query = 'Refund the order with its voucher number';
    const { memories } = await searchMemories(rt, who, MemorySearch.parse({ query, user_id: 'ann' }));
    expect(memories[0]?.content).toBe(told[0][0]);
    expect(memories.map(({ content }) => content)).not.toContain(told[2][0]);
    expect(await clientOf(rt.db.read).recall.count({ where: { tenant: who.tenant } })).toBe(0);
    expect(memories).toEqual((await ask(rt, who, query, { user_id: 'ann' })).memories);
  });
});
