/** The rows of a large tenant, always the same: skills of one rule, and changesets of every risk on them. */

const BEGIN = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const RISKS = ['low', 'medium', 'high'] as const;
const SOURCES = ['reflection', 'curation', 'evolution'] as const;
const WORDS = ['refund', 'invoice', 'rollout', 'voucher', 'address', 'return', 'ticket', 'handover'] as const;

/** Ids sort as they were made, as the service's own do. */
const idOf = (prefix: string, at: number) => `${prefix}_01K${String(at).padStart(23, '0')}`;
const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;

function skillRow(tenant: string, at: number) {
  const moment = new Date(BEGIN);
  return {
    ...{ tenant, id: idOf('sk', at), agentId: 'support', name: `${pick(WORDS, at)}-${at}` },
    ...{ description: `What to do about a ${pick(WORDS, at)}`, version: 1, status: 'active', pinned: false },
    ...{ tags: '[]', frontMatter: null, uses: at % 90, evidence: 0, reward: 0, lastUsedAt: null },
    ...{ createdAt: moment, updatedAt: moment },
  };
}
export type SkillRow = ReturnType<typeof skillRow>;

function changesetRow(tenant: string, at: number, skills: number) {
  const skill = at % skills;
  const decided = at % 2 === 0;
  const createdAt = new Date(BEGIN + at * MINUTE_MS);
  const content = `Check the ${pick(WORDS, at)} number ${at} before replying`;
  const op = {
    op: 'add',
    skill: `${pick(WORDS, skill)}-${skill}`,
    section: 'steps',
    content,
    issue: '',
    keywords: [],
  };
  return {
    ...{ tenant, id: idOf('cs', at), agentId: 'support', status: decided ? 'rejected' : 'pending' },
    ...{
      ops: JSON.stringify([op]),
      originalOps: null,
      rationale: `Run ${at} failed.`,
      source: pick(SOURCES, at),
    },
    ...{ humanAuthored: false, proposedBy: 'system:reflection', risk: pick(RISKS, Math.floor(at / 7)) },
    ...{ evalScore: (at % 100) / 100, baselineScore: 0.5, episodeIds: '[]', appliedVersions: null },
    safetyFindings: at % 11 === 0 ? '["lint:too_long"]' : '[]',
    baseVersions: JSON.stringify({ [idOf('sk', skill)]: 1 }),
    ...{ reviewer: decided ? 'key:somebody' : null, reviewComment: null },
    ...{ rejectionReason: decided ? 'duplicate' : null, skipCanary: false },
    ...{ createdAt, decidedAt: decided ? new Date(createdAt.getTime() + MINUTE_MS) : null },
  };
}

/** Everything that is inserted. */
export function createdIn(tenant: string, { skills, changesets }: { skills: number; changesets: number }) {
  const skillRows = Array.from({ length: skills }, (_, at) => skillRow(tenant, at));
  const moment = new Date(BEGIN);
  const times = { createdAt: moment, updatedAt: moment };
  return {
    skills: skillRows,
    versions: skillRows.map(({ id, description }) => ({
      ...{ tenant, skillId: id, version: 1, source: 'api', changesetId: null, createdBy: 'key:somebody' },
      ...{ createdAt: moment, description, tags: '[]', frontMatter: null, bullets: '[]' },
    })),
    bullets: skillRows.map(({ id: skillId }, at) => ({
      ...{
        tenant,
        id: idOf('bl', at),
        skillId,
        position: 0,
        section: 'steps',
        content: 'Read the whole ticket first',
      },
      ...{
        issue: '',
        keywords: '[]',
        helpful: 0,
        harmful: 0,
        neutral: 0,
        used: 0,
        status: 'active',
        sources: '[]',
      },
      ...times,
    })),
    changesets: Array.from({ length: changesets }, (_, at) => changesetRow(tenant, at, skills)),
    targets: Array.from({ length: changesets }, (_, at) => ({
      ...{ tenant, skillId: idOf('sk', at % skills), changesetId: idOf('cs', at) },
    })),
  };
}
