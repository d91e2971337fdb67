/** Contract cases of skills, changesets, insights and administration. */
import { aKey, anEpisode, aPendingChangeset, aSkill, type ContractCase, fresh } from './contract-case.ts';

const post = (path: string, body?: unknown) => ({
  method: 'POST' as const,
  path,
  ...(body === undefined ? {} : { body }),
});
const put = (path: string, body: unknown) => ({ method: 'PUT' as const, path, body });
const get = (path: string) => ({ method: 'GET' as const, path });
const ready = <T>(value: T) => Promise.resolve(value);

const SKILL_MD = (name: string) =>
  `---\nname: ${name}\ndescription: Close the books\n---\n\n## Steps\n\n- Export the ledger first\n`;

export const GOVERNANCE_CASES: Record<string, ContractCase> = {
  listSkills: {
    async valid(as) {
      await aSkill(as);
      return get('/v1/skills');
    },
    invalid: get('/v1/skills?agent_id=-x'),
    foreign: 'isolated',
  },
  getSkill: { valid: async (as) => get(`/v1/skills/${await aSkill(as)}`), foreign: 'not_found' },
  exportSkill: { valid: async (as) => get(`/v1/skills/${await aSkill(as)}/SKILL.md`), foreign: 'not_found' },
  listVersions: {
    valid: async (as) => get(`/v1/skills/${await aSkill(as)}/versions`),
    foreign: 'not_found',
  },
  authorSkill: {
    valid: () =>
      ready(post('/v1/skills', { name: fresh('new'), description: 'x', bullets: [{ content: 'Do it' }] })),
    invalid: post('/v1/skills', { name: 'Not A Name', description: 'x' }),
    foreign: 'isolated',
  },
  importSkill: {
    valid: () => ready(post('/v1/skills/import', { markdown: SKILL_MD(fresh('books')) })),
    invalid: post('/v1/skills/import', { markdown: 'no front matter' }),
    foreign: 'isolated',
  },
  rollbackSkill: {
    valid: async (as) => post(`/v1/skills/${await aSkill(as)}/rollback`, { version: 1 }),
    invalid: post('/v1/skills/sk_1/rollback', { version: 0 }),
    foreign: 'not_found',
  },
  pinSkill: {
    valid: async (as) => post(`/v1/skills/${await aSkill(as)}/pin`, {}),
    invalid: post('/v1/skills/sk_1/pin', { pinned: 'yes' }),
    foreign: 'not_found',
  },
  readMeasurement: {
    valid: async (as) => get(`/v1/skills/${await aSkill(as)}/measurement`),
    foreign: 'not_found',
  },
  setMeasurement: {
    valid: async (as) => ({
      ...{ method: 'PUT', path: `/v1/skills/${await aSkill(as)}/measurement`, body: { share: 0.1 } },
    }),
    invalid: { method: 'PUT', path: '/v1/skills/sk_1/measurement', body: { share: 0.5 } },
    foreign: 'not_found',
  },
  evolveSkill: { valid: async (as) => post(`/v1/skills/${await aSkill(as)}/evolve`), foreign: 'not_found' },
  listChangesets: {
    async valid(as) {
      await aPendingChangeset(as);
      return get('/v1/changesets?status=');
    },
    invalid: get('/v1/changesets?limit=0'),
    foreign: 'isolated',
  },
  getChangeset: {
    valid: async (as) => get(`/v1/changesets/${await aPendingChangeset(as)}`),
    foreign: 'not_found',
  },
  reviewChangeset: {
    valid: async (as) =>
      post(`/v1/changesets/${await aPendingChangeset(as)}/review`, { approve: false, comment: 'no' }),
    invalid: post('/v1/changesets/cs_1/review', { approve: 'yes' }),
    foreign: 'not_found',
  },
  commentChangeset: {
    valid: async (as) =>
      post(`/v1/changesets/${await aPendingChangeset(as)}/comment`, { text: 'Is this so?' }),
    invalid: post('/v1/changesets/cs_1/comment', { text: ' ' }),
    foreign: 'not_found',
  },
  amendChangeset: {
    valid: async (as) =>
      post(`/v1/changesets/${await aPendingChangeset(as)}/amend`, {
        ops: [{ op: 'create_skill', name: fresh('amended'), description: 'Harmless', bullets: [] }],
      }),
    invalid: post('/v1/changesets/cs_1/amend', { ops: [] }),
    foreign: 'not_found',
  },
  readInsights: {
    async valid(as) {
      await anEpisode(as);
      return get('/v1/agents/default/insights');
    },
    invalid: get('/v1/agents/-x/insights'),
    foreign: 'isolated',
  },
  exportEpisodes: {
    async valid(as) {
      await anEpisode(as);
      return get('/v1/agents/default/export?limit=5');
    },
    invalid: get('/v1/agents/default/export?limit=100001'),
    foreign: 'isolated',
  },
  reflect: {
    valid: () => ready(post('/v1/agents/default/reflect')),
    status: 202,
    invalid: post('/v1/agents/-x/reflect'),
    foreign: 'isolated',
  },
  readSources: {
    valid: () => ready(get('/v1/agents/default/sources')),
    invalid: get('/v1/agents/-x/sources'),
    foreign: 'isolated',
  },
  changeSources: {
    valid: () => ready(put('/v1/agents/default/sources', { trusted: ['crm_*'], untrusted: [] })),
    invalid: put('/v1/agents/default/sources', { trusted: [''], untrusted: [] }),
    foreign: 'isolated',
  },
  curate: {
    valid: () => ready(post('/v1/agents/default/curate')),
    status: 202,
    invalid: post('/v1/agents/-x/curate'),
    foreign: 'isolated',
  },
  replay: {
    valid: () => ready(post('/v1/agents/default/replay', { limit: 10 })),
    status: 202,
    invalid: post('/v1/agents/default/replay', { limit: 5001 }),
    foreign: 'isolated',
  },
  createKey: {
    valid: () => ready(post('/v1/admin/api-keys', { name: 'deploy', scopes: ['learn', 'review'] })),
    invalid: post('/v1/admin/api-keys', { scopes: ['learn'] }),
    foreign: 'isolated',
  },
  listJobs: {
    valid: () => ready(get('/v1/jobs')),
    invalid: get('/v1/jobs?limit=0'),
    foreign: 'isolated',
  },
  // No request makes a job fail, so the valid call names none that has.
  retryJob: {
    valid: () => ready(post('/v1/jobs/job_none/retry')),
    status: 404,
    foreign: 'not_found',
  },
  listKeys: {
    async valid(as) {
      await aKey(as);
      return get('/v1/admin/api-keys');
    },
    invalid: get('/v1/admin/api-keys?limit=201'),
    foreign: 'isolated',
  },
  bindKey: {
    valid: async (as) => ({
      method: 'PUT',
      path: `/v1/admin/api-keys/${await aKey(as)}/agents`,
      body: { agents: ['billing'] },
    }),
    status: 204,
    invalid: { method: 'PUT', path: '/v1/admin/api-keys/key_x/agents', body: { agents: ['*'] } },
    foreign: 'not_found',
  },
  revokeKey: {
    valid: async (as) => ({ method: 'DELETE', path: `/v1/admin/api-keys/${await aKey(as)}` }),
    status: 204,
    foreign: 'not_found',
  },
  listAudit: {
    async valid(as) {
      await aKey(as);
      return get('/v1/admin/audit');
    },
    invalid: get('/v1/admin/audit?limit=1001'),
    foreign: 'isolated',
  },
  readStatus: {
    async valid(as) {
      await aPendingChangeset(as);
      return get('/v1/status');
    },
    foreign: 'isolated',
  },
  readPolicy: { valid: () => ready(get('/v1/admin/policy')), foreign: 'isolated' },
  changePolicy: {
    valid: () => ready(put('/v1/admin/policy', { settings: { recall_min_score: 0.3 } })),
    invalid: put('/v1/admin/policy', { settings: { auto_approve_medium_risk: true } }),
    foreign: 'isolated',
  },
  listPolicyVersions: {
    async valid(as) {
      await as(put('/v1/admin/policy', { settings: { recall_max_skills: 4 } }), 'admin');
      return get('/v1/admin/policy/history');
    },
    invalid: get('/v1/admin/policy/history?limit=0'),
    foreign: 'isolated',
  },
  readModel: { valid: () => ready(get('/v1/admin/model')), foreign: 'isolated' },
  testModel: { valid: () => ready(post('/v1/admin/model:test', {})), foreign: 'isolated' },
  listUsage: { valid: () => ready(get('/v1/admin/usage')), foreign: 'isolated' },
  eraseUser: {
    async valid(as) {
      await anEpisode(as, { scope: { user_id: 'u-9' } });
      return { method: 'DELETE', path: '/v1/admin/users/u-9' };
    },
    foreign: 'isolated',
  },
};
