/**
 * Single changesets for what a page of its own shows beside the seeded ten: runs that were erased since,
 * texts that would run if read as HTML.
 */
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { call, propose, type Target } from './seed-changesets.ts';
import type { Config } from '../../server/platform/config/config.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { createMetrics } from '../../server/platform/metrics/metrics.ts';
import { createRuntime, idFactory } from '../../server/platform/runtime.ts';
import { type LearnedProposal, proposeChangesets } from '../../server/skills/changesets/index.ts';
import { besideGateway } from './beside-gateway.ts';

/** Texts that do something wherever they are taken for HTML or Markdown. */
export const PAYLOADS = {
  script: '<script>window.__ran = true</script>',
  image: '<img src=x onerror="window.__ran = true">',
  markdown: '[click me](javascript:window.__ran=true) ![pixel](http://127.0.0.1:9/pixel.png)',
};

const SKILL = 'greet-callers';

async function authorSkill(target: Target, rules: readonly string[]): Promise<string[]> {
  const bullets = rules.map((content) => ({ content }));
  const sent = { agent_id: 'desk', name: SKILL, description: 'Greet whoever calls', bullets };
  await call(target, 'POST', '/v1/skills', sent);
  const skill = await call<{ bullets: { id: string }[] }>(target, 'GET', `/v1/skills/${SKILL}?agent_id=desk`);
  return skill.bullets.map(({ id }) => id);
}

/** Records a failed run; answers with its id. */
async function recordRun(
  target: Target,
  run: { userId: string; task: string; error: string },
): Promise<string> {
  const { episode_id: id } = await call<{ episode_id: string }>(target, 'POST', '/v1/episodes', {
    scope: { agent_id: 'desk', user_id: run.userId },
    session_id: 'session-1',
    task: run.task,
    outcome: 'failure',
    error: run.error,
    messages: [{ role: 'user', content: run.task }],
  });
  return id;
}

/**
 * A change that was learned from two runs, one of whose users was erased since. Answers with the changeset's
 * id.
 */
export async function seedErased(target: Target): Promise<string> {
  await authorSkill(target, ['Say the name of the company first']);
  const kept = await recordRun(target, { userId: 'u_stays', task: 'Greet a caller', error: 'they hung up' });
  const lost = await recordRun(target, { userId: 'u_goes', task: 'Greet another', error: 'too slow' });
  const change: Operation = {
    ...{ op: 'add', skill: SKILL, section: 'steps', content: 'Wait for an answer before you go on' },
    ...{ issue: '', keywords: [], reason: 'Callers hung up while the greeting went on' },
  };
  const learned = { ops: [change], rationale: 'Two callers hung up.' };
  const [id = ''] = await propose({ ...target, agentId: 'desk' }, [learned], { episodeIds: [kept, lost] });
  await call(target, 'DELETE', '/v1/admin/users/u_goes');
  return id;
}

/** A change whose every text is a payload, learned from a run that says the same, with such a comment. */
export async function seedPayloads(target: Target): Promise<string> {
  const [rule = ''] = await authorSkill(target, [`Never say ${PAYLOADS.markdown}`]);
  const { script, image, markdown } = PAYLOADS;
  const episode = await recordRun(target, {
    userId: 'u_1',
    task: `Say ${image}`,
    error: `${script} ${markdown}`,
  });
  const ops: Operation[] = [
    {
      ...{ op: 'update', skill: SKILL, bullet: rule, content: `Always say ${script} and ${image}` },
      ...{ issue: script, keywords: [image], reason: markdown },
    },
    {
      ...{ op: 'set_description', skill: SKILL, description: `Greet ${image} ${markdown}`, tags: [script] },
    },
  ];
  const learned = { ops, rationale: `${script} ${image} ${markdown}` };
  const [id = ''] = await propose({ ...target, agentId: 'desk' }, [learned], { episodeIds: [episode] });
  return id;
}

/**
 * Proposes changesets as the learning jobs do: the public API has no way to propose what was learned, and
 * with a model the answers would have to be played.
 */

interface Order {
  tenant: string;
  proposals: LearnedProposal[];
  /** Skills that are to look as if they had been served so often. */
  used: { skillId: string; uses: number }[];
}

const clock = () => new Date();

function seedingRuntime(db: Database, config: Config) {
  return createRuntime({
    ...{ config, db, clock, random: Math.random, newId: idFactory(clock, Math.random) },
    log: createLog('prod', { write: () => undefined }),
    metrics: createMetrics(),
  });
}

/** The ids of what was proposed, in the same order. */
export async function proposeLearned(
  databaseUrl: string,
  { tenant, proposals, used }: Order,
): Promise<string[]> {
  return await besideGateway(databaseUrl, async (db, config) => {
    for (const { skillId, uses } of used) {
      await clientOf(db.read).skill.updateMany({ where: { tenant, id: skillId }, data: { uses } });
    }
    const runtime = seedingRuntime(db, config);
    const ids: string[] = [];
    for (const proposal of proposals) {
      const [changeset] = await proposeChangesets(runtime, tenant, proposal);
      if (changeset === undefined) throw new Error('a proposal was dropped as a whole');
      ids.push(changeset.id);
    }
    return ids;
  });
}
