/** The skills of a pending changeset as approving it would make them, without approving it. */
import type { Principal } from '../../domain/principal.ts';
import { activeRules } from '../../domain/skills/changesets/changeset.ts';
import { canReview } from '../../domain/skills/changesets/status.ts';
import { isInUse, statusAfterChange } from '../../domain/skills/skill.ts';
import { layoutIn } from '../../domain/skills/skill-md/document-layout.ts';
import { outlineRules } from '../../domain/skills/skill-md/outline-rules.ts';
import { wordingOf } from '../../domain/skills/skill-state.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { determineOutcome } from './execute-approval.ts';
import { loadAffected } from './load-for-decision.ts';
import { previewStates, toSkillState } from './skill-texts.ts';
import { changesetStore } from './store.ts';

/**
 * The changed and created skills that could be served, with the version that each would get. Unknown: `changeset not
 * found`; decided, or no longer fitting: a conflict. A canary that approval would start or wait for is left out.
 */
export async function proposedSkills(runtime: Runtime, { tenant }: Pick<Principal, 'tenant'>, id: string) {
  const { read } = runtime.db;
  const changeset = await changesetStore(read, tenant).find(id);
  if (changeset === null) throw notFound('changeset');
  if (!canReview(changeset.status)) throw new ServiceError('conflict', `changeset is ${changeset.status}`);
  const affected = await loadAffected(read, tenant, changeset);
  const outcome = await determineOutcome(runtime, read, tenant, { changeset, affected });
  const before = affected.map(toSkillState);
  const after = previewStates(before, changeset.ops);
  if (outcome.status === 'failed' || after === null) {
    const why = outcome.status === 'failed' ? outcome.reason : 'its operations do not fit';
    throw new ServiceError('conflict', `changeset can no longer be applied: ${why}`);
  }
  const skills = after.flatMap((state, at) => {
    const loaded = affected[at]?.skill;
    if (state === before[at]) return [];
    if (loaded !== undefined && !isInUse(statusAfterChange(loaded.status))) return [];
    const { name, description, tags } = state;
    const bullets = activeRules(state).map(wordingOf);
    const layout = layoutIn(state.frontMatter);
    const outline = layout && outlineRules(bullets, layout);
    const version = (loaded?.version ?? 0) + 1;
    return [
      {
        id: state.id,
        name,
        description,
        tags: [...tags],
        version,
        bullets,
        outline,
        ...{ trial: null, measuredShare: null },
      },
    ];
  });
  return { agentId: changeset.agentId, skills };
}
