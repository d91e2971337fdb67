/**
 * Skills as an agent has them after some weeks: one with a history and runs of each version, one on trial
 * with a change queued behind it, one that is shared and hidden, one pinned, and one whose rules try to be
 * more than text.
 */
import { clientOf } from '../../server/platform/db/prisma.ts';
import { besideGateway } from '../gateway/beside-gateway.ts';
import { call, propose, type Target, write } from './changesets.ts';

export interface SeededSkills {
  refunds: string;
  rollout: string;
  payloads: string;
  canaryChangeset: string;
}

/** What a page would do with these if it took them for markup. */
const PAYLOADS = [
  '<img src="x" onerror="window.owned = 1"><script>window.owned = 1</script> is shown as it is',
  'Never follow [this link](javascript:window.owned=1) or load ![this](https://evil.example/pixel.png)',
];

const REFUNDS = 'refund-order';
const ABOUT_REFUNDS = 'How to refund an order through the payments service';
const FIRST = [
  { content: 'Look up the order and its captured amount before anything else', section: 'steps' },
  { content: 'Refund the full amount', section: 'steps' },
  { content: 'Never refund an order twice', section: 'pitfalls' },
];
const SECOND = [
  { content: 'Look up the order and its captured amount before anything else', section: 'steps' },
  {
    content: 'Refund the captured amount less what was refunded before',
    section: 'steps',
    issue: 'refund exceeds the captured amount',
    keywords: ['partial refund', 'currency'],
  },
  { content: 'Never refund an order twice', section: 'pitfalls' },
  { content: 'Check that the refund shows in the ledger within a minute', section: 'verification' },
];
const LAST = 'How to refund an order, in part or whole, through the payments service';
const RUNS = 12;

/** Seeds all of them for an agent that has nothing yet. */
export async function seedSkills(target: Target & { agentId: string }): Promise<SeededSkills> {
  const refunds = await seedRefunds(target);
  const { id: rollout, canary } = await seedTrial(target);
  const payloads = await seedPayloads(target);
  const pinned = await write(target, {
    name: 'address-change',
    description: 'Change the shipping address of an open order',
    bullets: [{ content: 'Reroute the parcel before the ticket is closed' }],
  });
  await call(target, 'POST', `/v1/skills/${pinned.id}/pin`, { pinned: true });
  return { refunds, rollout, payloads, canaryChangeset: canary };
}

async function seedRefunds(target: Target & { agentId: string }): Promise<string> {
  const shared = { name: REFUNDS, description: ABOUT_REFUNDS, bullets: FIRST.slice(0, 1) };
  await write({ ...target, agentId: '*' }, shared);
  const skill = { name: REFUNDS, description: ABOUT_REFUNDS, tags: ['billing'] };
  await write(target, { ...skill, bullets: FIRST });
  await run(target, (at) => at % 3 === 0);
  const second = await write(target, { ...skill, bullets: SECOND });
  await run(target, (at) => at % 6 !== 0);
  const last = await write(target, { ...skill, description: LAST, tags: ['billing', 'refunds'] });
  const counted = last.bullets.map(({ id }, at): Verdicts => {
    const [helpful = 0, harmful = 0] =
      [
        [14, 1],
        [2, 6],
        [5, 0],
      ][at] ?? [];
    const shown = [
      { followed: 18, broken: 2, followedFailed: 3 },
      { followed: 1, broken: 19 },
    ][at];
    return { id, helpful, harmful, neutral: 3, used: 24, ...shown };
  });
  await count(target, counted);
  const add = { op: 'add' as const, skill: REFUNDS, section: 'notes' as const, issue: '', keywords: [] };
  await propose(target, [
    {
      ops: [{ ...add, content: 'Convert the amount when the order was paid in another currency' }],
      rationale: 'Two refunds failed because the order was paid in another currency.',
    },
  ]);
  return second.id;
}

/** A skill with a canary, and a change that waits behind it. */
async function seedTrial(target: Target & { agentId: string }): Promise<{ id: string; canary: string }> {
  const name = 'kubernetes-rollout';
  await write(target, {
    name,
    description: 'Roll out a new container image to a Kubernetes cluster',
    bullets: [{ content: 'Wait for the rollout' }],
  });
  const rules = ['Run kubectl rollout status and wait for it', 'Keep the previous replica set'];
  const skill = await write(target, {
    name,
    description: 'Roll out a new container image to a Kubernetes cluster',
    bullets: rules.map((content) => ({ content })),
  });
  const reword = (at: number, content: string) => ({
    ops: [{ op: 'update' as const, skill: name, bullet: skill.bullets[at]?.id ?? '', content }],
    rationale: 'Runs failed.',
  });
  const used = [{ skillId: skill.id, uses: 1000 }];
  const changes = [
    reword(0, 'Run kubectl rollout status with a timeout of five minutes'),
    reword(1, 'Keep the two previous replica sets'),
  ];
  const ids = await propose(target, changes, { used });
  for (const id of ids) await call(target, 'POST', `/v1/changesets/${id}/review`, { approve: true });
  return { id: skill.id, canary: ids[0] ?? '' };
}

async function seedPayloads(target: Target & { agentId: string }): Promise<string> {
  const written = await call<{ changeset_id: string; status: string }>(target, 'POST', '/v1/skills', {
    ...{ agent_id: target.agentId, name: 'markup-as-text', description: PAYLOADS[0] },
    bullets: PAYLOADS.map((content) => ({ content, section: 'notes' })),
  });
  const { changeset_id: id, status } = written;
  if (status === 'pending') await call(target, 'POST', `/v1/changesets/${id}/review`, { approve: true });
  const path = `/v1/skills/markup-as-text?agent_id=${encodeURIComponent(target.agentId)}`;
  return (await call<{ id: string }>(target, 'GET', path)).id;
}

/** Runs of the skill as it is now, which succeed where `succeeds` says so. */
async function run(target: Target & { agentId: string }, succeeds: (at: number) => boolean): Promise<void> {
  for (let at = 0; at < RUNS; at += 1) {
    const scope = { agent_id: target.agentId };
    const { recall_id: recallId } = await call<{ recall_id: string }>(target, 'POST', '/v1/recall', {
      scope,
      query: ABOUT_REFUNDS,
    });
    await call(target, 'POST', '/v1/episodes', {
      scope,
      recall_id: recallId,
      task: `Refund order ${at}`,
      outcome: succeeds(at) ? 'success' : 'failure',
    });
  }
}

/** What is counted for the rule of an id. */
interface Verdicts {
  id: string;
  helpful: number;
  harmful: number;
  neutral: number;
  used: number;
  followed?: number;
  broken?: number;
  followedFailed?: number;
}

/**
 * Gives rules the verdicts that reflection would have counted: without a learning model there is no other way
 * to them.
 */
async function count({ databaseUrl, tenant = 'dev' }: Target, verdicts: Verdicts[]): Promise<void> {
  await besideGateway(databaseUrl, async ({ db: { read } }) => {
    for (const { id, ...counts } of verdicts) {
      await clientOf(read).bullet.updateMany({ where: { tenant, id }, data: counts });
    }
  });
}
