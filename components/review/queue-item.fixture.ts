/** A row of the queue for tests, with only what a test is about set. */
import type { QueueItem } from './review-state.ts';

export const skill = (id: string | null, name: string): QueueItem['skills'][number] => ({
  ...{ id, name, base: id === null ? null : 1, now: id === null ? null : 1 },
});

const ADDED: QueueItem['headline'] = {
  ...{ kind: 'added', label: null, parts: [{ kind: 'same', text: 'Look first' }], more: 0 },
  counts: '1 rule added',
};

export const queueItem = (more: Partial<QueueItem> = {}): QueueItem => ({
  ...{ id: 'cs_1', agentId: 'support', status: 'pending', rolledBack: false, skills: [] },
  headline: ADDED,
  digest: 'ops.findings.versions',
  ...{
    drift: 'current',
    source: 'reflection',
    risk: 'low',
    findings: [],
    blocking: false,
    sources: [],
    because: [],
  },
  ...{ humanAuthored: false, episodes: 0, failures: 0, evalScore: null, baselineScore: null },
  ...{ createdAt: '2026-03-01T12:00:00.000Z', decidedAt: null, reviewer: null, reviewerName: null },
  ...more,
});
