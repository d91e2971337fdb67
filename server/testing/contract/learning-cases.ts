/** Contract cases of the learning loop and of memories. */
import {
  aMemory,
  anEpisode,
  aPendingChangeset,
  aPendingMemory,
  aRecall,
  aTraceExport,
  type ContractCase,
  fresh,
} from './contract-case.ts';

const post = (path: string, body: unknown) => ({ method: 'POST' as const, path, body });
const get = (path: string) => ({ method: 'GET' as const, path });
const ready = <T>(value: T) => Promise.resolve(value);

export const LEARNING_CASES: Record<string, ContractCase> = {
  recall: {
    valid: async (as) =>
      post('/v1/recall', {
        ...{ query: 'Refund an order', session_id: 's-1', scope: { user_id: 'u' } },
        ...{ skip_served: true, skip_served_by: [await aRecall(as)] },
      }),
    invalid: post('/v1/recall', { query: 'Refund an order', skip_served: 'yes' }),
    foreign: 'isolated',
  },
  'recall moment': {
    async valid(as) {
      const moment = { recall_id: await aRecall(as), last_error: 'declined' };
      return post('/v1/recall', {
        moment: { ...moment, tool: { name: 'refund', arguments: { order: '1001' } } },
      });
    },
    invalid: post('/v1/recall', { moment: { tool: { name: 'refund' } } }),
    foreign: 'not_found',
  },
  previewRecall: {
    valid: async (as) =>
      post('/v1/recall:preview', { query: 'Refund an order', changeset_id: await aPendingChangeset(as) }),
    invalid: post('/v1/recall:preview', { query: 'Refund an order', canary_arm: 'both' }),
    foreign: 'not_found',
  },
  explainRecall: {
    valid: async (as) => get(`/v1/recalls/${await aRecall(as)}`),
    foreign: 'not_found',
  },
  recordEpisode: {
    valid: () => ready(post('/v1/episodes', { task: 'Refund', outcome: 'success', metadata: { ticket: 7 } })),
    invalid: post('/v1/episodes', { outcome: 'great' }),
    foreign: 'isolated',
  },
  recordEpisodeBatch: {
    valid: () => ready(post('/v1/episodes:batch', [{ task: 'one' }, { task: 'two', outcome: 'failure' }])),
    invalid: post('/v1/episodes:batch', [{ task: 'one' }, { outcome: 'great' }]),
    foreign: 'isolated',
  },
  listEpisodes: {
    async valid(as) {
      const session = fresh('session');
      await anEpisode(as, { session_id: session });
      return get(`/v1/episodes?session_id=${session}&limit=1`);
    },
    invalid: get('/v1/episodes?outcome=perfect'),
    foreign: 'isolated',
  },
  latestEpisode: {
    async valid(as) {
      const session = fresh('session');
      await anEpisode(as, { session_id: session });
      return get(`/v1/episodes/latest?session_id=${session}`);
    },
    invalid: get('/v1/episodes/latest'),
    foreign: 'not_found',
  },
  reportUnreadTranscript: {
    valid: () => ready(post('/v1/unread-transcripts', { framework: 'codex' })),
    invalid: post('/v1/unread-transcripts', { framework: '' }),
    foreign: 'isolated',
  },
  getEpisode: { valid: async (as) => get(`/v1/episodes/${await anEpisode(as)}`), foreign: 'not_found' },
  ingestTraces: {
    valid: () => ready(post('/v1/traces', aTraceExport())),
    invalid: post('/v1/traces', { resourceSpans: 5 }),
    foreign: 'isolated',
  },
  ingestExportedTraces: {
    valid: () => ready(post('/otlp/v1/traces', aTraceExport())),
    invalid: post('/otlp/v1/traces', [{ spans: [] }]),
    foreign: 'isolated',
  },
  ingestProtobufTraces: {
    valid: () => ready(post('/otlp/protobuf/v1/traces', aTraceExport())),
    invalid: post('/otlp/protobuf/v1/traces', { resourceSpans: [{ scopeSpans: 1 }] }),
    foreign: 'isolated',
  },
  ingestLogs: {
    valid: () => ready(post('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] })),
    invalid: post('/v1/logs', { resourceLogs: 5 }),
    foreign: 'isolated',
  },
  giveFeedback: {
    valid: async (as) =>
      post('/v1/feedback', { episode_id: await anEpisode(as), score: 0.25, comment: 'late' }),
    invalid: post('/v1/feedback', { episode_id: 'ep_1', score: 1.5 }),
    foreign: 'not_found',
  },
  ask: {
    valid: () => ready(post('/v1/ask', { question: 'When does the warehouse close?' })),
    status: 503,
    invalid: post('/v1/ask', {}),
    foreign: 'isolated',
  },
  addMemory: {
    valid: () =>
      ready(post('/v1/memories', { content: `The door code of ${fresh('gate')} changed`, kind: 'fact' })),
    invalid: post('/v1/memories', { content: 'x', kind: 'rumour' }),
    foreign: 'isolated',
  },
  searchMemories: {
    async valid(as) {
      const content = `The door code of ${fresh('gate')} changed`;
      await as(post('/v1/memories', { content }));
      return post('/v1/memories:search', { query: content });
    },
    invalid: post('/v1/memories:search', { query: 'x', limit: 0 }),
    foreign: 'isolated',
  },
  addMemoryBatch: {
    valid: () =>
      ready(
        post('/v1/memories:batch', [
          { content: `The gate ${fresh('gate')} is blue` },
          { content: `Invoice ${fresh('invoice')} was paid`, kind: 'lesson' },
        ]),
      ),
    invalid: post('/v1/memories:batch', [{ content: 'x' }, { content: '' }]),
    foreign: 'isolated',
  },
  listMemories: {
    async valid(as) {
      await aMemory(as);
      return get('/v1/memories?include_history=true');
    },
    invalid: get('/v1/memories?as_of=yesterday'),
    foreign: 'isolated',
  },
  approveMemory: {
    valid: async (as) => ({ method: 'POST', path: `/v1/memories/${await aPendingMemory(as)}/approve` }),
    foreign: 'not_found',
  },
  deleteMemory: {
    valid: async (as) => ({ method: 'DELETE', path: `/v1/memories/${await aMemory(as)}` }),
    status: 204,
    foreign: 'not_found',
  },
  listMemorySuggestions: {
    async valid(as) {
      await aMemory(as);
      return get('/v1/memories/hygiene?limit=5');
    },
    invalid: get('/v1/memories/hygiene?limit=0'),
    foreign: 'isolated',
  },
  applyMemorySuggestions: {
    valid: () =>
      ready(post('/v1/memories/hygiene:apply', { decisions: [{ id: 'sg_none', action: 'keep' }] })),
    invalid: post('/v1/memories/hygiene:apply', { decisions: [{ id: 'sg_none', action: 'burn' }] }),
    foreign: 'isolated',
  },
  restoreMemory: {
    valid: async (as) => ({ method: 'POST', path: `/v1/memories/${await aMemory(as)}/restore` }),
    status: 409,
    foreign: 'not_found',
  },
  getProfile: {
    async valid(as) {
      const body = { content: 'Prefers short answers', kind: 'preference', scope: { user_id: 'u/1' } };
      await as(post('/v1/memories', body));
      return get('/v1/profiles/default/u%2F1');
    },
    invalid: get('/v1/profiles/-x/u'),
    foreign: 'isolated',
  },
};
