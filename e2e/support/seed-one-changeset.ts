/**
 * Single changesets for what a page of its own shows beside the seeded ten: runs that were erased since,
 * texts that would run if read as HTML.
 */
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { call, propose, type Target } from './seed-changesets.ts';

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
