/** What must hold of changesets and canaries after anything at all, read from the audit log and the rows alone. */
import { fromJson } from '../../platform/db/database.ts';

/** Every way from one status of a changeset to another, by the action that its audit entry names. */
const WAYS: Record<string, string[]> = {
  '': ['changeset.proposed'],
  'changeset.proposed': [
    'changeset.applied',
    'changeset.rejected',
    'changeset.failed',
    'changeset.canary',
    'changeset.queued',
  ],
  'changeset.queued': ['changeset.applied', 'changeset.failed', 'changeset.canary'],
  'changeset.canary': ['canary.promoted', 'canary.rejected', 'canary.expired'],
  'canary.promoted': ['changeset.applied', 'changeset.failed'],
  'canary.rejected': ['changeset.rejected'],
  'canary.expired': ['changeset.rejected'],
};

const STATUS_AFTER: Record<string, string> = {
  'changeset.proposed': 'pending',
  'changeset.queued': 'approved',
  'changeset.canary': 'canary',
  'changeset.applied': 'applied',
  'changeset.rejected': 'rejected',
  'changeset.failed': 'failed',
};

/** The rows that the laws speak of, as far as they do. */
export interface GovernedRows {
  /** In the order in which the entries were written. */
  audit: readonly { action: string; resource: string }[];
  changesets: readonly { id: string; status: string; baseVersions: string }[];
  experiments: readonly { changesetId: string; skillId: string; status: string }[];
}

/** The way that a changeset took; null where no order of its entries is a way. */
function lawfulWay(actions: readonly string[], isOrdered: boolean): string[] | null {
  if (isOrdered) {
    const isLawful = actions.every((action, at) => WAYS[actions[at - 1] ?? '']?.includes(action));
    return isLawful ? [...actions] : null;
  }
  const from = (before: string, left: readonly string[]): string[] | null => {
    if (left.length === 0) return [];
    for (const action of new Set(left.filter((each) => WAYS[before]?.includes(each)))) {
      const rest = from(action, left.toSpliced(left.indexOf(action), 1));
      if (rest !== null) return [action, ...rest];
    }
    return null;
  };
  return from('', actions);
}

/**
 * The laws that rows break, in words: no forbidden way, one canary a skill, nobody waiting in vain. With `isOrdered`
 * false the entries may be in any order, as those of processes whose clocks disagree are.
 */
export function brokenLaws({ audit, changesets, experiments }: GovernedRows, isOrdered = true): string[] {
  const entries = Map.groupBy(audit, ({ resource }) => resource);
  const running = experiments.filter(({ status }) => status === 'running');
  const broken = changesets.flatMap(({ id, status, baseVersions }) => {
    const own = (entries.get(`changeset:${id}`) ?? []).map(({ action }) => action);
    const way = lawfulWay(own, isOrdered);
    const trials = running.filter(({ changesetId }) => changesetId === id).length;
    const affected = Object.keys(fromJson<Record<string, number>>(baseVersions));
    const waits = status === 'approved' && !running.some(({ skillId }) => affected.includes(skillId));
    return [
      ...(way === null ? [`${id} took no way that there is: ${own.join(', ')}`] : []),
      ...(way !== null && STATUS_AFTER[way.at(-1) ?? ''] !== status
        ? [`${id} is ${status} after ${way.at(-1)}`]
        : []),
      ...(trials === (status === 'canary' ? 1 : 0)
        ? []
        : [`${id} is ${status} with ${trials} running canaries`]),
      ...(waits ? [`${id} waits for nothing`] : []),
    ];
  });
  const onTrial = running.map(({ skillId }) => skillId);
  if (new Set(onTrial).size < onTrial.length) broken.push('two canaries run on one skill');
  return broken;
}
