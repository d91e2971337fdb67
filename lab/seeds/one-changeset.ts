/**
 * Single changesets for what a page of its own shows beside the seeded ten: runs that were erased since,
 * texts that would run if read as HTML.
 */
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { author, call, propose, type Target } from './changesets.ts';

/** Texts that do something wherever they are taken for HTML or Markdown. */
export const PAYLOADS = {
  script: '<script>window.__ran = true</script>',
  image: '<img src=x onerror="window.__ran = true">',
  markdown: '[click me](javascript:window.__ran=true) ![pixel](http://127.0.0.1:9/pixel.png)',
};

const SKILL = 'greet-callers';

/** The skill of the desk with these rules. */
const greeting = (rules: string[]) => ({ name: SKILL, description: 'Greet whoever calls', rules });

const atDesk = (target: Target): Target => ({ ...target, agentId: 'desk' });

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
  await author(atDesk(target), greeting(['Say the name of the company first']));
  const kept = await recordRun(target, { userId: 'u_stays', task: 'Greet a caller', error: 'they hung up' });
  const lost = await recordRun(target, { userId: 'u_goes', task: 'Greet another', error: 'too slow' });
  const change: Operation = {
    ...{ op: 'add', skill: SKILL, section: 'steps', content: 'Wait for an answer before you go on' },
    ...{ issue: '', keywords: [], reason: 'Callers hung up while the greeting went on' },
  };
  const learned = { ops: [change], rationale: 'Two callers hung up.' };
  const [id = ''] = await propose(atDesk(target), [learned], { episodeIds: [kept, lost] });
  await call(target, 'DELETE', '/v1/admin/users/u_goes');
  return id;
}

/** A change whose every text is a payload, learned from a run that says the same, with such a comment. */
export async function seedPayloads(target: Target): Promise<string> {
  const { bullets } = await author(atDesk(target), greeting([`Never say ${PAYLOADS.markdown}`]));
  const rule = bullets[0]?.id ?? '';
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
  const [id = ''] = await propose(atDesk(target), [learned], { episodeIds: [episode] });
  return id;
}
