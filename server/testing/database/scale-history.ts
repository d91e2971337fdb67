/** The rows of a long history: runs, the audit log, memories, canaries and failed jobs. */
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import {
  type Columns,
  insertRows,
  type Moment,
  momentIn,
  pick,
  quoted,
  sortableId,
  text,
  WORDS,
  where,
} from './scale-library.ts';

/** How much there is of each kind. */
export interface History {
  episodes: number;
  audit: number;
  memories: number;
  canaries: number;
  jobs: number;
}

const AGENTS = ['support', 'support', 'support', 'billing', 'warehouse'];
const OUTCOMES = ['success', 'success', 'failure', 'partial', 'unknown'];
const ACTIONS = ['changeset.proposed', 'changeset.applied', 'skill.rollback', 'memory.add', 'apikey.created'];
const RESOURCES = ['changeset:cs_', 'changeset:cs_', 'skill:sk_', 'memory:mem_', 'apikey:key_'];
const KINDS = ['fact', 'preference', 'lesson'];
/** What a run says and does besides its task: as long as an ordinary short one. */
const TRANSCRIPT = JSON.stringify([
  { role: 'user', content: 'The customer wrote twice and waits for an answer. '.repeat(4) },
  { role: 'assistant', content: 'I looked the case up, told the customer and closed the ticket. '.repeat(4) },
]);

export function episodeColumns(moment: Moment): Columns {
  return {
    id: sortableId('ep'),
    agent_id: pick(AGENTS),
    user_id: where('at % 3 > 0', `'u_' || ${text('at % 997')}`),
    session_id: `'session-' || ${text('at / 3')}`,
    task: `'Handle the ' || ${pick(WORDS)} || ' of order number ' || ${text('at')}`,
    ...{ messages: quoted(TRANSCRIPT), tool_calls: "'[]'", outcome: pick(OUTCOMES, 'at / 2') },
    ...{ duration_ms: '1000 + at % 9000', skills_loaded: "'[]'", metadata: "'{}'", holdout: 'at % 10 = 0' },
    reward: where('at / 2 % 5 < 3', 'at % 2'),
    reward_strength: where('at / 2 % 5 < 3', '1'),
    reward_source: where('at / 2 % 5 < 3', "'outcome'"),
    ...{ reflected: 'at % 50 <> 7', reflect_attempts: '0', created_at: moment('at * 60') },
  };
}

export function auditColumns(moment: Moment): Columns {
  return {
    id: sortableId('au'),
    actor: `'key:key_' || ${text('at % 40')}`,
    action: pick(ACTIONS),
    resource: `${pick(RESOURCES)} || ${text('at')}`,
    details: `'{"agent_id":"support","note":"the ' || ${pick(WORDS)} || ' of order number ' || ${text('at')} || '"}'`,
    at: moment('at * 60'),
  };
}

/** Of five memories one was replaced; of a hundred, about, one is held. */
export function memoryColumns(moment: Moment): Columns {
  const replaced = 'at % 5 = 1';
  const status = `CASE WHEN at % 101 = 50 THEN 'pending' WHEN ${replaced} THEN 'superseded' ELSE 'active' END`;
  return {
    id: sortableId('mem'),
    agent_id: pick(AGENTS),
    user_id: where('at % 4 > 0', `'u_' || ${text('at % 997')}`),
    kind: pick(KINDS),
    content: `'The ' || ${pick(WORDS)} || ' of order number ' || ${text('at')} || ' was urgent'`,
    text_key: `'key-' || ${text('at')}`,
    ...{ confidence: '0.8', status, hold_reasons: "'[]'", sources: "'[]'", created_by: "'key:key_1'" },
    valid_from: moment('at * 300'),
    invalid_at: where(replaced, moment('at * 300 + 90')),
    superseded_by: where(replaced, sortableId('mem', 'at + 1')),
    created_at: moment('at * 300'),
    activated_at: where('at % 101 <> 50', moment('at * 300')),
    closed_at: where(replaced, moment('at * 300 + 90')),
  };
}

/** Canaries of as many skills, every tenth of which still runs. */
export function canaryColumns(moment: Moment): Columns {
  const running = 'at % 10 = 0';
  return {
    ...{
      id: sortableId('ex'),
      agent_id: "'support'",
      skill_id: sortableId('sk'),
      changeset_id: sortableId('cs'),
    },
    status: `CASE WHEN ${running} THEN 'running' WHEN at % 3 = 0 THEN 'promoted' ELSE 'rejected' END`,
    ...{ rule: "'posterior'", floor: '0.1', threshold: '0.95', min_samples: '20', max_samples: '300' },
    ...{ base_version: '1', candidate: quoted(JSON.stringify({ description: '', tags: [], bullets: [] })) },
    ...{ incumbent_evidence: '24', incumbent_reward: '12 + at % 5', credits: '48', looks: '0' },
    ...{ candidate_evidence: '24', candidate_reward: '12 + at % 11', started_at: moment('at * 3600') },
    ended_at: where(`NOT (${running})`, moment('at * 3600 + 86400')),
    reason: where(`NOT (${running})`, "'the evidence was enough'"),
  };
}

function jobColumns(moment: Moment): Columns {
  return {
    ...{
      id: sortableId('job'),
      kind: "'reflect'",
      key: `'reflect:' || ${text('at')}`,
      agent_id: "'support'",
    },
    ...{ status: "'failed'", attempts: '5', last_error: "'the learning model answered 503'" },
    ...{ run_at: moment('at * 60'), created_at: moment('at * 60'), updated_at: moment('at * 60') },
  };
}

/** The statements that write it all, the first row at `begin`. */
export function historyStatements(tenant: string, size: History, dialect: Dialect, begin?: Date): string[] {
  const moment = momentIn(dialect, begin);
  const rows = (table: string, count: number, columns: Columns) =>
    insertRows(table, tenant, { count, columns });
  return [
    rows('episode', size.episodes, episodeColumns(moment)),
    rows('audit_entry', size.audit, auditColumns(moment)),
    rows('memory', size.memories, memoryColumns(moment)),
    rows('experiment', size.canaries, canaryColumns(moment)),
    rows('job', size.jobs, jobColumns(moment)),
  ];
}
